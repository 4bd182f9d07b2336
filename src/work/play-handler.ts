// Steps of a fork: nobody does them, the engine plays what came of them or would have.
import type { StepHandler } from '../engine/inline-worker.ts';
import type { Reader } from '../store/store.ts';
import { type SimulatedSpec, simulate } from './fork.ts';
import { readSpec } from './step-content.ts';

export const createPlayHandler =
  (reader: Reader): StepHandler =>
  async (step) =>
    simulate((await readSpec(reader, step)) as unknown as SimulatedSpec);
