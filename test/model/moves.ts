// Random graphs and random moves. Indexes are taken modulo what is there, so every move means
// something and a failing list of moves shrinks well.
import fc from 'fast-check';
import { type FailureClass, failureClasses } from '../../src/engine/event-types.ts';
import type { ModelStepDef } from './run-model.ts';

export type Move =
  | {
      readonly do: 'claim';
      readonly engine: number;
      readonly holder: number;
      readonly leaseMs: number;
    }
  | { readonly do: 'start' | 'beat' | 'complete'; readonly engine: number; readonly token: number }
  | {
      readonly do: 'fail';
      readonly engine: number;
      readonly token: number;
      readonly class: FailureClass;
    }
  | { readonly do: 'steal' | 'forge'; readonly engine: number; readonly token: number }
  | { readonly do: 'advance'; readonly ms: number }
  | { readonly do: 'note' | 'restart'; readonly engine: number }
  | { readonly do: 'raceClaim'; readonly count: number }
  | { readonly do: 'raceComplete'; readonly token: number };

const engine = fc.nat(1);
const token = fc.nat(20);
/** The newest token is the one that matters most. */
const freshToken = fc.oneof(
  { weight: 3, arbitrary: fc.constant(-1) },
  { weight: 2, arbitrary: token },
);
const leaseMs = fc.constantFrom(1_000, 5_000, 60_000);

const move: fc.Arbitrary<Move> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant('claim' as const), engine, holder: fc.nat(2), leaseMs }),
  },
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant('complete' as const), engine, token: freshToken }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('fail' as const),
      engine,
      token: freshToken,
      class: fc.constantFrom(...failureClasses),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom('start' as const, 'beat' as const),
      engine,
      token: freshToken,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constantFrom('steal' as const, 'forge' as const),
      engine,
      token: freshToken,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('advance' as const),
      ms: fc.constantFrom(1, 999, 1_000, 4_000, 61_000),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constantFrom('note' as const, 'restart' as const), engine }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('raceClaim' as const),
      count: fc.integer({ min: 2, max: 6 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('raceComplete' as const), token: freshToken }),
  },
);

export const moves = fc.array(move, { minLength: 5, maxLength: 40, size: 'max' });

interface StepSeed {
  readonly isGroup: boolean;
  readonly needs: readonly number[];
  readonly attemptsMax: number;
  readonly timeoutMs: number;
}

const stepSeed: fc.Arbitrary<StepSeed> = fc.record({
  isGroup: fc.oneof(
    { weight: 3, arbitrary: fc.constant(false) },
    { weight: 1, arbitrary: fc.constant(true) },
  ),
  needs: fc.array(fc.nat(7), { maxLength: 3 }),
  attemptsMax: fc.integer({ min: 1, max: 3 }),
  timeoutMs: fc.constantFrom(3_000, 600_000),
});

/** Needs point backwards, so there is no cycle; a group without needs is a leaf. */
const toDefs = (seeds: readonly StepSeed[]): ModelStepDef[] =>
  seeds.map(({ isGroup, needs, attemptsMax, timeoutMs }, index) => {
    const before = index === 0 ? [] : needs.map((need) => `task_${need % index}`);
    const known = [...new Set(before)];
    const id = `task_${index}`;
    return { id, needs: known, isGroup: isGroup && known.length > 0, attemptsMax, timeoutMs };
  });

export const graphs = fc.array(stepSeed, { minLength: 1, maxLength: 8, size: 'max' }).map(toDefs);
