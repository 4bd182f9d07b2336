// What the critics found that a revision should take up: of the experts what is grave, of the red team
// what the judge let stand, of the premortem what no task prevents, of the premises what is refuted.
import { stopped } from '../../base/sentences.ts';
import type { PlanFinding } from '../../contract/plan-critique.ts';
import { heaviestFirst, withoutDoubles } from '../findings.ts';
import type {
  AttackOutput,
  ExpertsOutput,
  JudgeOutput,
  PremisesOutput,
  PremortemOutput,
  RebuttalOutput,
} from '../outputs/critique.ts';

export interface Critics {
  /** Not every detail has all of them. */
  readonly experts: ExpertsOutput | null;
  readonly attack: AttackOutput | null;
  readonly rebuttal: RebuttalOutput | null;
  readonly judge: JudgeOutput | null;
  readonly premortem: PremortemOutput;
  readonly premises: PremisesOutput;
}

type Severity = PlanFinding['severity'];

const MOST_TEXT = 400;

export const clipped = (text: string, most = MOST_TEXT): string =>
  text.length > most ? `${text.slice(0, most - 1)}…` : text;

const fromExperts = ({ experts }: ExpertsOutput): PlanFinding[] =>
  experts.flatMap(({ findings }) => findings.filter(({ severity }) => severity !== 'minor'));

/** What holds in part weighs less. */
const lighter: Readonly<Record<Severity, Severity>> = {
  fatal: 'major',
  major: 'minor',
  minor: 'minor',
};

/** What the judge let stand; where the author knows a better change, that one is asked for. */
function fromAttack({ findings }: AttackOutput, { judge, rebuttal }: Critics): PlanFinding[] {
  const rulings = new Map(judge?.rulings.map(({ finding, ruling }) => [finding, ruling]));
  const better = new Map(
    rebuttal?.answers
      .filter(({ stance }) => stance === 'revise')
      .map(({ finding, answer }) => [finding, answer]),
  );
  return findings
    .filter(({ id }) => rulings.get(id) !== 'overruled')
    .map(({ id, section, item, severity, says, remedy }) => ({
      ...{ section, item, says },
      severity: rulings.get(id) === 'partly' ? lighter[severity] : severity,
      remedy: better.get(id) ?? remedy,
    }));
}

/** The first task of each phase. */
const oneOfEachPhase = (tasks: readonly string[]): string[] =>
  [...Map.groupBy(tasks, (task) => task.split('.')[0] ?? '').values()].flatMap(([first]) =>
    first === undefined ? [] : first,
  );

/** It goes into the tasks that were named for it, in each phase one. */
const fromPremortem = ({ failures }: PremortemOutput): PlanFinding[] =>
  failures
    .filter(({ covered }) => !covered)
    .map(({ title, first_sign, prevention, tasks }) => ({
      section: tasks.length === 0 ? 'risks' : 'phase',
      item: oneOfEachPhase(tasks).join(', '),
      severity: 'major',
      says: clipped(`${stopped(title)} ${first_sign}`),
      remedy: prevention,
    }));

const fromPremises = ({ premises }: PremisesOutput): PlanFinding[] =>
  premises
    .filter(({ state }) => state === 'refuted')
    .map(({ claim, falsifier, decision }) => ({
      section: 'assumptions',
      item: /\bA\d{1,2}\b/.exec(claim)?.[0] ?? '',
      severity: 'fatal',
      says: clipped(`${claim} ${falsifier}`),
      remedy: decision,
    }));

/** The heaviest first, each once. */
export function hitsOf(critics: Critics): PlanFinding[] {
  const { experts, attack, premortem, premises } = critics;
  const all = [
    ...fromPremises(premises),
    ...(attack ? fromAttack(attack, critics) : []),
    ...(experts ? fromExperts(experts) : []),
    ...fromPremortem(premortem),
  ];
  return withoutDoubles(all.toSorted(heaviestFirst));
}
