// A small plan made up for this test, in the names of the oldest generation.
import { describe, expect, it } from 'vitest';
import { zipOf } from '../../../src/base/zip.ts';
import { checkedKinds } from './measures.ts';
import { planexeFiles } from './planexe-files.ts';
import { planexeMeasures } from './planexe-measures.ts';

const task = (id: string, ...task_children: object[]) => ({ id, task_children });
const days = (task_id: string, days_realistic: number) => ({ task_id, days_realistic });
const needs = (dependent_task_id: string, ...depends_on_task_id_list: string[]) => ({
  dependent_task_id,
  depends_on_task_id_list,
});
const row = (id: string, start_date: string, duration: number) => ({ id, start_date, duration });

const plain = {
  '025-wbs_project_level1_and_level2_and_level3.json': {
    wbs_project: task('all', task('one', task('a'), task('b')), task('two', task('c'))),
  },
  '022-task_durations.json': [
    days('one', 9),
    days('a', 10),
    days('b', 20),
    days('two', 5),
    days('c', 5),
  ],
  '020-task_dependencies_raw.json': {
    task_dependency_details: [needs('two', 'one', 'gone'), needs('a', 'c')],
  },
  '011-experts.json': [{}, {}, {}],
  '003-make_assumptions.json': [{ question: 'How much?', assumptions: 'About 1,200.' }],
};

const gantt = {
  tasks: [
    { id: 'one' },
    row('a', '2026-01-01', 10),
    row('b', '2026-01-11', 20),
    row('c', '2026-01-31', 60),
  ],
  links: [
    { source: 'one', target: 'two', type: '0' },
    { source: 'a', target: 'b', type: '0' },
  ],
};

const texts = {
  'schedule_gantt_dhtmlx.html': `<script>const GANTT_DATA_DHTMLX = ${JSON.stringify(gantt)};\nmore({});</script>`,
  'project_plan.md': '- **Time-bound:** Within 1 month.\n',
  'executive_summary.md':
    '## Purpose\nx\n## Timeline and Budget\nUntil 2026-04-01.\n## Risks\nIn 2029-01-01.\n',
  'identify_risks.md':
    '## Risk 1 - Money\nIt runs out.\n\n**Action:** save\n\n## Risk 2 - Money\nIt runs out!\n\n**Owner:** bank\n',
  'self_audit.md': '**Level**: 🛑 High\n\n**Mitigation**: ask\n\n**Level**: ✅ Low\n',
  'premortem.md': '#### FM1 - x\n- **Owner**: me\n##### Tripwires\n- Less than 3.\n#### FM2 - y\n',
  'activity_overview.json': '{"models":{"m":{"calls":3},"n":{"calls":4}},"total_input_tokens":900}',
  'expert_criticism_1_raw.json': '{}',
  'report.html': '<button class="collapsible">Pitch</button><p>Buy this now</p>',
};

function measured(extra: Readonly<Record<string, string>>) {
  const all = Object.entries({
    ...Object.fromEntries(
      Object.entries(plain).map(([name, value]) => [name, JSON.stringify(value)]),
    ),
    ...extra,
  });
  const files = all.map(([name, text]) => ({
    path: `plan/${name}`,
    bytes: new TextEncoder().encode(text),
    updatedAtMs: 0,
  }));
  return planexeMeasures('plan', planexeFiles(zipOf(files)));
}

describe('measures of a published plan', () => {
  it('[CP11] what it has nothing to measure by is null, not 0', () => {
    const plan = measured({});
    expect(plan.words).toEqual({ total: null, bySection: null, repeated: null });
    expect(plan.schedule).toEqual({ days: null, alone: null, longestChain: null });
    expect([plan.calls, plan.risks, plan.auditHigh, plan.failures]).toEqual([
      null,
      null,
      null,
      null,
    ]);
    expect(plan.dependencies).toEqual({ given: 3, used: null });
    expect(plan.contradictions.charterEndLateDays).toBeNull();
    expect(plan.experts).toEqual({ listed: 3, heard: 0 });
    expect(plan.assumptions).toEqual({ all: 1, bounds: 0 });
  });

  it('[CP14] dependencies that are given, used, broken or lead nowhere', () => {
    const plan = measured(texts);
    expect(plan.dependencies).toEqual({ given: 3, used: 1 });
    expect(plan.contradictions.unknownIds).toBe(1);
    expect(plan.contradictions.brokenLinks).toBe(1);
    expect(plan.schedule).toEqual({ days: 90, alone: 1, longestChain: 3 });
    expect(plan.contradictions.phasesOff).toEqual({ of: 2, are: 1 });
  });

  it('[CP13] the ends that charter and summary name are held against the Gantt', () => {
    const { contradictions } = measured(texts);
    expect(contradictions.charterEndLateDays).toBe(60);
    expect(contradictions.summaryEndLateDays).toBe(0);
  });

  it('[CP13] lists the kinds that were checked and found', () => {
    const kinds = checkedKinds(measured(texts));
    expect(kinds).toHaveLength(8);
    expect(kinds.filter(({ found }) => found).map(({ kind }) => kind)).toEqual([
      'charter and schedule end apart',
      'phases and their tasks disagree',
      'ids that do not exist',
      'dependencies that the dates break',
      'a risk told twice',
      'experts listed and not heard',
    ]);
  });

  it('[CP12] words, calls, risks, failures and audit answers are counted', () => {
    const plan = measured(texts);
    expect(plan.words.bySection).toEqual({ Pitch: 4 });
    expect([plan.calls, plan.inputTokens]).toEqual([7, 900]);
    expect(plan.risks).toEqual({ all: 2, owner: 1, trigger: 0 });
    expect(plan.failures).toEqual({ all: 2, owner: 1, tripwire: 1 });
    expect(plan.auditHigh).toEqual({ of: 2, are: 1 });
  });
});
