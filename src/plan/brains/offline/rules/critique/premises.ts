// What everything hangs on and can be found out before money is bound: the largest guessed amount, the
// risk that an early task shows, the longest wait for others. An errand is done rather than tested.
import type { z } from 'zod';
import { unstopped } from '../../../../../base/sentences.ts';
import type { PlanTask } from '../../../../../contract/plan.ts';
import type { Quantity } from '../../../../../contract/plan-basis.ts';
import type { criticalPremiseSchema } from '../../../../../contract/plan-critique.ts';
import { assumptionId } from '../../../../network/ids.ts';
import type { PremisesOutput } from '../../../../outputs/critique.ts';
import { clip } from '../../text.ts';
import type { RuleInput } from '../rule.ts';
import { isErrand } from './errand.ts';
import {
  byWeight,
  dayText,
  type Ground,
  groundOf,
  hoursOf,
  moneyText,
  refOf,
  taskOfId,
  told,
} from './ground.ts';
import { Finder } from './likewise.ts';
import { guessedLines, lineName } from './look-money.ts';
import { heaviestRisks } from './look-people.ts';
import { shakiest, textOfTask } from './look-scope.ts';
import { driverTask, longestWaits, mostCritical } from './look-time.ts';
import { bindingActs, byStart, knownBy, workingDayAfter } from './premise-acts.ts';

type Premise = Omit<z.infer<typeof criticalPremiseSchema>, 'id'>;

const named = (task: PlanTask, most = 90): string => `“${clip(unstopped(task.title), most)}”`;

/** With its number, so that a reader finds it. */
const numbered = (task: PlanTask): string => `${refOf(task)} ${named(task, 80)}`;

const asksPrices = /(?<!\p{L})(?:quotes?|offers?|bids?|tenders?|prices?)(?!\p{L})/iu;

/** The task that it waits for and that brings its price, where there is one. */
const pricedBy = (task: PlanTask, by: string, ground: Ground): PlanTask | undefined =>
  ground.network.dependencies
    .filter(({ to }) => to === task.task_id)
    .flatMap(({ from }) => taskOfId(ground, from) ?? [])
    .find(({ title, finish_date }) => finish_date <= by && asksPrices.test(title));

/** What follows it directly, the first first. */
const followers = (task: PlanTask, ground: Ground): PlanTask[] =>
  byStart(
    ground.network.dependencies
      .filter(({ from }) => from === task.task_id)
      .flatMap(({ to }) => taskOfId(ground, to) ?? []),
  );

interface Guarded {
  readonly act: PlanTask;
  readonly by: string;
  readonly test: string;
}

/** A task that asks for prices shows them itself, before what follows it. */
function guardedPrice(task: PlanTask, ground: Ground): Guarded | null {
  if (asksPrices.test(task.title)) {
    const [act] = followers(task, ground);
    const by = workingDayAfter(task.finish_date);
    return act && act.start_date > by
      ? { act, by, test: `The prices that ${numbered(task)} brings.` }
      : null;
  }
  const by = knownBy(task, ground);
  if (!by) return null;
  const asked = pricedBy(task, by, ground);
  const test = asked
    ? `Two written offers, asked for with ${numbered(asked)}.`
    : `${task.assignee_role} gets two written offers.`;
  return { act: task, by, test };
}

function ofMoney(ground: Ground): Premise[] {
  for (const line of guessedLines(ground)) {
    const task = line.task ? taskOfId(ground, line.task) : undefined;
    const guarded = task && guardedPrice(task, ground);
    if (!guarded) continue;
    const { act, by, test } = guarded;
    return [
      {
        claim: clip(`${lineName(line)} can be had for about ${moneyText(line.base, ground)}`, 300),
        why_critical: 'It is the largest amount of the plan that is only guessed.',
        falsifier: clip(`Offers above ${moneyText(line.high, ground)}.`, 300),
        test: clip(test, 300),
        ...{ by, guards: [refOf(act)], state: 'open' },
        decision: 'Find the difference before it is ordered, or order less of it.',
      },
    ];
  }
  return [];
}

interface Shown {
  readonly risk: Ground['risks'][number];
  readonly tester: PlanTask;
  readonly share: number;
}

/** So much of its words that the task is about it. */
const SHOWS = 0.08;
/** Steps that bring something which nobody knew before. */
const findsOut =
  /^(?:search|interview|run_trial|run_tests|collect|make_phone_call|compare|analyze)/u;

/** What early tasks can find out about the risks before an act. */
function shownBefore(by: string, act: PlanTask, ground: Ground): Shown[] {
  const early = byStart(ground.tasks).filter(
    (task) =>
      task !== act &&
      task.risk_tier !== 'T3' &&
      task.finish_date <= by &&
      task.subtasks.some(({ action }) => findsOut.test(action)),
  );
  // Of those that are about as good the last is taken, and the earliest finds it out first.
  const testers = new Finder(early.toReversed(), textOfTask);
  return heaviestRisks(ground).flatMap((risk) => {
    const found = testers.best(`${risk.title} ${risk.cause} ${risk.response}`);
    return found && found.share >= SHOWS ? [{ risk, tester: found.item, share: found.share }] : [];
  });
}

function ofRisk(ground: Ground): Premise[] {
  for (const act of bindingActs(ground)) {
    const by = knownBy(act, ground);
    const [best] = by ? byWeight(shownBefore(by, act, ground), ({ share }) => share) : [];
    if (!best || !by) continue;
    const { risk, tester } = best;
    return [
      {
        claim: clip(`${named(tester)} finds no reason to fear this: ${unstopped(risk.title)}`, 300),
        why_critical: clip(`${unstopped(risk.effect)}; ${named(act)} binds.`, 300),
        falsifier: clip(risk.trigger, 300),
        test: clip(`${numbered(tester)}, done by ${dayText(tester.finish_date)}.`, 300),
        ...{ by, guards: [refOf(act)], state: 'open' },
        decision: clip(risk.response, 300),
      },
    ];
  }
  return [];
}

