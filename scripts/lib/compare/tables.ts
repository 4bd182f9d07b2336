// The tables of the comparison as Markdown: what the published plans come to together, beside each of
// ours. A dash is what a plan has nothing to measure by.
import { checkedKinds, type PlanMeasures, type Share } from './measures.ts';
import { sectionData, sectionRows } from './section-rows.ts';

export const tableNames = [
  'length',
  'sections',
  'schedule',
  'computed',
  'contradictions',
  'critique',
  'published',
] as const;
export type TableName = (typeof tableNames)[number];

type Figure = number | null | undefined;
type Row = readonly [title: string, figure: (plan: PlanMeasures) => Figure, show?: Show];
type Show = (value: number) => string;

const dash = '–';
const grouped = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const plainly: Show = (value) => grouped.format(value);
const percent: Show = (value) => `${Math.round(value * 100)}%`;
const percentExactly: Show = (value) => `${(value * 100).toFixed(1)}%`;

const cell = (value: Figure, show: Show): string =>
  value === null || value === undefined ? dash : show(value);

function median(sorted: readonly number[]): number {
  const middle = sorted.length / 2;
  const [low, high] = [sorted[Math.ceil(middle) - 1] ?? 0, sorted[Math.floor(middle)] ?? 0];
  return (low + high) / 2;
}

/** The median, and from least to most where they differ. */
function together(values: readonly Figure[], show: Show): string {
  const known = values
    .filter((value): value is number => typeof value === 'number')
    .sort((one, other) => one - other);
  const [least, most] = [known[0], known.at(-1)];
  if (least === undefined || most === undefined) return dash;
  if (least === most) return show(least);
  return `${show(median(known))} (${show(least)} to ${show(most)})`;
}

const escaped = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
const line = (cells: readonly string[]): string => `| ${cells.map(escaped).join(' | ')} |`;

