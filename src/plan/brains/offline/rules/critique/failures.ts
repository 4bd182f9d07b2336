// How the plan may fail, told from its own numbers: the task that moves the end, whoever carries most,
// the dearest line of the costs. What could be counted is the tripwire.
import type { z } from 'zod';
import { unstopped } from '../../../../../base/sentences.ts';
import type { PlanTask } from '../../../../../contract/plan.ts';
import type { failureOutput } from '../../../../outputs/critique.ts';
import { clip } from '../../text.ts';
import type { RuleInput } from '../rule.ts';
import {
  byWeight,
  dayText,
  type Ground,
  groundOf,
  moneyText,
  percent,
  refOf,
  taskOfId,
  told,
} from './ground.ts';
import { dearestLine, lineName } from './look-money.ts';
import { heaviestRisks, isOverloaded, loadsOf } from './look-people.ts';
import { driverTask, mostCritical } from './look-time.ts';

/** After its first mention. */
const short = (title: string): string => `“${clip(unstopped(title), 55)}”`;

type Failure = z.infer<typeof failureOutput>;

const within = (date: string, { network: { start_date, finish_date } }: Ground): string =>
  date < start_date ? start_date : date > finish_date ? finish_date : date;

const widestTask = ({ tasks }: Ground): PlanTask | undefined =>
  byWeight(
    tasks.filter(({ fixed_start }) => fixed_start === undefined),
    ({ estimate: { low, high } }) => high - low,
  )[0];

const mainTask = (ground: Ground): PlanTask | undefined =>
  driverTask(ground)?.task ?? mostCritical(ground) ?? widestTask(ground) ?? ground.tasks.at(-1);

/** When most runs that go badly have ended. */
const badEnd = ({ network }: Ground): string | null =>
  network.schedule.simulation?.finish.p95.slice(0, 10) ?? null;

function delivery(ground: Ground): Failure {
  const task = mainTask(ground) as PlanTask;
  const { low, likely, high } = task.estimate;
  const name = `“${clip(task.title, 90)}”`;
  const late = badEnd(ground);
  const { deadline, finish_date } = ground.network;
  const end =
    late && late > finish_date
      ? ` The end moved from ${dayText(finish_date)} to ${dayText(late)}`
      : '';
  const missed =
    end !== '' && deadline && late && late > deadline ? `, past ${dayText(deadline)}.` : end && '.';
  return {
    title: `${clip(unstopped(task.title), 80)} takes ${told(high)} hours`,
    story: clip(
      `${name} was to take ${told(likely)} hours and to be done by ${dayText(task.finish_date)}. It took ${told(high)}, the upper bound that was known from the first.${end}${missed} Nobody had looked before it was late.`,
      700,
    ),
    causes: [
      `The estimate ran from ${told(low)} to ${told(high)} hours, and nobody narrowed it.`,
      'What follows it was promised before it was done.',
    ],
    first_sign: clip(
      `Half of the ${told(likely)} hours are used, and less than half of the work is done.`,
      300,
    ),
    tripwires: [
      {
        metric: `Hours spent on ${short(task.title)}`,
        is: 'above',
        threshold: likely,
        unit: 'hours',
        by: within(task.finish_date, ground),
        response: clip(`Say what is left out, and who helps (${task.assignee_role}).`, 300),
      },
    ],
    prevention: clip(
      `Look at ${short(task.title)} when half of its hours are used: what is done, and whether ${told(likely)} hours still hold.`,
      400,
    ),
    tasks: [refOf(task)],
    covered: false,
    stop_rule: clip(
      `If ${short(task.title)} is not done ${late ? `by ${dayText(late)}` : `after ${told(high * 2)} hours`}, stop and decide anew whether the rest is worth it.`,
      400,
    ),
  };
}

/** Where nobody has too much, what the playbook fears most is likelier. */
function foreseen(risk: Ground['risks'][number], ground: Ground): Failure {
  const touched = ground.network.risks.find(
    ({ risk_id }) => risk_id === `risk_${risk.id.slice(1)}`,
  );
  const task =
    taskOfId(ground, touched?.tasks?.[0] ?? '') ??
    ground.tasks.find(({ assignee_role }) => assignee_role === risk.owner) ??
    (ground.tasks[0] as PlanTask);
  return {
    title: clip(unstopped(risk.title), 120),
    story: clip(
      `It stood on the list of risks, and nobody did anything against it in time. The cause: ${unstopped(risk.cause)}. ${risk.effect}`,
      700,
    ),
    causes: [clip(unstopped(risk.cause), 200), 'What was to be done against it had no day.'],
    first_sign: clip(risk.trigger, 300),
    tripwires: [
      {
        metric: clip(`Times that this was seen: ${unstopped(risk.trigger)}`, 160),
        ...{ is: 'above', threshold: 0, unit: 'times', by: null },
        response: clip(risk.response, 300),
      },
    ],
    prevention: clip(risk.response, 400),
    tasks: [refOf(task)],
    covered: false,
    stop_rule: clip(
      `If it comes to this in spite of it, stop before more money is bound: ${unstopped(risk.title)}.`,
      400,
    ),
  };
}

function people(ground: Ground): Failure {
  const [worst] = heaviestRisks(ground).filter(({ title }) => !isReckoned.test(title));
  return isOverloaded(ground) || !worst ? overloaded(ground) : foreseen(worst, ground);
}
/** Told by the other stories already. */
const isReckoned = /^The (?:budget|deadline) /u;