const WORKING_HOURS = 8;

/** Others decide when it is over: an office, a partner, a maker. */
const isTheirs = ({ risk_tier, subtasks }: PlanTask): boolean =>
  risk_tier === 'T3' || subtasks.some(({ action }) => action === 'place_order');

function ofWait(ground: Ground): Premise[] {
  for (const task of longestWaits(ground).filter(isTheirs)) {
    const [act] = followers(task, ground);
    const by = workingDayAfter(task.finish_date);
    if (!act || act.start_date <= by) continue;
    const days = Math.round((task.wait_hours ?? 0) / WORKING_HOURS);
    return [
      {
        claim: clip(
          `After ${named(task)} others need no more than ${told(days)} working days`,
          300,
        ),
        why_critical: clip(`${named(act)} waits for it.`, 300),
        falsifier: 'They name a later day, or none.',
        test: clip(`With ${numbered(task)}, ask for their day in writing.`, 300),
        ...{ by, guards: [refOf(act)], state: 'open' },
        decision: clip(`Move ${named(act)} to that day, and tell those who wait.`, 300),
      },
    ];
  }
  return [];
}

function ofQuantity(one: Quantity, ground: Ground): Premise[] {
  const uses = ground.tasks.filter(({ assumption_ids = [] }) =>
    assumption_ids.includes(assumptionId(one.id)),
  );
  const act = byStart(uses).find((task) => task.risk_tier !== 'T1' && knownBy(task, ground));
  const by = act && knownBy(act, ground);
  if (!act || !by || one.status === 'observed') return [];
  return [
    {
      claim: clip(`${unstopped(one.claim)}: ${told(one.base)} ${one.unit} (${one.id})`, 300),
      why_critical: clip(`${named(act)} is planned with it.`, 300),
      falsifier: clip(
        `A figure below ${told(one.lower)} or above ${told(one.upper)} ${one.unit}.`,
        300,
      ),
      test: clip(one.how_to_check, 300),
      ...{ by, guards: [refOf(act)], state: 'open' },
      decision: clip(`Plan ${named(act, 80)} and what follows it anew with what was found.`, 300),
    },
  ];
}

/** Nobody needs to be asked how long a day is that is held on its date. */
function ofTime(ground: Ground): Premise[] {
  const task = driverTask(ground)?.task ?? mostCritical(ground);
  const by = task && knownBy(task, ground);
  if (!task || !by || task.fixed_start !== undefined) return [];
  const { likely, high } = task.estimate;
  return [
    {
      claim: clip(`${named(task, 200)} can be done in about ${told(likely)} hours`, 300),
      why_critical: clip(
        `The end, planned for ${dayText(ground.network.finish_date)}, moves with it more than with any other task.`,
        300,
      ),
      falsifier: clip(`Somebody who has done the like says more than ${told(high)} hours.`, 300),
      test: 'Ask two people who have done it for their hours.',
      ...{ by, guards: [refOf(task)], state: 'open' },
      decision: 'Do less of it, or move the end.',
    },
  ];
}

/** What is so by reckoning alone: a small plan has nothing else to hang on. */
function known(ground: Ground): Premise[] {
  const { costs, finish_date: by } = ground.network;
  const hours = ground.tasks.reduce((sum, task) => sum + hoursOf(task), 0);
  const so = (
    claim: string,
    [why_critical, falsifier, test, decision]: readonly [string, string, string, string],
  ): Premise => ({
    ...{ claim: clip(claim, 300), why_critical, falsifier, test, decision, by, guards: [] },
    state: 'holds',
  });
  const bound = ground.tasks.filter(({ risk_tier }) => risk_tier === 'T3').length;
  return [
    so(
      bound === 0
        ? 'Nothing of it binds anybody by contract or law'
        : 'What binds is marked, and a person agrees to it first',
      [
        'What binds cannot be taken back.',
        'A signature is asked for that the plan does not name.',
        'Look at each task before it begins.',
        'Read what is to be signed, and decide then.',
      ],
    ),
    so(
      costs.budget !== null && costs.base <= costs.budget
        ? `The planned ${moneyText(costs.base, ground)} lie within ${moneyText(costs.budget, ground)}`
        : `The amounts of the tasks come to ${moneyText(costs.base, ground)}`,
      [
        'More than that was not planned to be spent.',
        'A price above it.',
        'Add up what was paid.',
        'Buy less, or decide anew.',
      ],
    ),
    so(`The hours of the tasks come to ${told(hours)}`, [
      'More time than that was not planned.',
      'Half of it is used, and less than half is done.',
      'Look at the clock half-way.',
      'Leave out what is not needed, or go on another day.',
    ]),
  ];
}

/** One test tells one thing. */
const once = (premises: readonly Premise[]): Premise[] =>
  premises.filter(
    ({ claim, test }, at) =>
      premises.findIndex((one) => one.claim === claim || one.test === test) === at,
  );

const MOST = 3;

export function premisesRule({ input }: RuleInput): PremisesOutput {
  const ground = groundOf(input);
  const open = isErrand(ground)
    ? []
    : [
        ...[...ofMoney(ground), ...ofRisk(ground), ...ofWait(ground), ...ofTime(ground)],
        ...shakiest(ground).flatMap((one) => ofQuantity(one, ground)),
      ];
  return {
    premises: [...once(open).slice(0, MOST), ...known(ground)]
      .slice(0, MOST)
      .map((premise, index) => ({ id: `C${index + 1}`, ...premise })),
  };
}
