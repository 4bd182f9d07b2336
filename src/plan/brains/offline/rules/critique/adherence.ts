// Whether the plan keeps to each directive, as far as words can show it. What a date, an amount or a
// banned word decides is decided by code elsewhere; the rest is a reading, and says what it rests on.
import { unstopped } from '../../../../../base/sentences.ts';
import type { PlanTask } from '../../../../../contract/plan.ts';
import type { Directive } from '../../../../../contract/plan-direction.ts';
import type { AdherenceOutput } from '../../../../outputs/closing.ts';
import { clip } from '../../text.ts';
import type { RuleInput } from '../rule.ts';
import { dayText, type Ground, groundOf, refOf } from './ground.ts';
import { coverage, Finder } from './likewise.ts';
import { textOfTask } from './look-scope.ts';

type Judged = AdherenceOutput['adherence'][number];

/** Of the words that say something. */
const DONE = 0.5;
const NEAR = 0.25;
/** So much that it can be nothing else. */
const QUOTED = 0.8;

const quoted = ({ quote }: Directive): string => `“${clip(unstopped(quote), 120)}”`;

interface Place {
  readonly where: string;
  readonly text: string;
  readonly says: string;
  /** A task brings it about; the rest only says it. */
  readonly isWork: boolean;
}

/** With what it hands over. */
function taskText(task: PlanTask, { charter }: Ground): string {
  const { delivers = [] } = task;
  const handed = charter.deliverables.filter(({ id }) => delivers.includes(id));
  return [
    textOfTask(task),
    ...handed.flatMap(({ name, acceptance }) => [name, ...acceptance]),
  ].join(' ');
}

const taskPlaces = (ground: Ground): Place[] =>
  ground.tasks.map((task) => ({
    where: `tasks: ${refOf(task)}`,
    text: taskText(task, ground),
    says: `${refOf(task)} “${clip(task.title, 120)}”, done by ${dayText(task.finish_date)}`,
    isWork: true,
  }));

const costPlaces = ({ network }: Ground): Place[] =>
  network.cost_lines.map(({ name, cost_id }) => ({
    ...{ where: `costs: ${cost_id}`, text: name, isWork: true },
    says: `the cost “${clip(unstopped(name), 120)}”`,
  }));

const charterPlaces = ({ charter, direction }: Ground): Place[] => [
  ...charter.deliverables.map(({ id, name, acceptance }) => ({
    ...{ where: `charter: ${id}`, text: `${name} ${acceptance.join(' ')}`, isWork: false },
    says: `${id} “${clip(unstopped(name), 120)}”`,
  })),
  {
    ...{ where: 'charter: goal', says: 'the goal of the charter', isWork: false },
    text: `${charter.goal} ${Object.values(charter.smart).join(' ')} ${charter.in_scope.join(' ')}`,
  },
  {
    where: 'scenario: idea',
    text: `${direction.scenario.name} ${direction.scenario.idea}`,
    says: `the way that was chosen, “${clip(direction.scenario.name, 80)}”`,
    isWork: false,
  },
];

const assumptionPlaces = ({ assumptions }: Ground): Place[] =>
  assumptions.map(({ id, claim, evidence }) => ({
    ...{ where: `assumptions: ${id}`, text: `${claim} ${evidence}`, isWork: false },
    says: `${id} “${clip(unstopped(claim), 120)}”`,
  }));

const textOf = ({ text }: Place): string => text;

interface Searched {
  readonly ground: Ground;
  readonly places: Finder<Place>;
  /** What tasks do and what is paid, without what is only checked. */
  readonly acts: Finder<Place>;
}

function searched(ground: Ground): Searched {
  const tasks = taskPlaces(ground);
  const costs = costPlaces(ground);
  const all = [...tasks, ...costs, ...charterPlaces(ground), ...assumptionPlaces(ground)];
  const acts = ground.tasks.flatMap(({ title, description }, at) => {
    const place = tasks[at];
    return place ? [{ ...place, text: `${title} ${description}` }] : [];
  });
  return {
    ground,
    places: new Finder(all, textOf),
    acts: new Finder([...acts, ...costs], textOf),
  };
}

