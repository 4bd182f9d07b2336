// What a step in this process says to the engine besides that it is done: that it waits for a person,
// and what kind of failure it was. Said with the token of its lease, which is then over.
import { setTimeout as sleep } from 'node:timers/promises';
import { PlanwrightError } from '../base/errors.ts';
import type { ClaimedStep, EngineApi, HolderCall } from '../engine/engine-api.ts';
import type { StepHandler, StepResult } from '../engine/inline-worker.ts';
import { causeOf } from '../engine/step-failure.ts';
import { failureClassOf } from './failure-class.ts';
import type { Redactor } from './safety/redact.ts';
import type { Pause } from './tool-acts.ts';

export interface HolderPort {
  /** The id of the worker that takes the steps. */
  readonly holder: string;
  readonly engine: Pick<EngineApi, 'ask' | 'propose' | 'fail'>;
}

export type WorkResult = StepResult | Pause;

export type Work = (step: ClaimedStep, signal: AbortSignal) => Promise<WorkResult>;

const maxSleepMs = 24 * 3_600_000;

/** The worker has nothing more to say about this attempt; what it still says is refused. */
const over = (): PlanwrightError => new PlanwrightError('lease_lost', 'The attempt is over.');

/** The step keeps its place meanwhile; its timeout holds. */
async function waitFor(until: number, now: () => number, signal: AbortSignal): Promise<void> {
  for (let leftMs = until - now(); leftMs > 0; leftMs = until - now()) {
    await sleep(Math.min(leftMs, maxSleepMs), undefined, { signal, ref: false });
  }
}

interface Manners {
  readonly redactor: Redactor;
  readonly now: () => number;
}

export function asHolder(port: HolderPort, work: Work, { redactor, now }: Manners): StepHandler {
  const perform = async (step: ClaimedStep, signal: AbortSignal): Promise<WorkResult> => {
    const result = await work(step, signal);
    if (!('park' in result) || result.park.for !== 'time') return result;
    await waitFor(result.park.until, now, signal);
    return perform(step, signal);
  };
  const settle = async (call: HolderCall, result: WorkResult): Promise<StepResult> => {
    if ('propose' in result) await port.engine.propose({ ...call, proposal: result.propose });
    else if (!('park' in result)) return result;
    else if (result.park.for === 'answer') {
      const { question, choices = [] } = result.park;
      const offered = choices.length > 0 ? ` (${choices.join(' / ')})` : '';
      await port.engine.ask({ ...call, question: `${question}${offered}` });
    }
    throw over();
  };
  const fail = async (call: HolderCall, step: ClaimedStep, error: unknown): Promise<never> => {
    const message = redactor.text(error instanceof Error ? error.message : String(error));
    const isUndo = step.purpose === 'compensation';
    const failure = { class: failureClassOf(error, isUndo), message, cause: causeOf(error) };
    await port.engine.fail({ ...call, ...failure });
    throw over();
  };
  return async (step, tenant, signal) => {
    const call = { tenant, holder: port.holder, token: step.token };
    let result: WorkResult;
    try {
      result = await perform(step, signal);
    } catch (error) {
      // Taken away: whoever took it says how it went on.
      if (signal.aborted) throw error;
      return fail(call, step, error);
    }
    return settle(call, result);
  };
}
