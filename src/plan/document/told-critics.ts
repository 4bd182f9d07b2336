// What critics said, as the plan tells it after its revision: the same thing once, with all who said it,
// what was changed because of it, and what of it no longer holds.
import type { Plan } from '../../contract/plan.ts';
import { isSame } from '../findings.ts';
import type { PremisesOutput, PremortemOutput, RefinedOutput } from '../outputs/critique.ts';
import { addCalendarDays } from '../working-days.ts';
import { changesBecause, saysSame, tellsOf } from './answered.ts';
import { expertName } from './open-findings.ts';
import { isTaskOf, laterStart, type Revised, sinceThen } from './since.ts';

type Expert = NonNullable<Plan['experts']>[number];
type RedTeam = NonNullable<Plan['red_team']>;
type Told = Expert['findings'][number];
type Left = RefinedOutput['left'];

const itemsOf = (item: string): string[] => item.split(',').map((one) => one.trim());

/** Everything that critics said, and what became of it. */
export interface Heard {
  readonly experts: readonly Expert[];
  readonly team: RedTeam | undefined;
  readonly revised: Revised;
  readonly left: Left;
}

/** One of those who say the same speaks for all: whose words it was does not matter. */
function answeredBy(finding: Told, heard: Heard): Pick<Told, 'answered'> {
  const { experts, team, revised, left } = heard;
  const all: Told[] = [...(team?.findings ?? []), ...experts.flatMap(({ findings }) => findings)];
  const same = all.filter((one) => isSame(finding, one)).map(({ says }) => saysSame(says));
  const isTold = (text: string): boolean => same.some((isIt) => isIt(text));
  if (left.some(({ says }) => isTold(says))) return {};
  const answered = changesBecause(revised.refinements, isTold, itemsOf(finding.item));
  return answered.length > 0 ? { answered } : {};
}

/** Who of the others says the same. */
function alsoBy(finding: Told, { experts }: Heard, self?: Expert): Pick<Told, 'also_by'> {
  const others = experts
    .filter((one) => one !== self && one.findings.some((other) => isSame(finding, other)))
    .map(expertName);
  return others.length > 0 ? { also_by: others } : {};
}

export const toldRedTeam = (team: RedTeam, heard: Heard): RedTeam => ({
  ...team,
  findings: team.findings.map((one) => ({
    ...one,
    ...alsoBy(one, heard),
    ...answeredBy(one, heard),
  })),
});

/** What the red team or an earlier expert said stands there, with the name of this one. */
export function toldExperts(heard: Heard): Expert[] {
  const said: Told[] = [...(heard.team?.findings ?? [])];
  return heard.experts.map((expert) => {
    const own = expert.findings.filter((one) => !said.some((other) => isSame(other, one)));
    said.push(...own);
    const findings = own.map((one) => ({
      ...one,
      ...alsoBy(one, heard, expert),
      ...answeredBy(one, heard),
    }));
    return { ...expert, findings };
  });
}

type Failure = PremortemOutput['failures'][number];
type ToldFailure = NonNullable<Plan['premortem']>['failures'][number];

const standingOf = (
  { covered, prevention }: Failure,
  answered: readonly string[],
  left: Left,
): ToldFailure['standing'] => {
  if (covered) return 'covered';
  if (answered.length === 0) return 'open';
  return left.some(({ remedy }) => remedy === prevention) ? 'partly' : 'answered';
};

function toldFailure(failure: Failure, revised: Revised, left: Left): ToldFailure {
  const { covered: _covered, ...told } = failure;
  const { title, story, causes, first_sign, prevention, tasks } = failure;
  const answered = changesBecause(revised.refinements, tellsOf(title), tasks);
  const since = sinceThen([story, ...causes, first_sign, prevention], revised);
  return {
    ...told,
    tasks: tasks.filter((ref) => isTaskOf(revised.after, ref)),
    standing: standingOf(failure, answered, left),
    ...(answered.length > 0 ? { answered } : {}),
    ...(since.length > 0 ? { since } : {}),
  };
}

export const toldPremortem = (
  { failures, stop_rule }: PremortemOutput,
  revised: Revised,
  left: Left,
): NonNullable<Plan['premortem']> => ({
  failures: failures.map((one) => toldFailure(one, revised, left)),
  stop_rule,
});

export const toldPremises = (
  { premises }: PremisesOutput,
  revised: Revised,
): NonNullable<Plan['critical_premises']> =>
  premises.map((premise) => {
    const { claim, why_critical, falsifier, test, decision, guards } = premise;
    const answered = changesBecause(revised.refinements, tellsOf(claim), []);
    const since = sinceThen([claim, why_critical, falsifier, test, decision], revised);
    return {
      ...premise,
      by: addCalendarDays(premise.by, laterStart(guards ?? [], revised)),
      ...(guards ? { guards: guards.filter((ref) => isTaskOf(revised.after, ref)) } : {}),
      ...(answered.length > 0 ? { answered } : {}),
      ...(since.length > 0 ? { since } : {}),
    };
  });
