// A change in words, for the record: what it was and what it is.
import type { PlanChange } from '../../contract/plan-critique.ts';
import { money } from '../brains/offline/money.ts';
import type { NetworkInput } from '../network/network-input.ts';
import type { TaskDetail } from '../outputs/work.ts';
import type { RescueChange, RescueUnit } from './rescue-answer.ts';

const MOST = 400;

const clipped = (text: string): string =>
  text.length > MOST ? `${text.slice(0, MOST - 1)}…` : text;

const hoursText = ({ low, likely, high }: TaskDetail['estimate']): string =>
  `${low}/${likely}/${high} h`;

const sum = (costs: TaskDetail['costs']): number => costs.reduce((all, { base }) => all + base, 0);

const links = (after: TaskDetail['after']): string =>
  after
    .map(({ task, lag_hours }) => (lag_hours === 0 ? task : `${task} ${lag_hours} h`))
    .join(', ') || 'nothing';

function detailText(change: RescueChange, task: TaskDetail, currency: string): string {
  const { people, estimate, wait_hours, after, costs, role, title } = change;
  const parts = [
    ...(title === null ? [] : [`now “${title}”`]),
    ...(estimate === null ? [] : [`${hoursText(task.estimate)} → ${hoursText(estimate)}`]),
    ...(people === null ? [] : [`${task.people} → ${people} people`]),
    ...(wait_hours === null ? [] : [`waits ${task.wait_hours} → ${wait_hours} h`]),
    ...(after === null ? [] : [`after ${links(task.after)} → after ${links(after)}`]),
    ...(costs === null
      ? []
      : [`${money(sum(task.costs), currency)} → ${money(sum(costs), currency)}`]),
    ...(role === null ? [] : [`${task.role} → ${role}`]),
  ];
  return parts.join('; ');
}

function changeText(change: RescueChange, { outline, details, direction }: NetworkInput): string {
  const outlined = outline.phases
    .flatMap(({ tasks }) => tasks)
    .find(({ id }) => id === change.task);
  const task = details.phases.flatMap(({ tasks }) => tasks).find(({ id }) => id === change.task);
  const name = `${change.task} ${task?.title ?? outlined?.title ?? ''}`.trim();
  if (change.kind === 'cut' || !task) return `${name}: left out`;
  return `${name}: ${detailText(change, task, direction.currency)}`;
}

/** The input is that from before the change. */
export function unitText(unit: RescueUnit, input: NetworkInput): string {
  const texts = unit.map((change) => changeText(change, input)).join('; ');
  const [first] = unit;
  return clipped(
    first?.kind === 'scenario' ? `${first.lever}: now “${first.option}”. ${texts}` : texts,
  );
}

export const unitRecord = (
  unit: RescueUnit,
  input: NetworkInput,
  { round, effect }: Pick<PlanChange, 'round' | 'effect'>,
): PlanChange => ({
  round,
  kind: unit[0]?.kind ?? 'smaller',
  what: unitText(unit, input),
  why: clipped([...new Set(unit.map(({ why }) => why))].join(' ')),
  gives_up: clipped([...new Set(unit.map(({ gives_up }) => gives_up))].join(' ')),
  effect,
  ...setOf(unit),
});

function setOf([first]: RescueUnit): Pick<PlanChange, 'set'> {
  if (first?.kind !== 'scenario' || first.lever === '' || first.option === '') return {};
  return { set: { lever: first.lever, option: first.option } };
}
