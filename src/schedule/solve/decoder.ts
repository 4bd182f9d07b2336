// What the genetic search needs to know of a problem: how an order of tasks becomes a schedule.
import type { Sides } from './sketch.ts';

/** As the first way of all: the decoder chooses the quickest ways, and writes them down. */
export const undecided = -1;

export interface Decoder {
  /** How many tasks an order has. */
  readonly tasks: number;
  readonly sides: Sides;
  /** For priorities. */
  readonly duration: Int32Array;
  /** 2: what is built in one direction of time gives an order for the other one. */
  readonly directions: 1 | 2;
  /** Ways among which the search may choose: choice[firstChoice[t]] …; absent when there is one. */
  readonly ways?: { readonly firstChoice: Int32Array; readonly choice: Int32Array };
  /** Schedules built so far. */
  readonly built: number;
  /** True when nothing better exists. */
  readonly perfect: boolean;
  /** Builds a schedule and gives how bad it is. `next` becomes the order for the next direction. */
  build(side: 0 | 1, order: Int32Array, way: Int32Array, next: Int32Array): number;
}
