// Steps that ask a model, with the account behind them: a scripted model, and a handler that asks it as
// the making of a plan does.
import { z } from 'zod';
import type { Ids } from '../../src/base/ids.ts';
import type { NewStep } from '../../src/engine/engine-api.ts';
import type { Amounts } from '../../src/engine/event-types.ts';
import type { StepHandler } from '../../src/engine/inline-worker.ts';
import { ask } from '../../src/models/ask.ts';
import {
  type Model,
  type ModelReply,
  type ModelRequest,
  noTokens,
} from '../../src/models/model.ts';
import type { AskTools, ModelAttempt } from '../../src/models/question.ts';
import { Ledger } from '../../src/plan/ledger.ts';
import { openReplyStore } from '../../src/plan/reply-store.ts';
import { openStepLedger } from '../../src/plan/step-ledger.ts';
import type { Store } from '../../src/store/store.ts';

const answer = z.object({ value: z.int() });

/** A word that no log, error or event may have. */
export const secretWord = 'zyqucanary';

export const reply = (text: string, change: Partial<ModelReply> = {}): ModelReply => ({
  text,
  reasoning: `I think of ${secretWord}.`,
  finish: 'stop',
  rawFinish: 'stop',
  tokens: { ...noTokens, input: 101, output: 23, reasoning: 5, cached: 7 },
  firstTokenMs: 12.4,
  durationMs: 34.6,
  ...change,
});

/** As asking makes it. */
export const attemptOf = (change: Partial<ModelAttempt> = {}): ModelAttempt => ({
  stage: 'stage-1',
  step: 'task_1',
  modelKey: 'main',
  provider: 'openai',
  model: 'large-1',
  attempt: 1,
  kind: 'first',
  startedAt: 1_700_000_000_000,
  durationMs: 35,
  firstTokenMs: 12,
  tokens: { ...noTokens, input: 101, output: 23, reasoning: 5, cached: 7 },
  costMicros: 648,
  estimate: {
    model: 'large-1',
    provider: 'openai',
    inputTokens: 1,
    outputTokens: 1,
    costMicros: 1,
  },
  finish: 'stop',
  rawFinish: 'stop',
  errorClass: null,
  errorId: null,
  systemText: `Secret ${secretWord}.`,
  promptText: `How much is ${secretWord}?`,
  replyText: '{"value": 7}',
  reasoningText: '',
  ...change,
});

export type Script = (request: ModelRequest, call: number) => ModelReply | Error;

/** A bad reply first, which goes back with feedback, and then a good one. */
export const badThenGood: Script = ({ prompt }) =>
  prompt.includes('not a number')
    ? reply(`{"value": 7}`)
    : reply(`{"value": "${secretWord} is not a number"}`);

export function scripted(script: Script, change: Partial<Model> = {}): Model {
  let calls = 0;
  return {
    key: 'main',
    provider: 'openai',
    model: 'large-1',
    slot: 'openai',
    contextTokens: 100_000,
    outputTokens: 10_000,
    costMicros: ({ input, output }) => (input ?? 0) * 3 + (output ?? 0) * 15,
    async call(request) {
      calls += 1;
      const found = script(request, calls);
      if (found instanceof Error) throw found;
      return found;
    },
    ...change,
  };
}

const tools: Omit<AskTools, 'models' | 'signal' | 'record' | 'now'> = {
  random: () => 0,
  sleep: () => Promise.resolve(),
  takeSlot: () => Promise.resolve(() => {}),
  reserve: () => Promise.resolve(),
  errorId: () => 'err_test',
};

export interface PaidWorld {
  readonly store: Store;
  readonly ids: Ids;
  readonly models: readonly Model[];
  readonly seed?: number;
}

/** Finds a reply that was kept, or asks; keeps what comes of it. */
export function paidHandler({ store, ids, models, seed = 1 }: PaidWorld): StepHandler {
  const ledger = new Ledger(store, ids);
  return async (claimed, tenant, signal) => {
    const { run, plan, step, attempt } = claimed;
    const stage = step.replace('task_', 'stage-');
    const replies = await openReplyStore(store, tenant);
    const prompt = `How much is ${step} of ${secretWord}?`;
    const key = replies.keyOf({ stage, version: 1, prompt, schema: {}, settings: {}, seed });
    const rows = [replies.keep(key, { run, step, attempt, stage }, store.now())];
    const kept = await replies.find(key);
    if (kept) return { output: kept.output, rows, usage: {} };
    const place = { tenant, plan, run, step, attempt, stage };
    const book = await openStepLedger(ledger, replies, { ...place, version: 1, seed });
    const question = {
      ...{ stage, step, system: `Secret ${secretWord}.`, prompt },
      ...{ schema: answer, schemaName: 'answer', maxOutputTokens: 500 },
    };
    try {
      const { value } = await ask(question, {
        ...tools,
        signal,
        now: () => store.now(),
        models: models.map((model) => book.remembering(model)),
        record: book.record,
      });
      return { output: value, rows, usage: book.used() };
    } catch (error) {
      if (!signal.aborted) await book.abandon();
      throw error;
    }
  };
}

export const paidStep = (number: number, cost?: Amounts): NewStep => ({
  def: {
    id: `task_${number}`,
    needs: number === 1 ? [] : [`task_${number - 1}`],
    performer: 'model',
    purpose: 'work',
    action: 'think',
    attempts_max: 20,
    timeout_ms: 60_000,
    tier: 1,
    ...(cost ? { cost } : {}),
  },
  spec: { title: `Task ${number}` },
});
