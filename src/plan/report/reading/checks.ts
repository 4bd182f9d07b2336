// What the checks came to, in one line, and their findings by what is to be done about them.
import type { Plan } from '../../../contract/plan.ts';
import type { GateFinding, GateResult } from '../../../contract/plan-gates.ts';
import { withShortNames } from './names.ts';
import { plainly } from './once.ts';
import { bare } from './sentences.ts';
import { plain } from './words.ts';

/** Those that did not run say nothing; plan.json names them. */
export const gatesRun = (gates: readonly GateResult[]): GateResult[] =>
  gates.filter(({ status }) => status !== 'not_run');

/** "2 passed, 2 with warnings, 1 failed" */
export function gatesDigest(gates: readonly GateResult[]): string {
  const count = (wanted: GateResult['status']): number =>
    gates.filter(({ status }) => status === wanted).length;
  const parts: (readonly [number, string])[] = [
    [count('pass'), 'passed'],
    [count('warn'), count('warn') === 1 ? 'with a warning' : 'with warnings'],
    [count('fail'), 'failed'],
    [count('waived'), 'waived'],
  ];
  const said = parts.filter(([number]) => number > 0).map(([number, says]) => `${number} ${says}`);
  return said.length === 0 ? 'none was run' : said.join(', ');
}

export interface FindingLine {
  readonly level: GateFinding['level'];
  readonly rule: string;
  /** What was found, and where: the same value once for all its places. */
  readonly found: readonly { readonly where: readonly string[]; readonly value: string }[];
}

export interface FindingGroup {
  readonly gate: GateResult['gate'];
  readonly remedy: string;
  readonly lines: readonly FindingLine[];
}

/** A broken directive may stand twice: as what code measured, and as what was said of it. */
const isNew = (one: GateFinding, _: number, all: readonly GateFinding[]): boolean =>
  one.artifact !== 'adherence' ||
  !all.some(
    ({ artifact, rule, value }) =>
      artifact !== 'adherence' && rule === one.rule && value !== '' && one.value.includes(value),
  );

/** What is said where the goal is compared with the plan is not said here again. */
function isToldOfGoal({ adherence = [] }: Plan, { rule, value }: GateFinding): boolean {
  const directive = /^D\d{1,2}\b/.exec(rule)?.[0];
  const found = plainly(value.replace(/^(?:partly|broken): /u, ''));
  return adherence.some(
    (one) =>
      one.directive === directive && one.verdict !== 'kept' && plainly(one.why).includes(found),
  );
}

/** The ids of directives whose findings stand with the goal. */
export const directivesTold = (plan: Plan): string[] => [
  ...new Set(
    findingsOf(plan)
      .filter((one) => isToldOfGoal(plan, one))
      .map(({ rule }) => rule.slice(0, rule.search(/\W|$/u))),
  ),
];

const findingsOf = ({ gates = [] }: Plan): GateFinding[] =>
  gates.flatMap(({ findings }) => findings);

/** outcomes: outcome_1.by → M1; premortem: stop_rule → premortem stop rule. */
function placeOf({ artifact, field }: GateFinding): string {
  const said = withShortNames(field);
  const [named] = /^(?:[A-Z]\d[\w.]*?|\d+\.\d+)(?=\.[a-z]|$)/u.exec(said) ?? [];
  if (named !== undefined) return named;
  return artifact === 'adherence' ? said : `${plain(artifact)} ${plain(said)}`;
}

/** In the order of the checks; what fails stands first in its group. */
export const findingGroups = (plan: Plan): FindingGroup[] =>
  (plan.gates ?? []).flatMap(({ gate, findings }) => {
    const fresh = findings.filter(isNew).filter((one) => !isToldOfGoal(plan, one));
    return [...Map.groupBy(fresh, ({ remedy }) => remedy)].map(([remedy, all]) => ({
      ...{ gate, remedy },
      lines: linesOf(all.toSorted((one, other) => one.level.localeCompare(other.level))),
    }));
  });

const linesOf = (findings: readonly GateFinding[]): FindingLine[] =>
  [...Map.groupBy(findings, ({ level, rule }) => `${level} ${rule}`)].map(([, all]) => ({
    level: all[0]?.level ?? 'warn',
    rule: all[0]?.rule ?? '',
    found: foundOf(all),
  }));

/** One value for many places, or many values for one place: each of them once. */
function foundOf(findings: readonly GateFinding[]): FindingLine['found'] {
  const byPlace = [...Map.groupBy(findings, placeOf)].map(([where, some]) => ({
    where,
    value: [...new Set(some.map(({ value }) => bare(value)))].join(', '),
  }));
  return [...Map.groupBy(byPlace, ({ value }) => value)].map(([value, some]) => ({
    where: some.map(({ where }) => where),
    value,
  }));
}
