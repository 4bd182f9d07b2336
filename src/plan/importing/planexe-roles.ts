// Who does a task of a PlanExe plan. The plan never says so: its team stands in one file, and what each
// step needs in another. The member of the team whose name the steps name most often is taken, and
// that is told as a guess.
import { fieldsOf, listOf, textIn } from './fields.ts';
import type { PlanexeFiles } from './planexe-files.ts';
import type { TreeNode } from './planexe-tree.ts';

export interface Member {
  readonly name: string;
  readonly capacity: number;
  readonly does: string | undefined;
}

const maxName = 80;

/** Of "min 1, max 2, depending on workload" the most, of "1" that. */
function countIn(text: string): number {
  const found = [...text.matchAll(/\d{1,4}/g)].slice(0, 2).map(([digits]) => Number(digits));
  return Math.max(1, ...found.filter((count) => count <= 50));
}

export function planexeTeam(files: PlanexeFiles): Member[] {
  return listOf(files.json('find_team_members.json')).flatMap((value): Member[] => {
    const { category, count, explanation } = fieldsOf(value);
    const name = textIn(category);
    if (name === undefined) return [];
    const capacity = countIn(textIn(count) ?? '1');
    return [{ name: name.slice(0, maxName).trim(), capacity, does: textIn(explanation) }];
  });
}

const wordsOf = (text: string): Set<string> =>
  new Set((text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []).filter((word) => word !== 'and'));

/** How much of the shorter name stands in the other. */
export function likeness(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const least = Math.min(one.size, other.size);
  if (least === 0) return 0;
  return [...one].filter((word) => other.has(word)).length / least;
}

const nearEnough = 0.6;

const most = (counts: ReadonlyMap<string, number>): string | undefined =>
  [...counts].reduce<[string, number] | undefined>(
    (best, one) => (best === undefined || one[1] > best[1] ? one : best),
    undefined,
  )?.[0];

const resourcesOf = (task: TreeNode): string[] => [
  ...task.resources,
  ...task.children.flatMap(({ resources }) => resources),
];

/** Things are named here and there, people again and again. */
const oftenEnough = 3;

/** Without a team, what the whole plan names most often is most likely a person. */
function bySteps(tasks: readonly TreeNode[]): (task: TreeNode) => string | undefined {
  const all = new Map<string, { name: string; count: number }>();
  for (const name of tasks.flatMap(resourcesOf)) {
    const known = all.get(name.toLowerCase());
    all.set(name.toLowerCase(), { name: known?.name ?? name, count: (known?.count ?? 0) + 1 });
  }
  return (task) => {
    const named = resourcesOf(task).flatMap((name) => all.get(name.toLowerCase()) ?? []);
    const often = named.filter(({ count }) => count >= oftenEnough);
    return most(new Map(often.map(({ name, count }) => [name, count])))
      ?.slice(0, maxName)
      .trim();
  };
}

/** Published teams have ten members at most. */
const maxTeam = 200;
const maxResourceChars = 300;
/** Of a name with a name, in one plan: ten members and the needs of 20,000 steps. */
const maxCompared = 200_000;

/** Whom of the team a text means. It is compared once, and when too much was compared, not at all. */
function nearestIn(
  team: readonly Member[],
  compare: typeof likeness,
): (text: string) => string | undefined {
  const members = team.slice(0, maxTeam).map(({ name }) => ({ name, words: wordsOf(name) }));
  const known = new Map<string, string | undefined>();
  const nearest = (text: string): string | undefined => {
    const words = wordsOf(text);
    const ranked = members.map(({ name, words: own }) => ({ name, like: compare(words, own) }));
    const best = ranked.reduce((one, other) => (other.like > one.like ? other : one));
    return best.like >= nearEnough ? best.name : undefined;
  };
  return (given) => {
    const text = given.slice(0, maxResourceChars);
    const mayCompare = (known.size + 1) * members.length <= maxCompared;
    if (!known.has(text) && mayCompare) known.set(text, nearest(text));
    return known.get(text);
  };
}

export function roleFinder(
  team: readonly Member[],
  tasks: readonly TreeNode[],
  compare = likeness,
): (task: TreeNode) => string | undefined {
  if (team.length === 0) return bySteps(tasks);
  const nearest = nearestIn(team, compare);
  return (task) => {
    const counts = new Map<string, number>();
    for (const resource of [...resourcesOf(task), task.title]) {
      const name = nearest(resource);
      if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1);
    }
    return most(counts);
  };
}
