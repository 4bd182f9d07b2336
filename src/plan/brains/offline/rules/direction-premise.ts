// Five doubts about the premise of the goal, each from what the rules know: the money, the waits, the
// risks of the playbook. Where they know nothing they say what they looked at.

import type { z } from 'zod';
import type { premiseAttackSchema } from '../../../../contract/plan-direction.ts';
import { toUsd } from '../currencies.ts';
import type { Draft } from '../draft.ts';
import { money } from '../money.ts';
import { clip } from '../text.ts';
import { cautionsOf } from './cautions.ts';
import { lengthOf } from './length.ts';
import { knownRisks, weightOf } from './playbook-risks.ts';
import type { Rule } from './rule.ts';

type Attack = z.infer<typeof premiseAttackSchema>;

const tasksOf = ({ phases }: Draft) => phases.flatMap((phase) => phase.tasks);

function dearest(draft: Draft): string {
  const [most] = tasksOf(draft).toSorted((a, b) => (b.cost?.base ?? 0) - (a.cost?.base ?? 0));
  return clip(most?.title ?? draft.facts.subject.title, 100);
}

/** So little that even a small version cannot be had for it. */
const HOPELESS = 0.25;

/** What is paid without asking anybody. */
const LITTLE_USD = 200;

function moneyAttack(draft: Draft): Attack {
  const { costs } = draft.assumed;
  const { low, base, high, budget, currency } = costs;
  const range = `${money(low, currency)} to ${money(high, currency)}`;
  const answer_in_plan = `Get two written offers for “${dearest(draft)}” before any money is bound.`;
  if (budget === null && toUsd(base, currency) < LITTLE_USD) {
    return {
      argument: `Looked at: money. By rule of thumb it takes ${range}, so little that nobody has to be asked.`,
      rests_on: 'The rule of thumb of the playbook, which is a guess',
      would_be_wrong_if: `It costs more than ${money(high, currency)}`,
      severity: 'none',
      answer_in_plan: `Look at the price of “${dearest(draft)}” before it is paid.`,
    };
  }
  if (budget === null) {
    return {
      argument: `No money is named; by rule of thumb (${draft.playbook.costWhy}) it takes ${range}, and nobody has said who pays.`,
      rests_on: 'The rule of thumb of the playbook, which is a guess',
      would_be_wrong_if: `Somebody promises ${money(base, currency)} in writing, or offers come out lower`,
      severity: 'serious',
      answer_in_plan,
    };
  }
  const isShort = costs.verdict === 'over_budget';
  if (!isShort && costs.verdict !== 'tight') {
    return {
      argument: `Looked at: money. ${costs.note}`,
      rests_on: 'The rule of thumb of the playbook',
      would_be_wrong_if: 'The first offers come out above the share that their task has',
      severity: costs.verdict === 'not_checked' ? 'minor' : 'none',
      answer_in_plan,
    };
  }
  return {
    argument: isShort
      ? `By rule of thumb ${money(low - budget, currency)} are missing before anything is begun.`
      : costs.note,
    rests_on: `The rule of thumb of the playbook: ${draft.playbook.costWhy}`,
    would_be_wrong_if: `Written offers for the whole come out at ${money(budget, currency)} or less`,
    severity: isShort && budget < low * HOPELESS ? 'fatal' : 'serious',
    answer_in_plan,
  };
}

function timeAttack(draft: Draft): Attack | null {
  const { days, given } = lengthOf(draft);
  const { deadline } = draft.facts;
  if (deadline === null || given === null || days.base <= given) return null;
  return {
    argument: `The work takes about ${days.base} days of the calendar by rule of thumb, and there are ${given} until ${deadline.date}.`,
    rests_on: 'The hours of the playbook, and that nobody is added',
    would_be_wrong_if: 'Those who do the work promise their longest tasks in half the time',
    severity: days.lower > given ? 'serious' : 'minor',
    answer_in_plan:
      'Let those who do the longest tasks estimate them in the first week, and cut or add people then.',
  };
}

/** The longest wait for others on which later work hangs. */
function longestWait(draft: Draft) {
  const tasks = tasksOf(draft);
  const needed = new Set(tasks.flatMap(({ prerequisites }) => prerequisites));
  const [wait] = tasks
    .filter((one) => one.wait_hours > 0 && !one.is_due && needed.has(one.task_id))
    .toSorted((a, b) => b.wait_hours - a.wait_hours);
  return wait ?? null;
}

function waitAttack({ title, wait_hours }: { title: string; wait_hours: number }): Attack {
  const days = Math.ceil(wait_hours / 8);
  const what = clip(title, 120);
  return {
    argument: `All that follows “${what}” waits for others, about ${days} working days by rule of thumb; nobody has promised an answer.`,
    rests_on: 'That no answer comes before it is asked for in writing',
    would_be_wrong_if: 'A written answer, or a date for one, is there within two weeks of asking',
    severity: 'serious',
    answer_in_plan: `Begin “${what}” as early as its inputs allow, and chase the answer after ${days} working days.`,
  };
}

