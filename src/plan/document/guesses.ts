// What in a plan is a guess, what it is used for, and how one gets to know better.
import { listed, unstopped } from '../../base/sentences.ts';
import type { Guess, PlanAssumption } from '../../contract/plan.ts';
import type { NetworkOutput } from '../outputs/network.ts';
import { clip, most } from './clip.ts';

export const MOST_GUESSES = 100;
const isGuess = (status: string | undefined): boolean =>
  status === 'assumed' || status === 'speculative';

function usedFor({ assumption_id: id }: PlanAssumption, { phases }: NetworkOutput): string {
  const titles = phases
    .flatMap(({ tasks }) => tasks)
    .filter(({ assumption_ids = [] }) => assumption_ids.includes(id))
    .map(({ title }) => title);
  return titles.length > 0 ? listed(titles) : 'the plan as a whole';
}

const told = (value: number): string => value.toLocaleString('en-US', { maximumFractionDigits: 6 });

const assumptionGuess = (one: PlanAssumption, network: NetworkOutput): Guess => ({
  guess: clip(
    `${unstopped(one.claim)}: ${told(one.base)} ${one.unit} (${told(one.lower)} to ${told(one.upper)})`,
    500,
  ),
  used_for: clip(usedFor(one, network), 200),
  how_to_confirm: clip(one.how_to_check ?? one.source, 500),
});

function costGuess(line: NetworkOutput['cost_lines'][number], network: NetworkOutput): Guess {
  const { name, base, low, high, currency = network.costs.currency, source } = line;
  const task = network.phases
    .flatMap(({ tasks }) => tasks)
    .find(({ task_id }) => task_id === line.task);
  return {
    guess: clip(
      `${unstopped(name)}: ${told(base)} ${currency} (${told(low)} to ${told(high)})`,
      500,
    ),
    used_for: clip(`costs${task ? `: ${task.title}` : ''}`, 200),
    how_to_confirm: clip(`Get a quote. So far it is taken from: ${source}`, 500),
  };
}

export const guessesOf = (network: NetworkOutput): Guess[] =>
  most(
    [
      ...network.assumptions
        .filter(({ status }) => isGuess(status))
        .map((one) => assumptionGuess(one, network)),
      ...network.cost_lines
        .filter(({ status }) => isGuess(status))
        .map((line) => costGuess(line, network)),
    ],
    MOST_GUESSES,
  );