function markdown(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

const partOf = (share: Share | null): Figure =>
  share === null || share.of === 0 ? null : share.are / share.of;

const lengthRows: readonly Row[] = [
  ['Whole report', ({ words }) => words.total],
  ...sectionRows.map(({ title }): Row => [title, ({ words }) => words.bySection?.[title]]),
  [
    'Words in a run of eight that stood there before',
    ({ words }) => words.repeated,
    percentExactly,
  ],
  ['Model calls', ({ calls }) => calls],
  ['Input tokens', ({ inputTokens }) => inputTokens],
];

const scheduleRows: readonly Row[] = [
  ['Tasks (the smallest that are scheduled)', ({ tasks }) => tasks],
  ['Dependencies given', ({ dependencies }) => dependencies.given],
  ['of these, links of the schedule', ({ dependencies }) => dependencies.used],
  ['Days from start to end', ({ schedule }) => schedule.days],
  ['Tasks during which nothing else runs', ({ schedule }) => schedule.alone, percent],
  ['Longest chain of links, in tasks', ({ schedule }) => schedule.longestChain],
  [
    'Longest chain, share of all tasks',
    ({ schedule, tasks }) =>
      schedule.longestChain === null ? null : schedule.longestChain / tasks,
    percent,
  ],
];

const computedRows: readonly Row[] = [
  ['Dates', ({ computed }) => computed.dates],
  ['Floats', ({ computed }) => computed.floats],
  ['Odds and shares', ({ computed }) => computed.odds],
  ['Money', ({ computed }) => computed.money],
  ['Scores', ({ computed }) => computed.scores],
  ['Figures in the summary', ({ summaryFigures: figures }) => figures?.all],
  ['of these, computed', ({ summaryFigures: figures }) => figures?.computed],
  ['of these, from the goal', ({ summaryFigures: figures }) => figures?.ofGoal],
  ['of these, from an assumption', ({ summaryFigures: figures }) => figures?.assumed],
  ['of these, from none of these', ({ summaryFigures: figures }) => figures?.elsewhere],
];

const contradictionRows: readonly Row[] = [
  [
    'Days the schedule ends after the charter says',
    (plan) => plan.contradictions.charterEndLateDays,
  ],
  [
    'Days the schedule ends after the summary says',
    (plan) => plan.contradictions.summaryEndLateDays,
  ],
  [
    'Phases whose own figure is not that of their tasks',
    (plan) => partOf(plan.contradictions.phasesOff),
    percent,
  ],
  ['Ids that do not exist', (plan) => plan.contradictions.unknownIds],
  ['Dependencies that the dates break', (plan) => plan.contradictions.brokenLinks],
  ['Totals told twice that differ', (plan) => plan.contradictions.totalsOff?.are],
  ['Risks told twice', (plan) => plan.contradictions.duplicateRisks],
  ['Findings told twice', (plan) => plan.contradictions.duplicateFindings],
  [
    'Experts listed and not heard',
    ({ experts }) => (experts === null ? null : experts.listed - experts.heard),
  ],
  ['Kinds that could be checked', (plan) => checkedKinds(plan).length],
  ['Kinds that were found', (plan) => checkedKinds(plan).filter(({ found }) => found).length],
];

const critiqueRows: readonly Row[] = [
  ['Experts heard', ({ experts }) => experts?.heard],
  ['Audit answers "high"; gates that fail', ({ auditHigh }) => partOf(auditHigh), percent],
  ['Risks', ({ risks }) => risks?.all],
  ['Risks with an owner', ({ risks }) => risks?.owner],
  ['Risks with a trigger', ({ risks }) => risks?.trigger],
  ['Failures in the premortem', ({ failures }) => failures?.all],
  ['of these, with an owner', ({ failures }) => failures?.owner],
  ['of these, with a tripwire', ({ failures }) => failures?.tripwire],
  ['Assumptions', ({ assumptions }) => assumptions?.all],
  ['Assumptions with a lower and an upper bound', ({ assumptions }) => assumptions?.bounds],
];

const rowsOf: Readonly<
  Record<'length' | 'schedule' | 'computed' | 'contradictions' | 'critique', readonly Row[]>
> = {
  length: lengthRows,
  schedule: scheduleRows,
  computed: computedRows,
  contradictions: contradictionRows,
  critique: critiqueRows,
};

interface Sides {
  readonly published: readonly PlanMeasures[];
  readonly ours: readonly PlanMeasures[];
}

const headOf = ({ published, ours }: Sides): string[] => [
  '',
  `PlanExe (${published.length})`,
  ...(ours.length === 0 ? ['Planwright'] : ours.map(({ name }) => name)),
];

const oursOf = ({ ours }: Sides, of: (plan: PlanMeasures) => string): string[] =>
  ours.length === 0 ? ['not recorded yet'] : ours.map(of);

const figureTable = (rows: readonly Row[], sides: Sides): string =>
  markdown(
    headOf(sides),
    rows.map(([title, figure, show = plainly]) => [
      title,
      together(sides.published.map(figure), show),
      ...oursOf(sides, (plan) => cell(figure(plan), show)),
    ]),
  );

const sectionsTable = (sides: Sides): string =>
  markdown(
    headOf(sides),
    sectionData.map(({ name }) => {
      const has = ({ sections }: PlanMeasures) => sections.present.includes(name);
      const count = sides.published.filter(has).length;
      return [
        name,
        `${count} of ${sides.published.length}`,
        ...oursOf(sides, (plan) => (has(plan) ? 'yes' : 'no')),
      ];
    }),
  );

/** One line for each published plan. */
const publishedTable = ({ published }: Sides): string =>
  markdown(
    [
      'plan',
      'words',
      'calls',
      'tasks',
      'days',
      'days after the charter',
      'dependencies: given, used',
      'audit "high"',
    ],
    published.map(
      ({ name, words, calls, tasks, schedule, contradictions, dependencies, auditHigh }) => [
        name,
        cell(words.total, plainly),
        cell(calls, plainly),
        plainly(tasks),
        cell(schedule.days, plainly),
        cell(contradictions.charterEndLateDays, plainly),
        `${cell(dependencies.given, plainly)}, ${cell(dependencies.used, plainly)}`,
        auditHigh === null ? dash : `${auditHigh.are} of ${auditHigh.of}`,
      ],
    ),
  );

export function tableOf(name: TableName, plans: readonly PlanMeasures[]): string {
  const sides = {
    published: plans.filter(({ maker }) => maker === 'planexe'),
    ours: plans.filter(({ maker }) => maker === 'planwright'),
  };
  if (name === 'sections') return sectionsTable(sides);
  if (name === 'published') return publishedTable(sides);
  return figureTable(rowsOf[name], sides);
}
