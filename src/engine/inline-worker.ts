// The in-process worker: takes steps that the engine itself performs (offline stages today, models
// and tools later), in the thread that has the store.

import { isPlanwrightError } from '../base/errors.ts';
import type { RowWrite } from '../store/store.ts';
import type { Engine } from './engine.ts';
import type { Artifact, ClaimedStep, ClaimRequest } from './engine-api.ts';
import { inProcessLeaseMs, inProcessRenewMs } from './lease.ts';

export interface StepResult {
  readonly output: unknown;
  readonly artifacts?: readonly Artifact[];
  readonly rows?: readonly RowWrite[];
}

/** Does the work of one step. A thrown PlanwrightError of class `never` or `after_change` is final. */
export type StepHandler = (step: ClaimedStep, tenant: string) => Promise<StepResult>;

export interface InlineWorker {
  stop(): Promise<void>;
}

const concurrency = 4;
/** After a store that did not answer: nothing else may wake this worker again. */
const retryMs = 1_000;

export function startInlineWorker(
  engine: Engine,
  holder: string,
  handle: StepHandler,
  onError: (error: unknown) => void,
): InlineWorker {
  const running = new Set<Promise<void>>();
  let isStopped = false;
  let isLooking = false;
  let mustLookAgain = false;
  let retry: NodeJS.Timeout | undefined;
  let looking = Promise.resolve();

  const request = (tenant: string): ClaimRequest => ({
    tenant,
    holder,
    performers: ['engine'],
    actions: null,
    run: null,
    leaseMs: inProcessLeaseMs,
    waitMs: 0,
  });
  const perform = async (step: ClaimedStep, tenant: string): Promise<void> => {
    const call = { tenant, holder, token: step.token };
    const beat = setInterval(() => {
      engine.heartbeat({ ...call, progress: null, note: null }).catch(onError);
    }, inProcessRenewMs);
    try {
      const result = await handle(step, tenant);
      await engine.complete({ ...call, ...result });
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      const isFinal = isPlanwrightError(error) && error.retry !== 'later';
      await engine.fail({ ...call, class: isFinal ? 'policy' : 'logic', message });
    } finally {
      clearInterval(beat);
    }
  };
  const launch = (step: ClaimedStep, tenant: string): void => {
    const work = perform(step, tenant)
      .catch(onError)
      .finally(() => {
        running.delete(work);
        look();
      });
    running.add(work);
  };
  const takeAll = async (): Promise<void> => {
    for (const tenant of await engine.store.readyTenants('engine')) {
      while (!isStopped && running.size < concurrency) {
        const step = await engine.claim(request(tenant));
        if (!step) break;
        launch(step, tenant);
      }
    }
  };
  const look = (): void => {
    mustLookAgain = true;
    if (isLooking || isStopped) return;
    isLooking = true;
    looking = lookUntilQuiet();
  };
  const lookUntilQuiet = async (): Promise<void> => {
    while (mustLookAgain && !isStopped) {
      mustLookAgain = false;
      await takeAll().catch((error: unknown) => {
        onError(error);
        retry ??= setTimeout(() => {
          retry = undefined;
          look();
        }, retryMs).unref();
      });
    }
    isLooking = false;
  };
  const stopListening = engine.onAdvance((advance) => {
    if (!advance.isTelemetry) look();
  });
  look();
  return {
    async stop() {
      isStopped = true;
      clearTimeout(retry);
      stopListening();
      // A claim under way may still bring a step: it is done too, rather than left with a lease.
      await looking;
      await Promise.allSettled(running);
    },
  };
}
