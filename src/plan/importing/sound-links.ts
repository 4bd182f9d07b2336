// The links of a foreign plan, made sound: looked at by the scheduler's own linter and repair, in the
// words and ids of the file. What a reader only guessed is added last, where it closes no ring.
import { type FindingCode, quoted } from '../../schedule/graph/finding.ts';
import { GrowingOrder } from '../../schedule/graph/growing-order.ts';
import { lint } from '../../schedule/graph/lint.ts';
import { repair } from '../../schedule/graph/repair.ts';
import type { Link, LinkType, Project, Task } from '../../schedule/project.ts';
import type { ImportDefect, ImportedLink, ImportedTask } from './imported-plan.ts';
import { slipFinder } from './slips.ts';

const typeOf: Readonly<Record<ImportedLink['type'], LinkType>> = {
  finish_to_start: 'FS',
  start_to_start: 'SS',
  finish_to_finish: 'FF',
  start_to_finish: 'SF',
};
const nameOf: Readonly<Record<LinkType, ImportedLink['type']>> = {
  FS: 'finish_to_start',
  SS: 'start_to_start',
  FF: 'finish_to_finish',
  SF: 'start_to_finish',
};

/** Links between parts of one task, which are no part of the schedule. */
export interface StepLink {
  readonly task: string;
  readonly from: string;
  readonly to: string;
}

export interface SoundLinks {
  readonly links: readonly ImportedLink[];
  readonly steps: readonly StepLink[];
  readonly defects: readonly ImportDefect[];
}

const kinds: Partial<Record<FindingCode, string>> = { unknown_task: 'dangling_id' };

const linkText = ({ from, to }: Pick<ImportedLink, 'from' | 'to'>): string => `${from} → ${to}`;

function withoutSlips(
  links: readonly ImportedLink[],
  tasks: readonly ImportedTask[],
  defects: ImportDefect[],
): ImportedLink[] {
  const titles = new Map(tasks.map(({ id, title }) => [id, title]));
  const meantBy = slipFinder([...titles.keys()]);
  const mended = (link: ImportedLink, end: 'from' | 'to'): ImportedLink => {
    if (titles.has(link[end])) return link;
    const meant = meantBy(link[end]);
    if (meant === undefined) return link;
    const detail = `There is no ${link[end]}; it differs by a letter or two from ${meant} (${quoted(titles.get(meant) ?? '')}), which is taken to be meant.`;
    defects.push({ kind: 'dangling_id', where: linkText(link), detail, repaired: true });
    return { ...link, [end]: meant };
  };
  return links.map((link) => mended(mended(link, 'from'), 'to'));
}

/** A part stands for the task that it belongs to. */
function lifted(
  links: readonly ImportedLink[],
  tasks: readonly ImportedTask[],
): { links: ImportedLink[]; steps: StepLink[] } {
  const owner = new Map(
    tasks.flatMap(({ id, kind, parent }) => (kind === 'step' && parent ? [[id, parent]] : [])),
  );
  const between: ImportedLink[] = [];
  const said = new Set<string>();
  const steps: StepLink[] = [];
  for (const link of links) {
    const [from, to] = [owner.get(link.from) ?? link.from, owner.get(link.to) ?? link.to];
    const isInner = from === to && owner.has(link.from) && owner.has(link.to);
    const isLifted = from !== link.from || to !== link.to;
    if (isInner) steps.push({ task: to, from: link.from, to: link.to });
    else if (!isLifted) between.push(link);
    // Several parts may wait for one task; that is said once.
    else if (!said.has(linkText({ from, to }))) between.push({ ...link, from, to });
    if (!isInner) said.add(linkText({ from, to }));
  }
  return { links: between, steps };
}

/** Only what a graph needs: lengths are looked at elsewhere. */
function projectOf(tasks: readonly ImportedTask[], links: readonly ImportedLink[]): Project {
  const scheduled = tasks.filter(({ kind }) => kind !== 'step');
  const calendar = { id: 'any', zone: 'UTC', week: always, exceptions: [] };
  return {
    ...{ start: 0, zone: 'UTC', roles: [], calendars: [calendar], defaultCalendar: 'any' },
    tasks: scheduled.map(({ id, title, kind, parent }): Task => {
      const way = { id: 'any', estimate: { low: 60, likely: 60, high: 60 }, uses: [] };
      return {
        ...{ id, name: title, kind: kind === 'group' ? 'summary' : 'task' },
        ways: kind === 'group' ? [] : [way],
        ...(parent === null ? {} : { parent }),
      };
    }),
    links: links.map(({ from, to, type, lag, lagIn = 'working' }): Link => {
      const lagMinutes = Math.round(lag * 60);
      return { from, to, type: typeOf[type], lagMinutes, lagIn };
    }),
  };
}

