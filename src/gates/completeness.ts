// Is it all there? Every section that is expected at its detail, no text that says nothing, nothing
// told twice, every expert heard, every directive judged.
import type { Plan } from '../contract/plan.ts';
import type { GateFinding, GateResult } from '../contract/plan-gates.ts';
import { alikePairs, equalPairs, type Said } from './alike.ts';
import { missingSections } from './completeness-sections.ts';
import { findingOf, gateResult } from './gate.ts';
import { tasksOf } from './plan-parts.ts';
import { stubReason } from './stub-text.ts';

export interface Completeness {
  /** Sections that are missing, experts not heard, directives not judged. */
  readonly missing: readonly GateFinding[];
  readonly stubs: readonly GateFinding[];
  readonly duplicates: readonly GateFinding[];
}

const sectionFindings = (plan: Plan): GateFinding[] =>
  missingSections(plan).map((name) =>
    findingOf('fail', {
      ...{ artifact: name, field: name, value: '' },
      rule: `A plan of this detail has ${name}.`,
      remedy: 'Make the stage that yields it again.',
    }),
  );

/** One who was listed and said nothing. */
const isUnheard = ({ verdict, findings }: NonNullable<Plan['experts']>[number]): boolean =>
  findings.length === 0 && stubReason(verdict) !== null;

const expertFindings = ({ experts = [] }: Plan): GateFinding[] =>
  experts.filter(isUnheard).map(({ id, title }) =>
    findingOf('fail', {
      ...{ artifact: 'experts', field: id, value: title },
      rule: 'Every expert who is listed is heard.',
      remedy: 'Ask that expert again, or take it off the list.',
    }),
  );

function judgedFindings({ directives = [], adherence }: Plan): GateFinding[] {
  if (adherence === undefined) return [];
  const judged = new Set(adherence.map(({ directive }) => directive));
  return directives
    .filter(({ id }) => !judged.has(id))
    .map(({ id, text }) =>
      findingOf('fail', {
        ...{ artifact: 'adherence', field: id, value: text },
        rule: 'Every directive is judged.',
        remedy: 'Judge it: kept, partly, broken or not touched.',
      }),
    );
}

/** What is said at all, where each thing stands. */
function allTexts(value: unknown, at: string): Said[] {
  if (typeof value === 'string') return [{ at, text: value }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, item]) =>
    allTexts(item, at === '' ? name : `${at}.${name}`),
  );
}

/** Parts whose texts are the plan's own; params are given to tools as they are. */
function ownTexts(plan: Plan): Said[] {
  const { charter, risks, assumptions, executive_summary, pitch, swot, premortem } = plan;
  const { questions_and_answers, first_24_hours, critical_premises, governance } = plan;
  const tasks = tasksOf(plan).map(({ task_id, title, description, acceptance_criteria }) => ({
    [task_id]: { title, description, acceptance_criteria },
  }));
  const told = { charter, executive_summary, pitch, swot, premortem, governance };
  return [
    ...tasks.flatMap((task) => allTexts(task, 'phases')),
    ...risks.flatMap(({ risk_id, description, mitigation }) =>
      allTexts({ description, mitigation }, `risks.${risk_id}`),
    ),
    ...assumptions.map(({ assumption_id, claim }) => ({
      ...{ at: `assumptions.${assumption_id}.claim`, text: claim },
    })),
    ...allTexts({ ...told, questions_and_answers, first_24_hours, critical_premises }, ''),
  ];
}

/** Where a mark is enough: a task to begin, an authority, a unit such as %. */
const mayBeEmpty = /\.(?:task|authority|asks|unit)$/;

const stubFindings = (plan: Plan): GateFinding[] =>
  ownTexts(plan).flatMap(({ at, text }) => {
    const reason = text === '' || mayBeEmpty.test(at) ? null : stubReason(text);
    if (reason === null) return [];
    const [artifact = 'plan', ...field] = at.split('.');
    return [
      findingOf('fail', {
        ...{ artifact, field: field.join('.') || artifact, value: text, rule: reason },
        remedy: 'Say what is meant, or leave it out.',
      }),
    ];
  });

const titlesOf = (plan: Plan): Said[] =>
  tasksOf(plan).map(({ task_id, title }) => ({ at: `phases.${task_id}`, text: title }));

/** Lists in which one thing must not stand twice. */
function listsOf(plan: Plan): Said[][] {
  const { experts = [], red_team, critical_premises = [], questions_and_answers = [] } = plan;
  return [
    plan.risks.map(({ risk_id, title = '', description }) => ({
      ...{ at: `risks.${risk_id}`, text: `${title} ${description}` },
    })),
    plan.assumptions.map(({ assumption_id, claim }) => ({
      ...{ at: `assumptions.${assumption_id}`, text: claim },
    })),
    [
      ...experts.flatMap(({ id, findings }) =>
        findings.map(({ says }, index) => ({ at: `experts.${id}.findings.${index}`, text: says })),
      ),
      ...(red_team?.findings ?? []).map(({ id, says }) => ({ at: `red_team.${id}`, text: says })),
    ],
    critical_premises.map(({ id, claim }) => ({ at: `critical_premises.${id}`, text: claim })),
    questions_and_answers.map(({ question }, index) => ({
      ...{ at: `questions_and_answers.${index}`, text: question },
    })),
  ];
}

const duplicateFindings = (plan: Plan): GateFinding[] =>
  [
    ...listsOf(plan).flatMap((list) => alikePairs(list)),
    // Titles may share many words (what it is all about) and still be different work.
    ...equalPairs(titlesOf(plan)),
  ].map(({ one, other }) => {
    const [artifact = 'plan', ...field] = other.at.split('.');
    return findingOf('warn', {
      ...{ artifact, field: field.join('.'), value: other.text },
      rule: `It says the same as ${one.at}.`,
      remedy: 'Keep one of the two, or say what makes them different.',
    });
  });

export const completenessOf = (plan: Plan): Completeness => ({
  missing: [...sectionFindings(plan), ...expertFindings(plan), ...judgedFindings(plan)],
  stubs: stubFindings(plan),
  duplicates: duplicateFindings(plan),
});

export function completenessGate(plan: Plan, found = completenessOf(plan)): GateResult {
  const { missing, stubs, duplicates } = found;
  return gateResult('completeness', 'major', [...missing, ...stubs, ...duplicates]);
}
