// What a PlanExe plan does not say: a task of which it states nothing waits for the phase before its own.
// A link from each to each would be the product of two phases, so large ones meet in a milestone, and
// where a plan could not hold even those links, such tasks are done in a row.
import type { ImportedLink, ImportedTask } from './imported-plan.ts';
import type { TreeNode } from './planexe-tree.ts';
import { freeNames, maxTasks } from './sound-tasks.ts';

export interface StatedOrder {
  readonly links: readonly ImportedLink[];
  /** Tasks of which the file says what they wait for, be it nothing. */
  readonly told: ReadonlySet<string>;
}

export interface PhaseOrder {
  /** All of them guesses. */
  readonly links: readonly ImportedLink[];
  /** The milestones that end a phase. */
  readonly ends: ReadonlyMap<TreeNode, ImportedTask>;
}

/** More links than these between two phases go through a milestone. */
const maxPairs = 60;
/** As many as a plan holds. */
const maxLinks = 2_000;

const unsaid = 'The file does not say what it waits for, so it waits for';
const rules = {
  direct: `${unsaid} the phase before it, as the order of the phases says.`,
  ends: `${unsaid} the phase before it, as the order of the phases says. Where that would be very many links, they go through a milestone that ends the phase before.`,
  row: `${unsaid} the one before it, as in the file's own Gantt: for any other order it has too many tasks.`,
} as const;

interface Border {
  readonly before: TreeNode;
  /** What nothing of its own phase waits for. */
  readonly lasts: readonly string[];
  readonly firsts: readonly string[];
}

const link = (from: string, to: string): ImportedLink => ({
  ...{ from, to, type: 'finish_to_start', lag: 0 },
});

const openIn = ({ children }: TreeNode, told: ReadonlySet<string>): string[] =>
  children.flatMap(({ id }) => (told.has(id) ? [] : [id]));

/** Tasks that another one of the same phase waits for. */
function waitedFor(phases: readonly TreeNode[], links: readonly ImportedLink[]): Set<string> {
  const phaseOf = new Map(phases.flatMap(({ children }, at) => children.map(({ id }) => [id, at])));
  const isWithin = ({ from, to }: ImportedLink): boolean =>
    from !== to && phaseOf.has(from) && phaseOf.get(from) === phaseOf.get(to);
  return new Set(links.filter(isWithin).map(({ from }) => from));
}

function bordersOf(
  phases: readonly TreeNode[],
  { links, told }: StatedOrder,
  firstsOf: (open: readonly string[]) => readonly string[],
): Border[] {
  const waited = waitedFor(phases, links);
  return phases.slice(1).flatMap((phase, at): Border[] => {
    const before = phases[at];
    const firsts = firstsOf(openIn(phase, told));
    if (before === undefined || firsts.length === 0) return [];
    const lasts = before.children.flatMap(({ id }) => (waited.has(id) ? [] : [id]));
    return [{ before, lasts, firsts }];
  });
}

const isLarge = ({ lasts, firsts }: Border): boolean =>
  Math.min(lasts.length, firsts.length) > 1 && lasts.length * firsts.length > maxPairs;

function endsOf(
  phases: readonly TreeNode[],
  borders: readonly Border[],
): ReadonlyMap<TreeNode, ImportedTask> {
  const ids = phases.flatMap((phase) => [
    phase.id,
    ...phase.children.flatMap((task) => [task.id, ...task.children.map(({ id }) => id)]),
  ]);
  const free = freeNames(new Set(ids));
  return new Map(
    borders.filter(isLarge).map(({ before: { id, title }, before }) => {
      const about = { id: free(`${id}_end`), title: `End of ${title}`, parent: id, hours: null };
      return [before, { ...about, kind: 'milestone', performer: 'human' }];
    }),
  );
}

/** A link that closes a ring is dropped, the later one first: then a task that is done out of turn is
 * left out of the end of its phase, rather than that the next phase loses its beginning. */
const throughEnd = ({ lasts, firsts }: Border, end: string): ImportedLink[] => [
  ...firsts.map((to) => link(end, to)),
  ...lasts.map((from) => link(from, end)),
];

const eachToEach = ({ lasts, firsts }: Border): ImportedLink[] =>
  firsts.flatMap((to) => lasts.map((from) => link(from, to)));

const guessed = (links: readonly ImportedLink[], guess: string): ImportedLink[] =>
  links.map((one) => ({ ...one, guess }));

function sideBySide(phases: readonly TreeNode[], stated: StatedOrder): PhaseOrder {
  const borders = bordersOf(phases, stated, (open) => open);
  const ends = endsOf(phases, borders);
  const links = borders.flatMap((border) => {
    const end = ends.get(border.before);
    return end === undefined ? eachToEach(border) : throughEnd(border, end.id);
  });
  return { links: guessed(links, ends.size === 0 ? rules.direct : rules.ends), ends };
}

/** One link a task. */
function inARow(phases: readonly TreeNode[], { links, told }: StatedOrder): PhaseOrder {
  const row = phases.flatMap((phase) => {
    const open = openIn(phase, told);
    return open.slice(1).map((to, at) => link(open[at] ?? '', to));
  });
  const both = { links: [...links, ...row], told };
  const borders = bordersOf(phases, both, (open) => open.slice(0, 1));
  return { links: guessed([...row, ...borders.flatMap(eachToEach)], rules.row), ends: new Map() };
}

/** Of as many tasks as a plan holds at most. */
export function phaseOrder(phases: readonly TreeNode[], stated: StatedOrder): PhaseOrder {
  const filled = phases.filter(({ children }) => children.length > 0);
  const tasks = filled.reduce((sum, { children }) => sum + children.length, 0);
  const order = sideBySide(filled, stated);
  const isFew = stated.links.length + order.links.length <= maxLinks;
  return isFew && tasks + order.ends.size <= maxTasks ? order : inARow(filled, stated);
}
