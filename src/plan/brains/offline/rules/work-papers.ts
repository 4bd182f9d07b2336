// Documents and data: what the steps write, what the offices have, and which guesses must be settled.
import { unstopped } from '../../../../base/sentences.ts';
import type { Quantity } from '../../../../contract/plan-basis.ts';
import type { Papers } from '../../../../contract/plan-charter.ts';
import type { BasisOutput } from '../../../outputs/basis.ts';
import { outputOf } from '../../../stage.ts';
import { mend2Stage } from '../../../stages/mend-2.ts';
import type { Draft } from '../draft.ts';
import { fill, formatNumber } from '../fill.ts';
import { clip, lowered } from '../text.ts';
import type { RuleInput } from './rule.ts';
import { permitTasks } from './work-charter.ts';
import { tasksOf, type WorkTask, workOf } from './work-plan.ts';
import { bestFits, paramText, spoken } from './work-words.ts';

const counts = { brief: 3, standard: 4, full: 7 } as const;

function urgencyOf({ ref }: WorkTask, draft: Draft): 'first' | 'soon' | 'later' {
  const phase = Number(ref.split('.')[0]);
  if (phase === 1) return 'first';
  return phase <= Math.ceil(workOf(draft).length / 2) ? 'soon' : 'later';
}

function whereOf(title: string, { slots }: Draft): string {
  if (/(?<!\p{L})(?:rules?|permits?|laws?|codes?|regulations?)(?!\p{L})/iu.test(title)) {
    return String(slots.local_authority);
  }
  if (/(?<!\p{L})(?:prices?|rents?|costs?|fees?)(?!\p{L})/iu.test(title)) {
    return `Offers and listings${slots.in_place}`;
  }
  return `Not known yet: search for “${lowered(title)}”${slots.in_place}`;
}

/** Rules of an office before it is asked, and lists of prices before offers are compared. */
function toFind(draft: Draft): Papers['to_find'] {
  const named = (draft.playbook.documents?.find ?? []).map((one) => {
    const title = fill(one, draft.slots);
    const task = taskOf(title, null, draft);
    return {
      title: clip(title, 160),
      where: clip(whereOf(title, draft), 200),
      why: clip(`“${task?.title}” is guesswork without it.`, 300),
      owner: clip(task?.assignee_role ?? 'Owner', 80),
      urgency: task === undefined ? ('soon' as const) : urgencyOf(task, draft),
    };
  });
  const permits = permitTasks(draft).map((task) => ({
    title: clip(`Rules and forms for this: ${lowered(task.title)}`, 160),
    where: clip(`${String(draft.slots.local_authority)}, or the office that it names`, 200),
    why: clip(`Without them it is filed twice: ${lowered(task.description)}`, 300),
    owner: clip(task.assignee_role, 80),
    urgency: urgencyOf(task, draft),
  }));
  const prices = tasksOf(draft).flatMap((task) =>
    task.subtasks
      .filter(({ action }) => action === 'collect_quotes')
      .map(({ params }) => paramText(params.item ?? lowered(task.title)))
      .map((item) => ({
        title: clip(`Price lists: ${item}`, 160),
        where: clip(
          `Suppliers of ${item}${String(draft.slots.in_place)}, before they are asked`,
          200,
        ),
        why: clip(`Offers cannot be judged without them in “${task.title}”.`, 300),
        owner: clip(task.assignee_role, 80),
        urgency: urgencyOf(task, draft),
      })),
  );
  return [...named, ...permits, ...prices];
}

const writes = /^(?:draft|write|prepare)_/u;

function toWrite(draft: Draft): Papers['to_write'] {
  const named = (draft.playbook.documents?.write ?? []).flatMap((one) => {
    const title = fill(one, draft.slots);
    const task = taskOf(title, null, draft);
    return task ? [writing(title, task, draft)] : [];
  });
  const steps = tasksOf(draft).flatMap((task) =>
    task.subtasks
      .filter(({ action, params }) => writes.test(action) && typeof params.template === 'string')
      .map(({ params }) =>
        writing(`${spoken(paramText(params.template))} for ${draft.slots.the_thing}`, task, draft),
      ),
  );
  return [...named, ...steps];
}

const writing = (title: string, task: WorkTask, draft: Draft): Papers['to_write'][number] => ({
  title: clip(title, 160),
  why: clip(`“${unstopped(task.title)}” is not accepted without it.`, 300),
  owner: clip(task.assignee_role, 80),
  urgency: urgencyOf(task, draft),
  contents: task.acceptance_criteria.slice(0, 4).map((check) => clip(check, 160)),
});

const weight = { low: 0, medium: 1, high: 2 } as const;

/** The one that it decides about: the dearest, the longest, or the one that speaks of it. */
function taskOf(claim: string, total: Quantity['total'], draft: Draft): WorkTask | undefined {
  const tasks = tasksOf(draft);
  if (total === 'cost') {
    return tasks.toSorted((a, b) => (b.cost?.base ?? 0) - (a.cost?.base ?? 0))[0];
  }
  if (total === 'days') return tasks.toSorted((a, b) => b.estimate.likely - a.estimate.likely)[0];
  const [best] = bestFits(claim, tasks, ({ title, description }) => `${title} ${description}`);
  return best ?? tasks[0];
}

/** The weakest guesses first. */
function dataOf(draft: Draft, { assumptions }: BasisOutput): Papers['data'] {
  return assumptions
    .filter(({ status, reckoned }) => status !== 'observed' && reckoned === null)
    .toSorted((a, b) => weight[a.confidence] - weight[b.confidence])
    .map(({ id, claim, lower, upper, unit, how_to_check, total }) => {
      const task = taskOf(claim, total, draft);
      return {
        what: clip(claim, 200),
        why: clip(
          claim.includes('“')
            ? 'Nobody has said how long it takes.'
            : `“${task?.title}” rests on it.`,
          300,
        ),
        method: clip(how_to_check, 300),
        decides: clip(
          `“${/“([^“”]+)”/u.exec(claim)?.[1] ?? task?.title}” is planned anew below ${formatNumber(lower)} or above ${formatNumber(upper)} ${unit}.`,
          300,
        ),
        settles: [id],
      };
    });
}

function distinct<Item>(items: readonly Item[], nameOf: (item: Item) => string): Item[] {
  const seen = new Set<string>();
  return items.filter((item) => !seen.has(nameOf(item)) && Boolean(seen.add(nameOf(item))));
}

export function papersRule({ draft, input }: RuleInput): Papers {
  const most = counts[draft.detail];
  const byTitle = ({ title }: { title: string }): string => title.toLowerCase();
  return {
    to_find: distinct(toFind(draft), byTitle).slice(0, most),
    // One for each task: two would say the same.
    to_write: distinct(distinct(toWrite(draft), byTitle), ({ why }) => why).slice(0, most),
    data: dataOf(draft, outputOf(input, mend2Stage)).slice(0, most),
  };
}
