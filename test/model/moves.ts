// Random graphs and random moves. Indexes are taken modulo what is there, so every move means
// something and a failing list of moves shrinks well.
import fc from 'fast-check';
import { type FailureClass, failureClasses } from '../../src/engine/event-types.ts';
import type { ModelStepDef } from './run-model.ts';

interface Shapes {
  readonly claim: { readonly holder: number; readonly leaseMs: number };
  readonly start: { readonly token: number };
  readonly beat: { readonly token: number };
  readonly complete: { readonly token: number };
  readonly fail: { readonly token: number; readonly class: FailureClass };
  readonly ask: { readonly token: number };
  readonly release: { readonly token: number };
  readonly completeOnce: { readonly token: number };
  readonly steal: { readonly token: number };
  readonly forge: { readonly token: number };
  readonly renew: { readonly holder: number };
  readonly answer: { readonly step: number };
  readonly retry: { readonly step: number };
  readonly skip: { readonly step: number };
  readonly pause: Record<never, never>;
  readonly resume: Record<never, never>;
  readonly cancel: { readonly compensate: boolean; readonly drainMs: number };
  readonly kill: Record<never, never>;
  readonly add: { readonly needs: readonly number[]; readonly isStale: boolean };
  readonly drop: { readonly step: number };
  readonly note: Record<never, never>;
  readonly restart: Record<never, never>;
  readonly advance: { readonly ms: number };
  readonly raceClaim: { readonly count: number };
  readonly raceComplete: { readonly token: number };
}

export type MoveName = keyof Shapes;

/** `engine` is the one that is asked. */
export type Move = {
  [Name in MoveName]: { readonly do: Name; readonly engine: number } & Shapes[Name];
}[MoveName];

export type MoveOf<Name extends MoveName> = Extract<Move, { do: Name }>;

const number = fc.nat(20);
/** The newest token is the one that matters most. */
const token = fc.oneof({ weight: 3, arbitrary: fc.constant(-1) }, { weight: 2, arbitrary: number });
const holder = fc.nat(2);

type Fields<Name extends MoveName> = {
  [Key in keyof Shapes[Name]]: fc.Arbitrary<Shapes[Name][Key]>;
};

const fields: { readonly [Name in MoveName]: readonly [number, Fields<Name>] } = {
  claim: [12, { holder, leaseMs: fc.constantFrom(1_000, 5_000, 60_000) }],
  start: [2, { token }],
  beat: [2, { token }],
  complete: [8, { token }],
  fail: [4, { token, class: fc.constantFrom(...failureClasses) }],
  ask: [1, { token }],
  release: [1, { token }],
  completeOnce: [2, { token }],
  steal: [1, { token }],
  forge: [1, { token }],
  renew: [1, { holder }],
  answer: [2, { step: number }],
  retry: [3, { step: number }],
  skip: [2, { step: number }],
  pause: [1, {}],
  resume: [2, {}],
  cancel: [1, { compensate: fc.boolean(), drainMs: fc.constantFrom(0, 2_000) }],
  kill: [0.2, {}],
  add: [2, { needs: fc.array(number, { maxLength: 2 }), isStale: fc.boolean() }],
  drop: [1, { step: number }],
  note: [1, {}],
  restart: [1, {}],
  advance: [4, { ms: fc.constantFrom(1, 499, 1_000, 4_000, 61_000) }],
  raceClaim: [2, { count: fc.integer({ min: 2, max: 6 }) }],
  raceComplete: [3, { token }],
};

const moveOf = (name: MoveName) => {
  const [weight, shape] = fields[name];
  const record = { do: fc.constant(name), engine: fc.nat(1), ...shape };
  const arbitrary = fc.record(record as Record<string, fc.Arbitrary<unknown>>);
  return { weight: weight * 10, arbitrary: arbitrary as unknown as fc.Arbitrary<Move> };
};

const move = fc.oneof(...(Object.keys(fields) as MoveName[]).map(moveOf));

export const moves = fc.array(move, { minLength: 5, maxLength: 40, size: 'max' });

interface StepSeed {
  readonly isGroup: boolean;
  readonly needs: readonly number[];
  readonly attemptsMax: number;
  readonly timeoutMs: number;
  readonly hasEffect: boolean;
}

const rarely = fc.oneof(
  { weight: 3, arbitrary: fc.constant(false) },
  { weight: 1, arbitrary: fc.constant(true) },
);

const stepSeed: fc.Arbitrary<StepSeed> = fc.record({
  isGroup: rarely,
  needs: fc.array(fc.nat(7), { maxLength: 3 }),
  attemptsMax: fc.integer({ min: 1, max: 3 }),
  timeoutMs: fc.constantFrom(3_000, 600_000),
  hasEffect: fc.boolean(),
});

/** Needs point backwards, so there is no cycle; a group without needs is a leaf. */
const toDefs = (seeds: readonly StepSeed[]): ModelStepDef[] =>
  seeds.map((seed, index) => {
    const before = index === 0 ? [] : seed.needs.map((need) => `task_${need % index}`);
    const needs = [...new Set(before)];
    const isGroup = seed.isGroup && needs.length > 0;
    const { attemptsMax, timeoutMs } = seed;
    const hasEffect = seed.hasEffect && !isGroup;
    return { id: `task_${index}`, needs, isGroup, attemptsMax, timeoutMs, hasEffect };
  });

export const graphs = fc.array(stepSeed, { minLength: 1, maxLength: 8, size: 'max' }).map(toDefs);
