// What the scheduler changed to keep deadline and budget, in words and figures.
import type { PlanChange } from '../../contract/plan-critique.ts';
import type { ProposalOutcome } from '../../schedule/run/outcome.ts';
import { isoDateIn } from '../../schedule/time/local-time.ts';
import { money } from '../brains/offline/money.ts';
import type { Scheduled } from './scheduled.ts';

const kinds: Readonly<Record<ProposalOutcome['kind'], PlanChange['kind']>> = {
  fast_track: 'overlap',
  add_capacity: 'faster',
  switch_way: 'faster',
  cut_scope: 'cut',
};

const givesUp: Readonly<Record<PlanChange['kind'], string>> = {
  overlap: 'Certainty: what is begun early may have to be done again.',
  cut: 'What the task would have yielded.',
  faster: '',
  cheaper: '',
  smaller: '',
  scenario: '',
};

/** `without` is the plan that would be there without it. */
export function closedChange(
  { kind: taken, price, text, assumption }: ProposalOutcome,
  without: Scheduled,
  { reading, outcome }: Scheduled,
): PlanChange {
  const { project, currency } = reading;
  const day = (minute: number): string => isoDateIn(project.zone, minute - 1);
  const moved = (from: number, to: number, what: string): string =>
    day(from) === day(to) ? '' : `${what} ${day(from)} → ${day(to)}.`;
  const [before, after] = [without.outcome, outcome].map(
    ({ simulation, finish }) => simulation?.finishAtConfidence ?? finish,
  ) as [number, number];
  const effect = [
    moved(without.outcome.finish, outcome.finish, 'Planned end') || 'The planned end stays.',
    moved(before, after, 'At the asked odds'),
    priceText(price, currency),
  ];
  const kind = kinds[taken];
  return {
    round: 0,
    kind,
    what: text,
    why: assumption,
    gives_up: givesUp[kind],
    effect: effect.filter(Boolean).join(' '),
  };
}

function priceText(price: number, currency: string | null): string {
  if (price === 0 || currency === null) return '';
  const amount = money(Math.abs(price), currency);
  return price > 0 ? `It costs ${amount}.` : `It saves ${amount}.`;
}
