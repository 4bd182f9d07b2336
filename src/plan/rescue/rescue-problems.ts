// What of proposed changes code can check before anything is reckoned anew.

import type { NetworkInput } from '../network/network-input.ts';
import { ringIn, ringText } from '../network/rings.ts';
import type { DirectionOutput } from '../outputs/direction.ts';
import type { OutlineOutput } from '../outputs/work.ts';
import type { LeversOutput } from '../stages/levers.ts';
import { applyChanges } from './apply.ts';
import type { RescueAnswer, RescueChange } from './rescue-answer.ts';

export interface RescueContext {
  readonly network: NetworkInput;
  /** Tasks that are still there: the scheduler may have cut some. */
  readonly tasks: readonly string[];
  readonly settings: DirectionOutput['scenario']['settings'];
  readonly levers: LeversOutput['levers'];
}

export function rescueProblems({ changes }: RescueAnswer, context: RescueContext): string[] {
  const problems = changes.flatMap((change, index) =>
    changeProblems(change, context).map((what) => `changes.${index} (${change.task}): ${what}`),
  );
  if (problems.length > 0) return problems;
  const cut = new Set(changes.filter(isCut).map(({ task }) => task));
  const both = changes.filter((change) => !isCut(change) && cut.has(change.task));
  if (both.length > 0) return both.map(({ task }) => `${task}: it is both cut and changed`);
  return ringProblems(changes, context);
}

const isCut = ({ kind }: RescueChange): boolean => kind === 'cut';

function changeProblems(change: RescueChange, context: RescueContext): string[] {
  if (!context.tasks.includes(change.task)) return ['there is no such task'];
  return [
    ...emptyProblems(change),
    ...(isCut(change) ? cutProblems(change, context.network.outline) : []),
    ...figureProblems(change),
    ...refProblems(change, context),
    ...bindingProblems(change, context.network),
    ...(change.kind === 'scenario' ? leverProblems(change, context) : []),
  ];
}

/** Each kind changes what its name says. */
function emptyProblems(change: RescueChange): string[] {
  const { kind, people, estimate, wait_hours, after, costs, role } = change;
  const isSet = (...values: unknown[]): boolean => values.some((value) => value !== null);
  switch (kind) {
    case 'cut':
      return [];
    case 'overlap':
      return isSet(after) ? [] : ['an overlap gives "after" anew, with fewer or looser links'];
    case 'faster':
      return isSet(people, estimate, wait_hours, role)
        ? []
        : ['faster gives "people", "estimate", "wait_hours" or "role" anew'];
    case 'cheaper':
      return isSet(costs, role, estimate)
        ? []
        : ['cheaper gives "costs", "role" or "estimate" anew'];
    case 'smaller':
    case 'scenario':
      return isSet(people, estimate, wait_hours, after, costs, role) ? [] : ['it changes nothing'];
  }
}

function cutProblems({ task }: RescueChange, { phases }: OutlineOutput): string[] {
  const found = phases.flatMap(({ tasks }) => tasks).find(({ id }) => id === task);
  const [first] = found?.delivers ?? [];
  return first === undefined ? [] : [`${first} is finished by it; make it smaller instead`];
}

function figureProblems({ estimate, costs }: RescueChange): string[] {
  const isDisordered =
    estimate !== null && !(estimate.low <= estimate.likely && estimate.likely <= estimate.high);
  return [
    ...(isDisordered ? ['estimate: low ≤ likely ≤ high must hold'] : []),
    ...(costs ?? [])
      .filter(({ low, base, high }) => low > base || base > high)
      .map(({ what }) => `costs “${what}”: low ≤ base ≤ high must hold`),
  ];
}

/** A contract or a permit is there before what needs it begins, however late it gets. */
function bindingProblems({ task, after }: RescueChange, { details }: NetworkInput): string[] {
  if (after === null) return [];
  const tasks = details.phases.flatMap((phase) => phase.tasks);
  const binding = new Set(
    tasks
      .filter((one) => one.risk_tier === 'T3' || one.reversibility === 'irreversible')
      .map(({ id }) => id),
  );
  const before = tasks.find(({ id }) => id === task)?.after ?? [];
  return before
    .filter((link) => binding.has(link.task) && link.type === 'finish_to_start')
    .filter(
      (link) =>
        !after.some(
          (one) => one.task === link.task && one.type === link.type && one.lag_hours >= 0,
        ),
    )
    .map((link) => `after: ${link.task} binds by contract or law; keep finish_to_start to it`);
}

function refProblems(
  { task, after, role, people }: RescueChange,
  context: RescueContext,
): string[] {
  const { team, details } = context.network;
  const { roles } = team;
  const before = details.phases.flatMap(({ tasks }) => tasks).find(({ id }) => id === task);
  const most = roles.find(({ name }) => name === (role ?? before?.role))?.count ?? 1;
  return [
    ...(after ?? [])
      .filter((one) => one.task === task || !context.tasks.includes(one.task))
      .map((one) => `after: it cannot wait for ${one.task}`),
    ...(role === null || roles.some(({ name }) => name === role)
      ? []
      : [`role: there is no role “${role}”; copy a name of the team`]),
    ...(people === null || people <= most ? [] : [`people: there are ${most} of that role`]),
  ];
}

function leverProblems({ lever, option }: RescueChange, context: RescueContext): string[] {
  const setting = context.settings.find((one) => one.lever === lever);
  if (!setting) return [`lever: the scenario sets no lever called “${lever}”; copy its name`];
  if (setting.option === option) return ['option: it is set so already'];
  const options = context.levers.find(({ name }) => name === lever)?.options ?? [];
  return options.some(({ name }) => name === option)
    ? []
    : [`option: “${lever}” has no option “${option}”; copy its name`];
}

function ringProblems(changes: readonly RescueChange[], { network }: RescueContext): string[] {
  const { phases } = applyChanges(network.details, changes);
  const tasks = phases.flatMap((phase) => phase.tasks);
  const ring = ringIn(new Map(tasks.map(({ id, after }) => [id, after.map(({ task }) => task)])));
  return ring ? [`after: ${ringText(ring)}`] : [];
}
