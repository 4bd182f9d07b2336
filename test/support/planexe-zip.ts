// A small PlanExe plan in one of its three generations of file names, with mistakes of every kind that
// the published ones have, and those that they might.
import { zipOf } from '../../src/base/zip.ts';

export type Generation = 'numbered' | 'twice numbered' | 'plain';

const id = (name: string): string => `${name.padEnd(8, '0')}-aaaa-4bbb-8ccc-0123456789ab`;

const node = (name: string, description: string, children: readonly object[] = [], extra = {}) => ({
  ...{ id: id(name), description, task_children: children, extra_fields: extra },
});

const step = (name: string, description: string, who: string) =>
  node(name, description, [], {
    detailed_description: `${description} with care.`,
    resources_needed: [who, 'A pencil'],
  });

const tree = {
  wbs_project: node(
    'root',
    'Kite festival',
    [
      node('p1', 'Prepare', [
        node('t11', 'Find a meadow', [
          step('s111', 'Ask farmers', 'Field scout'),
          step('s112', 'Sign the lease', 'Field scout'),
        ]),
        node('t12', 'Get permits', [step('s121', 'Write to the town', 'Office lead')]),
      ]),
      node('p2', 'Hold it', [
        node('t21', 'Sell tickets', [step('s211', 'Open the shop', 'Office lead')]),
        node('t22', 'Fly kites', [step('s221', 'Check the wind', 'Field scout')]),
        node('t23', 'Clean up', []),
      ]),
    ],
    { final_deliverable: 'A festival' },
  ),
};

const length = (name: string, days: number) => ({
  ...{ task_id: id(name), days_min: days / 2, days_realistic: days, days_max: days * 2 },
});

const needs = (name: string, ...from: readonly string[]) => ({
  ...{ dependent_task_id: id(name), depends_on_task_id_list: from.map(id) },
});

/** One letter is missing. */
const slip = id('t12').replace('aaaa', 'aaa');

const dependencies = {
  task_dependency_details: [
    needs('t21', 't11', 't11', 't21'),
    { dependent_task_id: id('t22'), depends_on_task_id_list: [slip] },
    needs('t12', 't22', 'nowhere'),
    needs('t11'),
  ],
};

const gantt = {
  tasks: [
    ...['s111', 's112', 's121', 's211', 's221', 't23'].map((name, at) => ({
      ...{ id: id(name), text: 'a } brace', start_date: `2027-03-0${at + 1}`, duration: 1 },
    })),
    { id: id('root'), text: 'the whole', type: 'project' },
  ],
  links: [],
};

const files: Readonly<Record<string, string>> = {
  'plan.txt': "Plan:\nHold a kite festival.\n\nToday's date:\n2027-Mar-01\n\nProject start ASAP",
  'wbs_level1_project_title.json': 'Kite festival',
  'wbs_project_level1_and_level2_and_level3.json': JSON.stringify(tree),
  'task_durations.json': JSON.stringify([
    ...[length('p1', 9), length('p2', 12), length('t11', 4), length('t12', 5)],
    ...[length('t21', 6), length('t22', 2), length('t22', 3), length('gone', 3)],
  ]),
  'task_dependencies_raw.json': JSON.stringify(dependencies),
  'schedule_gantt_dhtmlx.html': `<script>const GANTT_DATA_DHTMLX = ${JSON.stringify(gantt)};</script>`,
  'find_team_members.json': JSON.stringify([
    { category: 'Field Scout', count: 'min 1, max 2', explanation: 'Looks for meadows.' },
    { category: 'Office Lead', count: '1', explanation: 'Writes letters.' },
  ]),
  'identify_risks.md':
    '\n## Risk 1 - Weather\nNo wind blows.\n\n**Impact:** Nobody flies.\n\n**Likelihood:** Medium\n\n**Severity:** High\n\n**Action:** Choose a second day.\n',
  'distill_assumptions.md': '- The meadow is free.\n- Kites are brought along.\n',
  'swot_analysis.md': '\n## Strengths 👍\n- Much room.\n\n## Threats\n- Rain.\n',
  'experts.json': '[broken',
};

const nameIn = (generation: Generation, name: string, at: number): string => {
  const number = String(at + 1).padStart(3, '0');
  if (generation === 'plain') return name;
  return generation === 'numbered' ? `${number}-${name}` : `${number}-2-${name}`;
};

export function planexeZip(
  generation: Generation,
  change: Readonly<Record<string, string | Buffer | null>> = {},
): Uint8Array {
  const all = Object.entries({ ...files, ...change });
  const packed = all.flatMap(([name, text], at) =>
    text === null
      ? []
      : [
          {
            path: `kites/${nameIn(generation, name, at)}`,
            bytes: typeof text === 'string' ? Buffer.from(text) : text,
            updatedAtMs: 0,
          },
        ],
  );
  const junk = { path: '__MACOSX/kites/._plan.txt', bytes: Buffer.from('junk'), updatedAtMs: 0 };
  return zipOf([...packed, junk]);
}

export const planexeId = id;
