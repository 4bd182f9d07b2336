import { describe, expect, it } from 'vitest';
import { fullPlan } from '../../../test/support/full-plan.ts';
import type { Plan } from '../../contract/plan.ts';
import { planOffline } from '../brains/offline/run-offline.ts';
import { renderHtml } from './html/index.ts';
import { renderReport } from './report-markdown.ts';

const plan = fullPlan();

/** Without tags, with single spaces. */
const wordsOf = (page: string): string =>
  page
    .replace(/<(style|script)>.*?<\/\1>/gsu, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/gu, ' ');

const partOf = (report: string, title: string): string => {
  const from = report.indexOf(`## ${title}`);
  const to = report.indexOf('\n## ', from + 1);
  return report.slice(from, to < 0 ? undefined : to);
};

const LONG = 8;

/** Sentences, cells and items that stand more than once after the first screen. The name of a task or
 * a risk is no sentence: tables call things by their names. */
function repeated(
  report: string,
  { phases, risks }: Pick<Plan, 'phases' | 'risks'> = plan,
): string[] {
  const names = [
    ...phases.flatMap(({ tasks }) => tasks.map(({ title }) => title)),
    ...risks.map(({ title = '' }) => title),
  ].map((name) => (name.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' '));
  const body = report.slice(report.indexOf('\n## ', report.indexOf('## In two minutes') + 1));
  const lines = body.split('\n').filter((line) => !line.startsWith('#'));
  const sentences = lines
    .flatMap((line) => line.split(/(?<=[.!?])\s+|\||; /u))
    .map((text) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
    .filter((words) => words.length >= LONG)
    .map((words) => words.join(' '));
  return [...Map.groupBy(sentences, (text) => text)]
    .filter(([text, all]) => all.length > 1 && !names.includes(text))
    .map(([text]) => text);
}

const both = (plan: Plan): readonly [string, string] => [
  renderReport(plan),
  wordsOf(renderHtml(plan)),
];

const [finding] = plan.experts?.[0]?.findings ?? [];
if (finding === undefined) throw new Error('no finding');

describe('a report says each thing once', () => {
  it('[RH25] a finding that led to a change is one line: what was changed, marked', () => {
    const change = { path: 'tasks.2.3.description', before: 'a', after: 'b' };
    const refinements = [
      {
        round: 1,
        section: 'phase' as const,
        item: '2.3',
        because: [finding.says],
        changes: [change],
      },
    ];
    for (const text of both({ ...plan, refinements, findings_left: [] })) {
      expect(text).toContain('✓');
      expect(text).toContain(finding.remedy);
      expect(text).not.toContain(finding.says);
    }
    for (const text of both({ ...plan, refinements: [], findings_left: [] })) {
      expect(text).not.toContain('✓');
      expect(text.split(finding.says)).toHaveLength(2);
    }
  });

  it('[RH25] findings that were left are told where they were made, and their reason once', () => {
    const left = plan.experts?.flatMap(({ findings }) => findings) ?? [];
    const findings_left = left.map((one) => ({
      ...one,
      why_left:
        'With its revision a limit was missed by more. At 80 %: end 2027-09-01 → 2027-09-09.',
    }));
    for (const text of both({ ...plan, findings_left })) {
      expect(text.split('With its revision a limit was missed by more')).toHaveLength(2);
      expect(text.split(finding.says)).toHaveLength(2);
      expect(text).toMatch(/end 2027-09-01 → 2027-09-09/u);
    }
  });

  it('[RH25] a finding that no section tells is told with its reason', () => {
    const other = { ...finding, says: 'Nobody looked at the drains under the hall.' };
    const findings_left = [{ ...other, why_left: 'No time was left.' }];
    for (const text of both({ ...plan, findings_left })) expect(text).toContain(other.says);
  });

  it('[RH25] what was answered is marked, who else said it is named, and a story says whether it is prevented', () => {
    const [expert, ...others] = plan.experts ?? [];
    const [story, ...stories] = plan.premortem?.failures ?? [];
    const [premise] = plan.critical_premises ?? [];
    if (!expert || !story || !premise || !plan.premortem) throw new Error('no critics');
    const answered = { ...finding, answered: ['2.3, now: a visit'], also_by: ['E2 Librarian'] };
    const told: Plan = {
      ...plan,
      experts: [{ ...expert, findings: [answered] }, ...others],
      premortem: {
        ...plan.premortem,
        failures: [
          { ...story, standing: 'partly', since: ['The visit moved to May.'] },
          ...stories,
        ],
      },
      critical_premises: [{ ...premise, guards: ['2.1'] }],
    };
    for (const text of both(told)) {
      expect(text).not.toContain(finding.says);
      expect(text).toMatch(/✓ +2\.3 +\(?major,? +also +E2/u);
      expect(text).toMatch(/Prevention,? \(?in the plan in part/u);
      expect(text).toMatch(/Changed since:? +The visit moved to May/u);
      expect(text).toMatch(/Until then these wait: +2\.1/u);
    }
  });

  it('[RH26] attacks are told without the debate: what stands, and why others were overruled', () => {
    const [conceded, defended] = plan.red_team?.findings ?? [];
    for (const text of both(plan)) {
      expect(text).toContain(conceded?.says);
      expect(text).toContain(conceded?.remedy);
      expect(text).not.toContain(conceded?.why);
      expect(text).toContain(defended?.says);
      expect(text).toContain(defended?.why);
      expect(text).not.toContain(defended?.answer);
    }
  });

  it('[RH27] a guess that is an assumption is named, not told again', () => {
    const [one] = plan.assumptions;
    if (one === undefined) throw new Error('no assumption');
    const guess = {
      guess: `${one.claim.replace(/\.$/u, '')}: ${one.base} ${one.unit} (${one.lower} to ${one.upper})`,
      used_for: 'The survey of the roof and nothing else at all',
      how_to_confirm: 'Ask somebody who has done it before.',
    };
    const known = { ...one, how_to_check: guess.how_to_confirm };
    const unknown = { ...one, how_to_check: undefined };
    const guesses = [guess, ...plan.guesses];
    const others = plan.assumptions.slice(1);
    for (const text of both({ ...plan, guesses, assumptions: [known, ...others] })) {
      expect(text).not.toContain(guess.used_for);
      expect(text).toMatch(/A1 ?: these +assumptions +are guesses/u);
      expect(text).toContain(plan.guesses[0]?.guess);
    }
    for (const text of both({ ...plan, guesses, assumptions: [unknown, ...others] }))
      expect(text).toContain(guess.how_to_confirm);
  });

  it('[RH27] a guess of a price is named by its cost line, and small ones are counted', () => {
    const [line] = plan.cost_lines ?? [];
    if (line === undefined) throw new Error('no line');
    const guess = {
      guess: `${line.name}: ${line.base} EUR (${line.low} to ${line.high})`,
      ...{ used_for: 'costs: The works inside', how_to_confirm: 'Get a quote from two firms.' },
    };
    const stamp = { ...line, cost_id: 'cost_99', name: 'Stamp', low: 6, base: 6, high: 6 };
    const cost_lines = [...(plan.cost_lines ?? []), stamp];
    const guesses = [guess, { ...guess, guess: 'Stamp: 6 EUR (6 to 6)' }];
    for (const text of both({ ...plan, guesses, cost_lines })) {
      expect(text).not.toContain(guess.how_to_confirm);
      expect(text).toMatch(/K1[.\\w]* ?: these +prices +are guesses; get quotes/u);
      expect(text).toContain('1 more price below 1 % of the total.');
    }
  });

  it('[RH28] steps and conditions that an earlier task has in the same words are named by it', () => {
    const [first, ...others] = plan.phases;
    const [task, next, ...tasks] = first?.tasks ?? [];
    if (!first || !task || !next) throw new Error('no tasks');
    const same = {
      ...next,
      subtasks: task.subtasks.map((step) => ({ ...step, subtask_id: `${step.subtask_id}_again` })),
      acceptance_criteria: [
        'All of the eight rooms were seen by two people',
        ...next.acceptance_criteria,
      ],
    };
    const before = {
      ...task,
      acceptance_criteria: [...task.acceptance_criteria, same.acceptance_criteria[0] ?? ''],
    };
    const phases = [{ ...first, tasks: [before, same, ...tasks] }, ...others];
    for (const text of both({ ...plan, phases })) {
      expect(text.split('All of the eight rooms were seen by two people')).toHaveLength(2);
      expect(text).toMatch(/the rest as in +1\.1/u);
    }
    expect(renderReport({ ...plan, phases })).toContain('Steps: as in 1.1.');
  });

  it('[RH29] no sentence of eight words or more stands twice in report.md', async () => {
    expect(
      repeated(
        `## In two minutes\n\n## A\n\nOne two three four five six seven eight. x\n- one, two three four five six seven eight.`,
      ),
    ).toHaveLength(1);
    expect(repeated(renderReport(plan))).toEqual([]);
    const made = await planOffline({
      ...{ planId: 'plan_t1', startDate: '2026-01-05' },
      goal: 'Open a bakery in Porto by June 2026, EUR 40,000',
    });
    expect(repeated(renderReport(made.plan), made.plan)).toEqual([]);
  }, 60_000);
});

describe('what stands elsewhere is named by its place', () => {
  it('[RH45] criteria, responses, signs and checks are not told again', () => {
    const [first, ...others] = plan.phases;
    const [task, ...tasks] = first?.tasks ?? [];
    const [risk, ...risks] = plan.risks;
    const [assumption, ...assumptions] = plan.assumptions;
    if (!first || !task || !risk || !assumption || !plan.charter || !plan.swot) throw new Error();
    const criterion = 'Every one of the nine lamps burns for a night';
    const response = 'Buy two lamps more than the rooms of the house need';
    const check = 'Count the lamps of the house once more in the first week';
    const line = { text: 'Lamps may break', so_what: response };
    const [deliverable, ...deliverables] = plan.charter.deliverables;
    if (!deliverable) throw new Error('no deliverable');
    const made: Plan = {
      ...plan,
      phases: [
        { ...first, tasks: [{ ...task, acceptance_criteria: [criterion] }, ...tasks] },
        ...others,
      ],
      risks: [{ ...risk, mitigation: response }, ...risks],
      assumptions: [{ ...assumption, how_to_check: check }, ...assumptions],
      charter: {
        ...plan.charter,
        deliverables: [{ ...deliverable, acceptance: [criterion] }, ...deliverables],
      },
      swot: { ...plan.swot, threats: [line] },
      papers: {
        ...{ to_find: [], to_write: [] },
        data: [{ what: 'Lamps', why: 'x', method: check, decides: 'How many.', settles: ['A1'] }],
      },
    };
    for (const text of both(made)) {
      expect(text.split(criterion)).toHaveLength(2);
      expect(text.split(check)).toHaveLength(2);
      expect(text).toMatch(/1\.1 +is accepted/u);
      expect(text).toMatch(/see +R1/u);
    }
  });

  it('[RH46] the first screen says which playbook was followed, and how the plan was made who stood in', () => {
    const why = 'The goal says “lamps”, which speaks for lighting a house.';
    const made: Plan = {
      ...plan,
      playbook: { name: 'lamps', fit: 'clear', why },
      stand_ins: [{ stage: 'premises', why: 'No model answered.' }],
    };
    const [markdown, page] = both(made);
    expect(markdown.slice(0, markdown.indexOf('## In two minutes'))).toContain(why);
    // There, and with how the plan was made.
    expect(page.split(why)).toHaveLength(3);
    for (const text of [markdown, page]) {
      expect(text).toContain(why);
      expect(text).toContain('Rules answered premises');
    }
    for (const text of both(plan)) expect(text).not.toContain('Rules answered');
  });
});

describe('both reports have the same content', () => {
  it('[RH30] whether a target is a least or a most, rules that matter and what is missing', () => {
    const outcomes = (plan.outcomes ?? []).map((one) => ({ ...one, aim: 'at_most' as const }));
    for (const text of both({ ...plan, outcomes })) {
      expect(text).toMatch(/at most \d/u);
      for (const { rules_that_matter: rules } of plan.jurisdictions ?? [])
        for (const rule of rules) expect(text).toContain(rule);
      for (const { what } of plan.resources?.missing ?? []) expect(text).toContain(what);
      expect(text).toContain(plan.charter?.smart.achievable);
    }
  });

  it('[RH31] things have their short names in report.md too', () => {
    const text = renderReport(plan);
    expect(text).not.toMatch(/(?:task|risk|assumption|cost|outcome)\\?_\d/u);
    expect(text).toMatch(/^\| R1 \|/mu);
    expect(text).toMatch(/^\| A1 \|/mu);
  });

  it('[RH32] a part-time role works hours a week, not at a time of day', () => {
    const day = [{ from: '09:00', to: '12:12' }];
    const calendars = [{ calendar_id: 'part', week: [day, day, day, day, day, [], []] }];
    const roles = (plan.roles ?? []).map((role, index) =>
      index === 0 ? { ...role, calendar: 'part' } : role,
    );
    for (const text of both({ ...plan, calendars, roles })) {
      expect(text).toContain(`Working time: ${roles[0]?.name} 16 h a week, Mon to Fri;`);
      expect(text).not.toContain('12:12');
    }
  });

  it('[RH33] an expected cost above four of five runs says which rare risk makes it so', () => {
    const { simulation } = plan.schedule;
    if (!simulation?.cost) throw new Error('no runs');
    const cost = { ...simulation.cost, p80: plan.costs.base - 1 };
    const schedule = { ...plan.schedule, simulation: { ...simulation, cost } };
    const [risk] = plan.risks;
    if (risk === undefined) throw new Error('no risk');
    const rare = {
      ...{ ...risk, title: 'A wall falls down', probability: 0.05 },
      cost: { low: 1000, base: 90_000, high: 900_000 },
    };
    const why = 'On average it costs more than in four of five runs';
    const risks = [rare, ...plan.risks.slice(1)];
    const reckoned = [{ id: rare.risk_id, mean: 9000, worst: 900_000 }];
    for (const risk_costs of [reckoned, undefined])
      for (const text of both({ ...plan, schedule: { ...schedule, risk_costs }, risks })) {
        expect(text).toContain(why);
        expect(text).toMatch(/rare, expensive risk: (?:R1 )? ?A wall falls down/u);
      }
    for (const text of both(plan)) expect(text).not.toContain(why);
  });

  it('[RH34] what comes before a task stands under "Starts after", with the wait', () => {
    expect(partOf(renderReport(plan), 'Phase 2')).toMatch(
      /\| Starts after \|[\s\S]*(?:days|weeks) after 1\.3/u,
    );
    expect(wordsOf(renderHtml(plan))).toMatch(
      /starts after [\d.]+ [\w ]*(?:days|weeks) after 1\.3/u,
    );
  });

  it('[RH35] findings of a check with one rule are one line, and those of a directive stand with the goal', () => {
    const finding = (field: string, value: string) => ({
      ...{ artifact: 'outcomes', field, value, rule: 'What it measures is done by then.' },
      ...{ remedy: 'Measure it later.', level: 'warn' as const },
    });
    const partly = plan.adherence?.find(({ verdict }) => verdict === 'partly');
    const ofGoal = {
      ...{ artifact: 'adherence', field: 'schedule', value: `partly: ${partly?.why}` },
      ...{ rule: `${partly?.directive} (5/5): as asked`, remedy: 'Mend.', level: 'warn' as const },
    };
    const gates: Plan['gates'] = [
      { gate: 'directives', severity: 'major', status: 'warn', findings: [ofGoal] },
      {
        ...{ gate: 'consistency', severity: 'major', status: 'warn' },
        findings: [
          ...[finding('outcome_1.by', '2027-01-01'), finding('outcome_2.by', '2027-01-01')],
          finding('outcome_1.by', '2027-01-02'),
        ],
      },
    ];
    for (const text of both({ ...plan, gates })) {
      expect(text.split('What it measures is done by then.')).toHaveLength(2);
      expect(text.split(partly?.why ?? '')).toHaveLength(2);
      expect(text).toMatch(/D1 not quite kept/u);
      expect(text).toMatch(/M1 ?: 2027-01-01, 2027-01-02; M2 ?: 2027-01-01/u);
    }
  });
});
