// A model that says what a test tells it, and tools that remember what asking did with them.
import type { Model, ModelReply, ModelRequest } from '../../src/models/model.ts';
import { ModelError, type ModelErrorClass } from '../../src/models/model-error.ts';
import type { AskTools, Estimate, ModelAttempt } from '../../src/models/question.ts';

export type Turn = Partial<ModelReply> | ModelError | 'never';

export const said = (value: unknown, more: Partial<ModelReply> = {}): Partial<ModelReply> => ({
  text: typeof value === 'string' ? value : JSON.stringify(value),
  ...more,
});

export const failing = (errorClass: ModelErrorClass, retryAfterMs?: number): ModelError =>
  new ModelError(errorClass, `It is ${errorClass}.`, { retryAfterMs });

const usual: ModelReply = {
  text: '',
  reasoning: '',
  finish: 'stop',
  rawFinish: 'stop',
  tokens: { input: 1_000, output: 100, reasoning: null, cached: null },
  firstTokenMs: 5,
  durationMs: 20,
};

export interface ScriptedModel extends Model {
  readonly requests: ModelRequest[];
}

/** The last turn is repeated. */
export function scriptedModel(turns: readonly Turn[], more: Partial<Model> = {}): ScriptedModel {
  const requests: ModelRequest[] = [];
  return {
    key: 'first',
    provider: 'test',
    model: 'test-1',
    slot: 'test',
    contextTokens: null,
    outputTokens: null,
    costMicros: ({ input, output }) => (input ?? 0) + (output ?? 0),
    ...more,
    requests,
    call(request) {
      requests.push(request);
      const turn = turns[Math.min(requests.length, turns.length) - 1] ?? 'never';
      if (turn === 'never') return new Promise(() => undefined);
      return turn instanceof ModelError
        ? Promise.reject(turn)
        : Promise.resolve({ ...usual, ...turn });
    },
  };
}

export interface Bench {
  readonly tools: AskTools;
  readonly records: ModelAttempt[];
  readonly reserved: Estimate[];
  readonly waits: number[];
  readonly stop: AbortController;
  /** Calls and records in the order in which they happened. */
  readonly steps: string[];
}

export function askBench(models: readonly Model[], more: Partial<AskTools> = {}): Bench {
  const stop = new AbortController();
  const records: ModelAttempt[] = [];
  const reserved: Estimate[] = [];
  const waits: number[] = [];
  const steps: string[] = [];
  let errors = 0;
  const tools: AskTools = {
    models,
    signal: stop.signal,
    now: () => 1_000,
    random: () => 0.5,
    sleep: (ms) => {
      waits.push(ms);
      return Promise.resolve();
    },
    takeSlot: (slot) => {
      steps.push(`take ${slot}`);
      return Promise.resolve(() => void steps.push(`give ${slot}`));
    },
    reserve: (estimate) => {
      reserved.push(estimate);
      steps.push('reserve');
      return Promise.resolve();
    },
    record: (attempt) => {
      records.push(attempt);
      steps.push('record');
      return Promise.resolve();
    },
    errorId: () => {
      errors += 1;
      return `err_${errors}`;
    },
    ...more,
  };
  return { tools, records, reserved, waits, stop, steps };
}
