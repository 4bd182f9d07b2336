import { describe, expect, it } from 'vitest';
import { fullPlan } from '../../../test/support/full-plan.ts';
import { hostilePlans } from '../../../test/support/hostile-plan.ts';
import { tamed } from './md/closing.ts';
import { renderReport } from './report-markdown.ts';

/** What another program could make something of: HTML, links, pictures, addresses. */
const active = [/</, /(?<!\\)(?:\\\\)*[[\]]/, /javascript:|https?:/i, /@/];

describe('report.md', () => {
  const text = renderReport(fullPlan());

  it('[RH9] [RH18] [RH20] has the same sections as report.html, and the schedule as a table', async () => {
    await expect(text).toMatchFileSnapshot('./golden/report.md');
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
    for (const words of ['2027-09-30', '76 of 100', '80 of 100', 'EUR 60,000'])
      expect(top).toContain(words);
    const { schedule, ...rest } = fullPlan();
    const missed = { ...rest, schedule: { ...schedule, meets_deadline: false } };
    expect(renderReport(missed)).toMatch(/2027-09-30: \*\*missed\*\*/);
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