function banned(directive: Directive, { ground, acts }: Searched): Judged {
  const { id, text, quote } = directive;
  const near = acts.best(text);
  if (near && near.share >= DONE) {
    return {
      ...{ directive: id, verdict: 'partly', where: near.item.where },
      why: `${near.item.says} speaks of what ${quoted(directive)} rules out, and words alone do not show whether it keeps to that.`,
      remedy: clip(`Read it, and say in its criteria how it keeps to ${quoted(directive)}.`, 300),
    };
  }
  const check = ground.tasks.find(({ acceptance_criteria }) =>
    acceptance_criteria.some(
      (one) => Math.max(coverage(text, one), coverage(quote, one)) >= QUOTED,
    ),
  );
  const checked = check ? `, and ${refOf(check)} “${clip(check.title, 100)}” checks it` : '';
  return {
    ...{ directive: id, verdict: 'kept', where: check ? `tasks: ${refOf(check)}` : 'tasks: all' },
    why: `By its words no task and no cost comes near to what ${quoted(directive)} rules out${checked}.`,
  };
}

const untouched = (directive: Directive): Judged => ({
  ...{ directive: directive.id, verdict: 'not_touched', where: 'tasks: none' },
  why: `Nothing in the plan speaks of ${quoted(directive)} in these words.`,
  remedy: clip(`Name the task that sees to ${quoted(directive)}, or add one.`, 300),
});

/** What the goal is for, without its dates, sums and numbers, which are directives of their own. */
function aimOf({ id }: Directive, said: string, { direction }: Ground): string {
  const others = direction.directives.filter((one) => one.id !== id && one.kind !== 'intent');
  return others
    .toSorted((a, b) => b.quote.length - a.quote.length)
    .reduce((left, one) => left.replace(one.quote, ' '), said);
}

/** All tasks speak of what the goal is for; the one that ends the plan brings it about. */
function delivered(directive: Directive, ground: Ground): Judged | null {
  const last = ground.tasks.findLast(({ milestone }) => milestone !== true);
  if (directive.kind !== 'intent' || last === undefined) return null;
  const done = taskText(last, ground);
  const shares = [directive.quote, directive.text].map((said) =>
    coverage(aimOf(directive, said, ground), done),
  );
  if (Math.max(...shares) < DONE) return null;
  const where = `tasks: ${refOf(last)}`;
  return {
    ...{ directive: directive.id, verdict: 'kept', where },
    why: clip(`The plan ends with it: ${refOf(last)} “${clip(last.title, 120)}”.`, 600),
  };
}

function asked(directive: Directive, { places, ground }: Searched): Judged {
  const { id, text, quote, kind } = directive;
  const both = `${text} ${quote}`;
  const end = delivered(directive, ground);
  if (end) return end;
  // Words that all tasks have weigh nothing, and still a quote is there if all of it is.
  const work =
    places.best(quote, (place) => place.isWork && coverage(quote, place.text) === 1, 1) ??
    places.best(both, ({ isWork }) => isWork);
  if (work && work.share >= DONE)
    return {
      ...{ directive: id, verdict: 'kept', where: work.item.where },
      why: clip(`${quoted(directive)} is taken up by ${work.item.says}.`, 600),
    };
  const best = places.best(both);
  if (!best || best.share < NEAR) return untouched(directive);
  const told = `${quoted(directive)} is spoken of in ${best.item.says}`;
  if (kind === 'stated_fact' && best.share >= DONE)
    return {
      ...{ directive: id, verdict: 'kept', where: best.item.where },
      why: clip(`${told}.`, 600),
    };
  return {
    ...{ directive: id, verdict: 'partly', where: best.item.where },
    why: clip(
      best.item.isWork ? `${told}, in a part of its words.` : `${told}, and no task names it.`,
      600,
    ),
    remedy: clip(`Add a criterion for ${quoted(directive)} to the task that brings it about.`, 300),
  };
}

/** All of the plan is for it: the charter says so, and the last task is where it shows. */
function meant(directive: Directive, found: Searched): Judged {
  const { charter, direction, tasks } = found.ground;
  const last = tasks.at(-1);
  if (!last || coverage(direction.title, charter.goal) < DONE) return asked(directive, found);
  return {
    ...{ directive: directive.id, verdict: 'kept', where: `tasks: ${refOf(last)}` },
    why: clip(
      `All tasks are for it; it shows with ${refOf(last)} “${clip(last.title, 120)}”, done by ${dayText(last.finish_date)}.`,
      600,
    ),
  };
}

function judgedOf(directive: Directive, found: Searched): Judged {
  if (directive.kind === 'banned') return banned(directive, found);
  return directive.kind === 'intent' ? meant(directive, found) : asked(directive, found);
}

export function adherenceRule({ input }: RuleInput): AdherenceOutput {
  const ground = groundOf(input);
  const found = searched(ground);
  return {
    adherence: ground.direction.directives.map((directive) => judgedOf(directive, found)),
  };
}
