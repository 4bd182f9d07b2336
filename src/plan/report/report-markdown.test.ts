import { describe, expect, it } from 'vitest';
import { fullPlan } from '../../../test/support/full-plan.ts';
import { hostilePlans } from '../../../test/support/hostile-plan.ts';
import { tamed } from './md/closing.ts';
import { renderReport } from './report-markdown.ts';

/** What another program could make something of: HTML, links, pictures, addresses. */
const active = [/</, /(?<!\\)(?:\\\\)*[[\]]/, /javascript:|https?:/i, /@/];

describe('report.md', () => {
  const text = renderReport(fullPlan());

  it('[RH9] has the same sections as report.html, and the schedule as a table', () => {
    const titles = [...text.matchAll(/^## (.*)$/gm)].map((found) => found[1]);
    expect(titles).toEqual([
      ...['In two minutes', 'Summary', 'Pitch', 'The goal'],
      'What the goal lays down, and whether the plan keeps to it',
      ...['Review of the goal', 'Checks', 'Decisions and scenarios', 'Charter'],
      ...['Phase 1: Place and permission', 'Phase 2: Workshop', 'Phase 3: Tools'],
      ...['Phase 4: Opening', 'Schedule', 'Costs', 'Team and governance', 'Risks', 'Assumptions'],
      ...['Criticism of experts', 'Premortem', 'Critical premises', 'Red team'],
      ...['What was changed, and why', 'Guesses to confirm', 'Open questions'],
      ...['Questions and answers', 'Related projects', 'SWOT', 'Documents and data'],
      ...['What it means for neighbors', 'How the plan was made', 'What this draft does not cover'],
    ]);
    expect(text).toContain('| 2.1 (critical) | Renew wiring and light | Contractor |');
    expect(text.length).toBeLessThan(40_000);
  });

  it('[RH9] tells what each task was reckoned to cost', () => {
    const plan = fullPlan();
    const total_cost = { low: 10, base: 4321, high: 5000, currency: 'EUR' };
    const costed = plan.phases.map((phase) => ({
      ...phase,
      tasks: phase.tasks.map((task) => ({ ...task, cost: null, total_cost })),
    }));
    const rows = renderReport({ ...plan, phases: costed }).match(/^\| \d+\.\d+ .*EUR 4,321/gm);
    expect(rows).toHaveLength(costed.flatMap(({ tasks }) => tasks).length);
  });

  it('[RH3] says on top whether deadline and budget hold, and with which odds', () => {
    const top = text.slice(0, text.indexOf('## Summary'));
    expect(top).toContain(
      'deadline 2027-09-30: kept by the planned date only; it holds in 76 of 100 simulated runs',
    );
    expect(top).toContain('80 of 100 are wanted');
    expect(top).toContain('Budget EUR 60,000: The budget is kept.');
    const { schedule, ...rest } = fullPlan();
    const missed = { ...rest, schedule: { ...schedule, meets_deadline: false } };
    expect(renderReport(missed)).toContain('deadline 2027-09-30: **missed**');
  });

  it('[RH18] costs are lines, work by role, risks and a total, and say what the reserve is for', () => {
    const costs = text.slice(text.indexOf('## Costs'), text.indexOf('## Team'));
    expect(costs).toMatch(/Work of Director \| {2}\| EUR [\d,]+ \|/);
    expect(costs).toContain('| Expected cost of risks |');
    expect(costs).toContain('| Total |');
    expect(costs).toContain('the base already contains the expected cost of risks');
  });

  it('[RH20] says on top what is likely, which way was taken and where it may stop', () => {
    const top = text.slice(0, text.indexOf('## Summary'));
    expect(top).toContain('half of the runs end by 2027-09-16, four of five by 2027-10-04');
    expect(top).toContain('planned 2027-09-06 if nothing goes wrong');
    expect(top).toContain('**Way chosen:** Neighbors first.');
    expect(top).toContain(
      '**First test that can change the plan:** 2027-03-31, C1: The harbor pays for the roof.',
    );
  });

  it('[RH8] hostile text in any field stays text', () => {
    for (const plan of hostilePlans().plans) {
      const report = renderReport(plan);
      for (const pattern of active) expect(report).not.toMatch(pattern);
      expect(report).not.toMatch(/[\p{Cf}\u2028\u2029]|(?!\n)\p{Cc}/u);
    }
  });

  it.each([
    '[x](https://x.example)',
    '\\\\[x](https://x.example)',
    '\\[x\\](javascript:bad())',
    '![x][1]\n\n[1]: //x.example',
    '<https://x.example> <b onclick=bad()>',
    'www.x.example me@x.example',
  ])('[RH8] Markdown of own sections has no links and no HTML: %s', (markdown) => {
    for (const pattern of active) expect(tamed(markdown)).not.toMatch(pattern);
  });

  it('[RH8] what was escaped before is not escaped again', () => {
    expect(tamed('a \\[b\\] &lt;c&gt;')).toBe('a \\[b\\] &lt;c&gt;');
    expect(tamed('# Big\n\ntext')).toBe('### Big\n\ntext');
  });
});
