// The engine's part of a change that may be made: the patch, as it stands in the contract.
import type { EngineApi } from '../engine/engine-api.ts';
import type { StepHandler } from '../engine/inline-worker.ts';
import type { Reader } from '../store/store.ts';
import { applyChange, proposalOf } from './change-request.ts';
import { readSpec } from './step-content.ts';

export const createChangeHandler =
  (reader: Reader, engine: Pick<EngineApi, 'patch'>): StepHandler =>
  async (step) => {
    const proposal = proposalOf(await readSpec(reader, step));
    const { rev } = await applyChange(engine, step.run, step.step, proposal);
    return { output: { rev } };
  };