/** A wait for others, or else the gravest risk of the playbook. */
function chainAttack(draft: Draft): Attack {
  const wait = longestWait(draft);
  if (wait) return waitAttack(wait);
  const [risk] = knownRisks(draft);
  if (!risk) {
    return {
      argument: 'Looked at: waits for others and risks of the playbook. It has neither.',
      rests_on: 'The tasks of the playbook',
      would_be_wrong_if: 'A task turns out to need the answer of others',
      severity: 'none',
      answer_in_plan: 'Ask in the first phase whose answer is needed.',
    };
  }
  return {
    argument: `The whole hangs on this not happening: ${risk.description}.`,
    rests_on: `That it may happen here: ${risk.cause}`,
    would_be_wrong_if: `This is never seen: ${risk.trigger}`,
    severity: weightOf(risk) >= 6 ? 'serious' : 'minor',
    answer_in_plan: `In the first two weeks, do what its risk asks for: “${clip(risk.mitigation, 200)}”`,
  };
}

const wanting =
  /(?<!\p{L})(?:nobody|no one|few|demand|customers?|users?|guests?|visitors?|readers?|answers?|interest\w*|attend\w*|buyers?|turn up|come)(?!\p{L})/iu;

function needAttack(draft: Draft): Attack {
  const risk = knownRisks(draft).find(({ description }) => wanting.test(description));
  if (!risk) {
    return {
      argument:
        'Looked at: who wants the result. The goal is the author’s own, and the playbook knows no risk of missing demand.',
      rests_on: 'That whoever set the goal wants it',
      would_be_wrong_if: 'Those who are to use or pay for the result say no when asked',
      severity: 'none',
      answer_in_plan:
        'Ask those who use or pay for the result in the first phase, and write down what they say.',
    };
  }
  return {
    argument: `${risk.description}: ${risk.cause}. The goal names nobody who has asked for it.`,
    rests_on: risk.cause,
    would_be_wrong_if: `This is not seen: ${risk.trigger}`,
    severity: risk.likelihood === 'high' && risk.impact === 'high' ? 'serious' : 'minor',
    answer_in_plan:
      'Before the first large cost, ask ten of those who are to want it; change the plan if fewer than five would.',
  };
}

/** What else may reach the same end, by kind of goal. */
const instead: Readonly<Record<string, string>> = {
  'open-a-physical-business': 'taking over one that is running, or a stall for a season',
  'software-product':
    'a product that can be bought or rented, or doing it by hand for the first users',
  'hardware-product': 'a device that exists with a part added, or selling another maker’s',
  event: 'joining an occasion that is held anyway, or a smaller one',
  'research-or-study': 'studies that are published, or a question to those who have the data',
  'sales-prospecting': 'asking present customers for names, or a partner who sells',
  marketing: 'asking present customers to tell others',
  'construction-or-renovation': 'renting, mending or extending what stands',
  'content-or-publication': 'a piece in something that people read already',
  'relocation-or-travel': 'a stay on trial, or staying where one is',
  'public-programme': 'giving money and people to a programme that runs already',
  'personal-errand': 'leaving it, or asking somebody who does it anyway',
};

function rivalsAttack(draft: Draft): Attack {
  const { base, currency } = draft.assumed.costs;
  const thing = clip(String(draft.slots.the_thing), 80);
  const other =
    instead[draft.playbook.name] ?? 'buying, renting or joining what exists, or waiting';
  return {
    argument: `The same end may be reached for less than ${money(base, currency)}: ${other}. The goal does not say why ${thing} is better.`,
    rests_on: 'That the goal names a way and not only an end',
    would_be_wrong_if: 'Two such ways were looked at and fall short of what the goal asks',
    severity: 'minor',
    answer_in_plan: `Before the first large cost, compare on one page with ${other}.`,
  };
}

function harmAttack(draft: Draft): Attack {
  const [care] = cautionsOf(draft.facts.goal);
  const place = draft.facts.place.name;
  return {
    argument:
      care ??
      `Looked at: who may be hurt. No rule shows more than the usual nuisance for those nearby${place === null ? '' : ` in ${clip(place, 60)}`}.`,
    rests_on: care
      ? 'The words of the goal'
      : 'That nothing is hidden behind the words of the goal',
    would_be_wrong_if: care
      ? 'Those concerned have agreed in writing, and the rules allow it'
      : 'Somebody concerned objects',
    severity: care ? 'serious' : 'none',
    answer_in_plan: care
      ? 'Name those concerned in the first phase, ask them and the office in charge, and do not start before both have answered.'
      : 'Tell those concerned before the work begins, and name whom they can turn to.',
  };
}

const severities = ['fatal', 'serious', 'minor', 'none'];

/** Money or time: whichever is worse. */
function meansAttack(draft: Draft): Attack {
  const byMoney = moneyAttack(draft);
  const byTime = timeAttack(draft);
  if (byTime === null) return byMoney;
  return severities.indexOf(byTime.severity) < severities.indexOf(byMoney.severity)
    ? byTime
    : byMoney;
}

const lenses: Readonly<Record<string, (draft: Draft) => Attack>> = {
  means: meansAttack,
  chain: chainAttack,
  need: needAttack,
  rivals: rivalsAttack,
  harm: harmAttack,
};

export const premiseRule: Rule = ({ draft, part }) => {
  const attack = lenses[part?.key ?? '']?.(draft) ?? meansAttack(draft);
  const { severity, ...texts } = attack;
  const clipped = Object.entries(texts).map(([name, text]) => [name, clip(text, 390)]);
  return { ...Object.fromEntries(clipped), severity };
};
