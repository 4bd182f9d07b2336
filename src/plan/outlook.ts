// The sentences of a first page that say when it ends and what it costs, with places for the figures. A plan
// that is scheduled anew finds them again by the figures of before.
import { type Figures, figuresOf, filledIn } from './figures.ts';
import type { NetworkOutput } from './outputs/network.ts';

interface Outlook {
  readonly isLate: boolean;
  readonly isOver: boolean;
  /** It happens on a day that nothing moves. */
  readonly isHeld: boolean;
}

const has = (figures: Figures, name: string): boolean => Object.hasOwn(figures, name);

function missText(figures: Figures, { isLate, isOver }: Outlook): string[] {
  const late = has(figures, 'deadline_odds')
    ? ', and the date holds in {deadline_odds} of runs'
    : '';
  const dear = has(figures, 'budget_odds')
    ? ', and the money is enough in {budget_odds} of runs'
    : '';
  return [
    ...(isLate && has(figures, 'deadline')
      ? [`The deadline {deadline} is not safe: the plan ends on {finish}${late}.`]
      : []),
    ...(isOver && has(figures, 'budget')
      ? [`The budget of {budget} is not safe: the plan costs {cost}${dear}.`]
      : []),
  ];
}

function endText(figures: Figures, { isLate, isHeld }: Outlook): string {
  if (isHeld) return 'It is held on {finish}.';
  const likely = has(figures, 'finish_p80') ? ', and in four of five runs by {finish_p80}' : '';
  const odds =
    has(figures, 'deadline_odds') && !isLate
      ? '; the deadline {deadline} holds in {deadline_odds} of runs'
      : '';
  return `The work ends on {finish}${likely}${odds}.`;
}

export function outlookText(figures: Figures, outlook: Outlook): string {
  // What may go wrong can lift even the good cases above the plan.
  const span = has(figures, 'cost_p80') ? '; eight of ten runs cost {cost_low} to {cost_high}' : '';
  return [
    ...missText(figures, outlook),
    endText(figures, outlook),
    `It costs about {cost}${span}.`,
  ].join(' ');
}

type Held = Pick<NetworkOutput, 'phases' | 'finish_date' | 'deadline'>;

export const isHeldOnDay = ({ phases, finish_date, deadline }: Held): boolean =>
  finish_date === deadline &&
  phases.some(({ tasks }) =>
    tasks.some((task) => task.fixed_start !== undefined && task.finish_date === finish_date),
  );

/** As far as figures of the outlook need it. */
export interface Dated {
  readonly start_date: string;
  readonly finish_date: string;
  readonly language?: string;
  readonly phases: NetworkOutput['phases'];
  readonly costs: NetworkOutput['costs'];
  readonly schedule: NetworkOutput['schedule'];
}

const networkOf = (plan: Dated): NetworkOutput =>
  ({ roles: [], risks: [], assumptions: [], ...plan, deadline: plan.schedule.deadline }) as never;

const figuresIn = (plan: Dated): Figures => figuresOf(networkOf(plan), plan.language ?? 'und');

const either = [false, true] as const;
const outlooks: readonly Outlook[] = either.flatMap((isLate) =>
  either.flatMap((isOver) => either.map((isHeld) => ({ isLate, isOver, isHeld }))),
);

/** What takes the place of the old sentences. */
export function outlookChange(before: Dated, after: Dated): (text: string) => string {
  const [was, is] = [figuresIn(before), figuresIn(after)];
  const { schedule, costs } = after;
  const now: Outlook = {
    isLate: schedule.meets_deadline === false,
    isOver: costs.verdict === 'over_budget',
    isHeld: isHeldOnDay(networkOf(after)),
  };
  const told = filledIn(outlookText(is, now), is);
  return (text) => {
    const old = outlooks
      .map((outlook) => filledIn(outlookText(was, outlook), was))
      .toSorted((one, other) => other.length - one.length)
      .find((sentences) => text.includes(sentences));
    return old === undefined ? text : text.replace(old, () => told);
  };
}