const always = Array.from({ length: 7 }, () => [{ from: 0, to: 1440 }]);

/** Of the repair's own words: what it did, and to which tasks. */
function repairDefects(project: Project, repaired: ReturnType<typeof repair>): ImportDefect[] {
  const twins = new Set(
    lint(project)
      .filter(({ code }) => code === 'duplicate_link')
      .map(({ ids }) => ids.join(' → ')),
  );
  const names = new Map(project.tasks.map(({ id, name }) => [id, name]));
  return repaired.changes.flatMap(({ code, ids, message }): ImportDefect[] => {
    const where = ids.join(' → ');
    // A link to a whole phase becomes several; that some of these are there twice is no mistake of the file.
    if (code === 'duplicate_link' && !twins.has(where)) return [];
    const detail = `${capitalized(titled(message, ids, names))}.`;
    return [{ kind: kinds[code] ?? code, where, detail, repaired: true }];
  });
}

const capitalized = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;

/** Titles say more than ids, which stand beside the sentence. */
function titled(
  message: string,
  ids: readonly string[],
  names: ReadonlyMap<string, string>,
): string {
  return [...new Set(ids)].reduce(
    (text, id) => text.replaceAll(quoted(id), quoted(names.get(id) ?? id)),
    message,
  );
}

function withGuesses(
  kept: readonly Link[],
  guesses: readonly ImportedLink[],
  tasks: readonly ImportedTask[],
): ImportedLink[] {
  const index = new Map(tasks.map(({ id }, at) => [id, at]));
  const order = new GrowingOrder(tasks.length);
  const told = new Set(kept.map(linkText));
  for (const { from, to } of kept) order.add(index.get(from) ?? 0, index.get(to) ?? 0);
  return guesses.filter(({ from, to }) => {
    const [one, other] = [index.get(from), index.get(to)];
    if (one === undefined || other === undefined || told.has(linkText({ from, to }))) return false;
    return order.add(one, other) === null;
  });
}

/** Tasks that no link of the file touches. */
function unlinked(
  tasks: readonly ImportedTask[],
  stated: readonly Link[],
  guessed: readonly ImportedLink[],
): ImportDefect[] {
  const implied = guessed.filter(({ isImplied }) => isImplied);
  const touched = new Set([...stated, ...implied].flatMap(({ from, to }) => [from, to]));
  const placed = new Map(guessed.map(({ to, guess }) => [to, guess]));
  if (stated.length === 0) return [];
  return tasks.flatMap(({ id, title, kind }): ImportDefect[] => {
    if (kind !== 'task' || touched.has(id)) return [];
    const rule = placed.get(id);
    const detail = `${quoted(title)} is linked to nothing. ${rule ?? 'It may begin at once.'}`;
    return [{ kind: 'unlinked_task', where: id, detail, repaired: rule !== undefined }];
  });
}

function soundSteps(
  steps: readonly StepLink[],
  tasks: readonly ImportedTask[],
  defects: ImportDefect[],
): StepLink[] {
  const index = new Map(tasks.map(({ id }, at) => [id, at]));
  const order = new GrowingOrder(tasks.length);
  return steps.filter((step) => {
    const ring = order.add(index.get(step.from) ?? 0, index.get(step.to) ?? 0);
    if (ring === null) return true;
    const kind = step.from === step.to ? 'self_link' : 'cycle';
    const detail = `The link ${quoted(step.from)} → ${quoted(step.to)} was dropped: it closes a circle.`;
    defects.push({ kind, where: linkText(step), detail, repaired: true });
    return false;
  });
}

const importedLink = ({ from, to, type, lagMinutes, lagIn }: Link): ImportedLink => ({
  ...{ from, to, type: nameOf[type], lag: lagMinutes / 60 },
  ...(lagIn === 'working' ? {} : { lagIn }),
});

export function soundLinks(
  tasks: readonly ImportedTask[],
  given: readonly ImportedLink[],
): SoundLinks {
  const defects: ImportDefect[] = [];
  const all = lifted(withoutSlips(given, tasks, defects), tasks);
  const project = projectOf(
    tasks,
    all.links.filter(({ guess }) => guess === undefined),
  );
  const repaired = repair(project);
  defects.push(...repairDefects(project, repaired));
  const stated = repaired.project.links;
  const guesses = all.links.filter(({ guess }) => guess !== undefined);
  const added = withGuesses(stated, guesses, tasks);
  defects.push(...unlinked(tasks, stated, added));
  const steps = soundSteps(all.steps, tasks, defects);
  return { links: [...stated.map(importedLink), ...added], steps, defects };
}
