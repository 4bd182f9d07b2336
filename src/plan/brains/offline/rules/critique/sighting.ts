// One thing that code sees in the numbers of a plan. It is never more than that: a rule knows no trade.
import type { PlanFinding } from '../../../../../contract/plan-critique.ts';
import type { Ground } from './ground.ts';

export type Topic = 'time' | 'money' | 'people' | 'law' | 'scope' | 'basis';

export interface Sighting extends PlanFinding {
  readonly topic: Topic;
  /** The attack that shows it; null where it is left to those who know the field. */
  readonly lens: 'arithmetic' | 'omission' | 'dependence' | 'incentives' | 'license' | null;
  /** Its remedy is a step that can be added to the task. */
  readonly isStep?: boolean;
  /** What somebody who knows the field is asked. */
  readonly ask: string;
}

export type Look = (ground: Ground) => readonly Sighting[];

/** An item is a short name; a longer one is left to the text. */
const MAX_ITEM = 40;
export const itemText = (name: string): string => (name.length <= MAX_ITEM ? name : '');