function overloaded(ground: Ground): Failure {
  const [load] = loadsOf(ground);
  const role = load?.role ?? ground.team.roles[0]?.name ?? 'Whoever does the work';
  const own = ground.tasks.filter(({ assignee_role }) => assignee_role === role);
  const first = own[0] ?? (ground.tasks[0] as PlanTask);
  const [risk] = heaviestRisks(ground);
  const share = load ? percent(load.share) : '';
  return {
    title: clip(`${role} cannot carry it`, 120),
    story: clip(
      `${role} had ${load ? `${told(load.tasks)} tasks and ${share} of all hours` : 'all of the work'}. What else came up took the first free days.${risk ? ` Then came what was on the list already: ${unstopped(risk.title)}.` : ''} Tasks were begun late, one after the other, and those who waited for them turned elsewhere.`,
      700,
    ),
    causes: [
      clip(
        load ? `${told(load.hours)} hours hang on one role.` : 'All hours hang on one role.',
        200,
      ),
      ...(risk ? [clip(unstopped(risk.cause), 200)] : []),
    ],
    first_sign: clip(
      risk ? risk.trigger : `“${first.title}” is not begun on ${dayText(first.start_date)}.`,
      300,
    ),
    tripwires: [
      {
        metric: clip(`Working days that ${role} is behind the schedule`, 160),
        is: 'above',
        threshold: 5,
        unit: 'days',
        by: null,
        response: clip(
          `Somebody else takes the next task of ${role}, or its date is moved and told.`,
          300,
        ),
      },
    ],
    prevention: clip(
      `${first.start_date > ground.network.start_date ? `Before ${dayText(first.start_date)}` : 'On the first day'}, agree with ${role} on the hours of each week, and name who stands in.`,
      400,
    ),
    tasks: [refOf(first)],
    covered: false,
    stop_rule: clip(
      `If ${role} is more than 20 working days behind, stop until there is somebody else.`,
      400,
    ),
  };
}

function money(ground: Ground): Failure {
  const line = dearestLine(ground);
  if (!line) return unpaid(ground);
  const task = (line.task && taskOfId(ground, line.task)) || ground.tasks[0];
  const name = lineName(line);
  const { costs, schedule } = ground.network;
  const p95 = schedule.simulation?.cost?.p95;
  const limit = costs.budget ?? p95 ?? costs.high;
  return {
    title: `${clip(unstopped(line.name), 80)} costs ${moneyText(line.high, ground)}`,
    story: clip(
      `${name} stood in the plan with ${moneyText(line.base, ground)} (${unstopped(line.source)}). The bill was ${moneyText(line.high, ground)}.${p95 && p95 > costs.base ? ` With what else went wrong the whole came to ${moneyText(p95, ground)} instead of ${moneyText(costs.base, ground)}.` : ''} The last tasks were not paid.`,
      700,
    ),
    causes: [
      clip(`The price was never asked for; it was taken from: ${unstopped(line.source)}.`, 200),
      'Money was spent on other things before the largest amount was known.',
    ],
    first_sign: `The first offer is above ${moneyText(line.base, ground)}.`,
    tripwires: [
      {
        metric: `Price offered for ${short(line.name)}`,
        is: 'above',
        threshold: line.base,
        unit: costs.currency,
        by: task ? within(task.start_date, ground) : null,
        response: clip(
          `Get another offer, or cut it to ${moneyText(line.base, ground)} (${task?.assignee_role ?? 'whoever pays'}).`,
          300,
        ),
      },
    ],
    prevention: clip(`Bind no other money before ${short(line.name)} has a price in writing.`, 400),
    tasks: task ? [refOf(task)] : [],
    covered: false,
    stop_rule: clip(
      `If what is spent and ordered passes ${moneyText(limit, ground)}, order nothing more and decide anew.`,
      400,
    ),
  };
}

/** Of a plan that says nothing of money. */
function unpaid(ground: Ground): Failure {
  const [first] = ground.tasks;
  return {
    title: 'Nobody had asked what it costs',
    story: `The plan named no amount${ground.network.costs.budget === null ? ' and no budget' : ''}. The first bill was a surprise, and nobody had said who pays it.`,
    causes: ['No task of the plan has a price.'],
    first_sign: 'Somebody asks who pays, and there is no answer.',
    tripwires: [
      {
        ...{ metric: 'Bills without an amount that was planned', is: 'above', threshold: 0 },
        ...{ unit: 'bills', by: null, response: 'It is not paid before there is a budget for it.' },
      },
    ],
    prevention: 'Write down what each task may cost, and who pays, before the first is begun.',
    tasks: first ? [refOf(first)] : [],
    covered: false,
    stop_rule: 'With the first bill that nobody can pay, everything that costs money stops.',
  };
}

/** Where one story is told, it is that of the limit that holds less often. */
function likeliest(ground: Ground): Failure {
  const { odds } = ground.network.schedule.simulation ?? {};
  return (odds?.budget ?? 1) < (odds?.deadline ?? 1) ? money(ground) : delivery(ground);
}

const stories: Readonly<Record<string, (ground: Ground) => Failure>> = {
  ...{ delivery, people, money, likely: likeliest },
};

export function premortemRule({ input, part }: RuleInput): Failure {
  const tell = (part && stories[part.key]) ?? likeliest;
  return tell(groundOf(input));
}
