import { hash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { fullPlan } from '../../../../test/support/full-plan.ts';
import { hostilePlans, hostileTexts } from '../../../../test/support/hostile-plan.ts';
import { type HtmlReading, readHtml } from '../../../../test/support/html-tags.ts';
import type { Plan } from '../../../contract/plan.ts';
import { planOffline } from '../../brains/offline/run-offline.ts';
import { differencesOf } from '../reading/differences.ts';
import { english } from '../reading/words.ts';
import { renderHtml } from './index.ts';
import { script } from './script.ts';
import { style } from './style.ts';

const tagNames =
  'html head meta title body a nav p div label input details summary ol ul li button main header section h1 h2 h3 h4 dl dt dd strong span br table caption thead tbody tfoot tr th td svg text rect line path circle figure figcaption code pre blockquote del ins'.split(
    ' ',
  );
const attributeNames =
  'lang charset http-equiv content name class href id for type placeholder autocomplete spellcheck aria-describedby role aria-live aria-label aria-hidden hidden open tabindex title scope data-h data-v viewBox d cx cy r x y x1 x2 y1 y2 dx width height rx overflow text-anchor'
    .toLowerCase()
    .split(' ');

function unwanted({ tags }: HtmlReading): string[] {
  return tags.flatMap(({ name, attributes }) => [
    ...(tagNames.includes(name.toLowerCase()) ? [] : [`<${name}>`]),
    ...Object.keys(attributes)
      .filter((one) => !attributeNames.includes(one.toLowerCase()))
      .map((one) => `${name} ${one}`),
    ...Object.entries(attributes)
      .filter(([one, value]) => one === 'href' && !/^#[A-Za-z0-9_-]+$/.test(value))
      .map(([, value]) => `href ${value}`),
  ]);
}

const idsOf = ({ tags }: HtmlReading): string[] =>
  tags.flatMap(({ attributes }) => (attributes.id === undefined ? [] : [attributes.id]));

const targetsOf = ({ tags }: HtmlReading): string[] =>
  tags.flatMap(({ attributes }) =>
    attributes.href === undefined ? [] : [attributes.href.slice(1)],
  );

async function offlinePlan(goal: string): Promise<Plan> {
  const made = await planOffline({ planId: 'plan_t1', goal, startDate: '2026-01-05' });
  return made.plan;
}

/** As many tasks as a full plan may have: the same ones again under new names. */
function bigPlan(plan: Plan): Plan {
  const phases = [1, 2, 3, 4].flatMap((copy) =>
    plan.phases.map((phase) => ({
      ...phase,
      phase_id: `${phase.phase_id}_${copy}`,
      tasks: phase.tasks.map((task) => ({ ...task, task_id: `${task.task_id}_${copy}` })),
    })),
  );
  return { ...plan, phases, phase_count: phases.length };
}

/** Read a changed golden file as a reader would, then run this file with `--update`. */
const golden = (name: string): string => `./golden/${name}`;

/** A line for each paragraph, item, row and heading. */
const allWords = (page: string): string =>
  page
    .slice(page.indexOf('<body'))
    .split(/<\/(?:p|li|tr|h\d|dd|summary|caption|figcaption)>/)
    .map((part) => wordsOf(part).trim())
    .filter((line) => line !== '')
    .join('\n');

describe('report.html', () => {
  let text: string;
  let reading: HtmlReading;
  beforeAll(() => {
    text = renderHtml(fullPlan());
    reading = readHtml(text);
  });

  it('[RH1] is one file under 1 MB that loads nothing: a strict policy with the hashes of its own style and script', () => {
    expect(Buffer.byteLength(renderHtml(bigPlan(fullPlan())))).toBeLessThan(1_000_000);
    expect(unwanted(reading)).toEqual([]);
    const policy = reading.tags.find(({ attributes }) => attributes['http-equiv'])?.attributes;
    const hashOf = (ours: string) => `&#39;sha256-${hash('sha256', ours, 'base64')}&#39;`;
    expect(policy?.content).toBe(
      `default-src &#39;none&#39;; style-src ${hashOf(style)}; script-src ${hashOf(script)}; base-uri &#39;none&#39;; form-action &#39;none&#39;`,
    );
    expect(reading.raw).toEqual([
      { name: 'style', text: style },
      { name: 'script', text: script },
    ]);
    expect(`${style}${script}`).not.toMatch(/url\(|@import|fetch|XMLHttp|innerHTML|https?:|eval/);
  });

  it('[RH2] the first screen has verdict, goal, dates, money, three risks and the first day', () => {
    const first = text.slice(text.indexOf('<header'), text.indexOf('</header>'));
    const plan = fullPlan();
    for (const words of [
      ...[plan.verdict?.reason, plan.charter?.goal, '1 Mar 2027', '30 Sep 2027'],
      ...['EUR 51,007', 'EUR 60,000'],
      `(${english.odds(plan.schedule.simulation?.odds.deadline ?? 0)})`,
      `(${english.odds(plan.schedule.simulation?.odds.budget ?? 0)})`,
      ...(plan.first_24_hours?.map(({ action }) => action) ?? []),
    ])
      expect(first).toContain(words);
    expect(first.match(/risk_\d/g)).toHaveLength(3);
  });

  it('[RH3] a missed deadline or budget is said plainly on the first screen', () => {
    const plan = fullPlan();
    const late = renderHtml({
      ...plan,
      finish_date: '2027-10-12',
      schedule: { ...plan.schedule, finish_date: '2027-10-12', meets_deadline: false },
      costs: { ...plan.costs, base: 72_500, verdict: 'over_budget' },
    });
    const first = late.slice(late.indexOf('<header'), late.indexOf('</header>'));
    expect(first).toContain('12 days');
    expect(first).toContain('EUR 12,500');
    expect(first.match(/class="held bad"/g)).toHaveLength(2);
  });

  it('[RH4] every link leads to something in the file, and every name is there once', async () => {
    const other = renderHtml(await offlinePlan('Open a bakery in Porto by June 2026, EUR 40,000'));
    for (const one of [reading, readHtml(other)]) {
      const ids = idsOf(one);
      expect(ids).toEqual([...new Set(ids)]);
      expect(targetsOf(one).filter((target) => !ids.includes(target))).toEqual([]);
    }
    expect(idsOf(reading)).toEqual(expect.arrayContaining(['risk_2', 'task_2_1', 'assumption_3']));
  });

  it('[RH4] what a text names is a link to it, under its short name', () => {
    expect(text).toContain('>A4</a>: eight benches at EUR 550');
    expect(text).toMatch(/href="#D5"[^>]*>D5<\/a>/);
  });

  it('[RH5] the chart has a bar or a diamond for every task, the critical path and the deadline', () => {
    const chart = text.slice(text.indexOf('<div class="gantt"'), text.indexOf('<p class="legend"'));
    const plan = fullPlan();
    for (const task of plan.phases.flatMap((phase) => phase.tasks))
      expect(chart).toContain(`<a href="#${task.task_id}" tabindex="-1">`);
    const critical = plan.schedule.critical_path.length;
    expect(chart.match(/class="bar critical"/g)).toHaveLength(critical);
    expect(chart.match(/<path class="bar/g)).toHaveLength(1);
    expect(chart.match(/class="due"/g)).toHaveLength(16 + 4);
  });

  it('[LV87] a wait for a result is a tail of its bar, and the day of the result is told', () => {
    const plan = fullPlan();
    expect(text).not.toContain('class="wait"');
    const [first, ...others] = plan.phases;
    const [task, ...tasks] = first?.tasks ?? [];
    if (!first || !task) throw new Error('the plan has tasks');
    const waiting = { ...task, wait_hours: 40, result_date: plan.finish_date };
    const told = renderHtml({
      ...plan,
      phases: [{ ...first, tasks: [waiting, ...tasks] }, ...others],
    });
    expect(told.match(/<line class="wait"/g)).toHaveLength(2);
    expect(told).toMatch(/, result by [^<]*20\d\d/);
    expect(wordsOf(told)).toContain('result by');
  });

  it.each(['en', 'de'])('[RH20] says in %s what the golden file says', async (language) => {
    const words = allWords(renderHtml({ ...fullPlan(), language }));
    await expect(words).toMatchFileSnapshot(golden(`report-words.${language}.txt`));
  });

  it('[RH6] has all sections of a full plan, and leaves out those that a plan has nothing for', async () => {
    const own = ['summary', 'making', 'goal', 'work', 'schedule', 'costs', 'team'];
    const more =
      'pitch gates decisions charter risks assumptions premises premortem guesses experts red-team revisions answers review related swot papers own-1'.split(
        ' ',
      );
    expect(idsOf(reading)).toEqual(expect.arrayContaining([...own, ...more]));
    const { pitch, experts, red_team, premortem, ...few } =
      await offlinePlan('Open a bakery in Porto');
    for (const section of [pitch, experts, red_team, premortem]) expect(section).toBeDefined();
    const short = readHtml(renderHtml(few));
    expect(idsOf(short)).toEqual(expect.arrayContaining(own));
    for (const id of ['pitch', 'experts', 'red-team', 'premortem', 'own-1'])
      expect(idsOf(short)).not.toContain(id);
  });

  it('[RH7] claims say their status and their source', () => {
    for (const status of ['observed', 'derived', 'estimated', 'assumed', 'speculative'])
      expect(text).toContain(`claim-${status}`);
    expect(text).toContain('Price list of a wholesaler');
  });
});

const firstOf = (page: string): string =>
  page.slice(page.indexOf('<header'), page.indexOf('</header>'));

/** Without tags, with single spaces. */
const wordsOf = (page: string): string =>
  page
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/gu, ' ')
    .replaceAll(' .', '.');

const sectionOf = (page: string, id: string): string => {
  const from = page.indexOf(`id="${id}">`, page.indexOf('</header>'));
  return wordsOf(page.slice(from, page.indexOf('<details class="section"', from)));
};

describe('what readers asked of report.html', () => {
  const plan = fullPlan();
  const page = renderHtml(plan);

  it('[RH20] the first screen leads with what is likely, and says when the planned date is luck', () => {
    const first = wordsOf(firstOf(page));
    const placesOf = (words: string) =>
      [' 16 Sep 2027', ' 4 Oct 2027', ' 6 Sep 2027'].map((day) => words.indexOf(day));
    expect(placesOf(first)).toEqual(placesOf(first).toSorted((one, other) => one - other));
    expect(Math.min(...placesOf(first))).toBeGreaterThan(-1);
    const { simulation } = plan.schedule;
    if (simulation === undefined) throw new Error('no simulation');
    const finish = { ...simulation.finish, p50: '2027-09-01T10:00+00:00' };
    const schedule = { ...plan.schedule, simulation: { ...simulation, finish } };
    // The planned date is likely then.
    const planned = (words: string) => words.slice(words.indexOf(' 6 Sep 2027') - 40);
    const likely = wordsOf(firstOf(renderHtml({ ...plan, schedule })));
    expect(planned(likely)).not.toBe(planned(first));
  });

  it('[RH20] money is base, four of five, budget, what is left, and the range of the runs', () => {
    const first = wordsOf(firstOf(page));
    const { p10, p80, p90 } = plan.schedule.simulation?.cost ?? { p10: 0, p80: 0, p90: 0 };
    for (const said of [
      ...['EUR 51,007', english.amount(p80, 'EUR'), english.amountRange(p10, p90, 'EUR')],
      english.amount(60_000 - plan.costs.base, 'EUR'),
    ])
      expect(first).toContain(said);
  });

  it('[RH20] it names the way, the decision, the first stop and the first open question', () => {
    const first = wordsOf(firstOf(page));
    const [premise] = plan.critical_premises ?? [];
    for (const words of [
      plan.scenarios?.find(({ id }) => id === plan.choice?.chosen)?.name,
      ...[plan.executive_summary?.decision_needed, '31 Mar 2027', premise?.claim],
      plan.open_questions[0],
    ])
      expect(first).toContain(words);
    const rest = { ...plan, critical_premises: [] };
    const stop = plan.premortem?.stop_rule.slice(0, 60) ?? 'none';
    expect(first).not.toContain(stop);
    expect(wordsOf(firstOf(renderHtml(rest)))).toContain(stop);
  });

  it('[RH20] the first day is there whole: what the first screen cannot hold has a section', () => {
    const action = (number: number) => ({
      ...{ action: `Do thing ${number}`, who: 'Director', task: '', minutes: number },
    });
    const first_24_hours = [1, 2, 3, 4, 5, 6, 7, 8].map(action);
    const long = renderHtml({ ...plan, first_24_hours });
    expect(wordsOf(firstOf(long))).toContain('Do thing 5');
    expect(wordsOf(firstOf(long))).not.toContain('Do thing 6');
    expect(sectionOf(long, 'first-actions')).toContain('Do thing 8');
    expect(page).not.toContain('first-actions');
  });

  it('[RH18] the costs are lines, work by role, risks and their total, and by phase', () => {
    const costs = sectionOf(page, 'costs');
    expect(costs).toMatch(/Director [\d,]+ derived [\d.,]+ h at EUR 30/);
  });

  it('[RH21] a risk says title, cause and effect once', () => {
    const [risk] = plan.risks;
    if (risk === undefined) throw new Error('no risk');
    const twice = { ...risk, title: 'Roof leaks', effect: 'Six weeks are lost.' };
    const doubled = { ...twice, description: 'Roof leaks: Six weeks are lost.' };
    const said = sectionOf(renderHtml({ ...plan, risks: [doubled] }), 'risks');
    expect(said.match(/Six weeks are lost/g)).toHaveLength(1);
    const other = { ...twice, description: 'Nobody has been up there since 1998.' };
    const more = sectionOf(renderHtml({ ...plan, risks: [other] }), 'risks');
    expect(more).toContain('Nobody has been up there since 1998.');
  });

  it('[RH22] options name the scenarios that take them, and a scenario says each thing once', () => {
    const said = sectionOf(page, 'decisions');
    const [chosen, other] = plan.scenarios ?? [];
    const against = plan.choice?.against.find(({ id }) => id === other?.id);
    const given = [plan.choice?.why, chosen?.weaknesses[0], other?.strengths[0], against?.why_not];
    for (const words of ['( S1 , S3 )', ...given]) expect(said).toContain(words);
    expect(said).not.toContain(other?.weaknesses[0]);
    const { choice: _, ...undecided } = plan;
    const both = sectionOf(renderHtml(undecided), 'decisions');
    expect(both).toContain(other?.weaknesses[0]);
  });

  it('[RH23] checks are counted by what came of them, and a remedy is said once', () => {
    const finding = (field: string) => ({
      ...{ artifact: 'adherence', field, value: `partly: ${field} is thin.`, rule: 'D1' },
      ...{ remedy: 'Change the plan there.', level: 'warn' as const },
    });
    const measured = { ...finding('costs'), artifact: 'costs', value: '70 EUR', rule: 'D2' };
    const said = { ...finding('costs: base'), value: 'broken: 70 EUR are too much.', rule: 'D2' };
    const idle = { severity: 'info' as const, status: 'not_run' as const, findings: [] };
    const gates: Plan['gates'] = [
      {
        ...{ gate: 'directives', severity: 'major', status: 'warn' },
        findings: [finding('charter'), finding('team'), measured, said],
      },
      { gate: 'fermi', severity: 'major', status: 'pass', findings: [] },
      { gate: 'hype', ...idle, why_not_run: 'Not weighed yet.' },
      { gate: 'drift', ...idle },
    ];
    const made = renderHtml({ ...plan, gates });
    const shown = sectionOf(made, 'gates');
    expect(shown).not.toMatch(/hype|drift/);
    expect(shown.match(/Change the plan there\./g)).toHaveLength(1);
    expect(shown).toContain('partly: team is thin.');
    expect(shown.match(/70 EUR/g)).toHaveLength(1);
  });

  it('[RH16] a task of a person has no words for machines, and no cost of zero', () => {
    const [phase] = plan.phases;
    const [task] = phase?.tasks ?? [];
    if (phase === undefined || task === undefined) throw new Error('no task');
    const cost = { low: 0, base: 0, high: 0, currency: 'EUR', source: 'free' };
    const estimate = { low: 0.5, likely: 0.8, high: 1.5 };
    const short = { ...task, ...{ performer: 'human' as const, risk_tier: 'T1' as const, cost } };
    const tasks = [{ ...short, estimate, estimated_hours: 0.9 }];
    const made = renderHtml({ ...plan, phases: [{ ...phase, tasks }] });
    const said = sectionOf(made, 'work');
    expect(said).toContain('54 min (30 min to 1.5 h)');
    for (const word of ['T1', 'EUR 0', task.subtasks[0]?.action ?? 'none'])
      expect(said).not.toContain(word);
  });

  it('[RH16] a month alone is no chart, and months have their year', () => {
    const { cash_flow: flow = [] } = plan.schedule;
    expect(page).toContain('class="cash"');
    expect(page).toMatch(/<text class="month"[^>]*>2027<\/text>/);
    const schedule = { ...plan.schedule, cash_flow: flow.slice(0, 1) };
    expect(renderHtml({ ...plan, schedule })).not.toContain('class="cash"');
  });

  it('[RH24] what was changed has before and after in columns, with all that was left', () => {
    const refused = ['Two shifts a day: made nothing better.'];
    const said = sectionOf(renderHtml({ ...plan, changes_not_taken: refused }), 'revisions');
    const [first] = plan.refinements ?? [];
    if (first === undefined) throw new Error('no change');
    const [{ where, before, after } = { where: '', before: '', after: '' }] = differencesOf(first);
    expect(said).toContain(`${where} ${before} ${after}`);
    expect(said).toContain('Volunteer lead');
    expect(said).toContain(plan.plan_changes?.[0]?.what);
    expect(said).toContain('Two shifts a day: made nothing better');
  });

  it('[RH15] the frame is in the language of the plan where it is known', () => {
    const german = renderHtml({ ...plan, language: 'de' });
    const first = wordsOf(firstOf(german));
    for (const words of ['16. Sept. 2027', '60.000 EUR']) expect(first).toContain(words);
    expect(german).toContain('<h2>Kosten</h2>');
    expect(renderHtml({ ...plan, language: 'und' })).toContain('<h2>Costs</h2>');
  });
});

describe('hostile text in report.html', () => {
  it('[RH8] stays text in every field, whatever it looks like', () => {
    const { plans, fields } = hostilePlans();
    expect(fields).toBeGreaterThan(150);
    for (const plan of plans) {
      const reading = readHtml(renderHtml(plan));
      expect(unwanted(reading)).toEqual([]);
      expect(reading.raw).toHaveLength(2);
      expect(reading.text).toContain('&lt;img src=x onerror=bad()&gt;');
      expect(reading.text).not.toMatch(/[\p{Cf}\u2028\u2029]|(?!\n)\p{Cc}/u);
      expect(reading.text.isWellFormed()).toBe(true);
    }
  });

  it('[RH8] Markdown of own sections becomes only headings, lists, tables, bold and code', () => {
    const markdown = `# T\n\n${hostileTexts.join('\n\n')}\n\n[x](javascript:bad()) ![i](//x.example)\n\n- **b** \`c\`\n\n| a | b |\n| --- | --- |\n| <b>1</b> | 2 |\n\n\`\`\`html\n<script>\n\`\`\``;
    const plan = { ...fullPlan(), own_sections: [{ name: 'x', title: 'Own', markdown }] };
    const reading = readHtml(renderHtml(plan));
    expect(unwanted(reading)).toEqual([]);
    expect(reading.text).toContain('[x](javascript:bad())');
    expect(reading.text).toContain('&lt;script&gt;');
  });
});
