// One call, whole: budget first, then a place among the provider's calls, the call, and its record.
// The record is written for good and bad alike, and before the reply is used.
import type { Model, ModelReply, ModelRequest } from './model.ts';
import { noTokens } from './model.ts';
import { isModelError, ModelError } from './model-error.ts';
import type { AskTools, Estimate, ModelAttempt, TryKind } from './question.ts';
import type { Expected } from './read-reply.ts';
import { readReply } from './read-reply.ts';

export interface Call {
  readonly stage: string;
  readonly step: string;
  readonly model: Model;
  readonly request: ModelRequest;
  readonly inputTokens: number;
  /** Fewer counted input tokens than this mean that the prompt was cut on the way. */
  readonly leastInputTokens: number;
  readonly attempt: number;
  readonly kind: TryKind;
}

export type Outcome<T> =
  | { readonly ok: true; readonly value: T; readonly tokens: ModelReply['tokens'] }
  | { readonly ok: false; readonly error: ModelError; readonly errorId: string | null };

export async function attempt<T>(
  call: Call,
  expected: Expected<T>,
  tools: AskTools,
): Promise<Outcome<T>> {
  const estimate = estimateOf(call);
  await tools.reserve(estimate);
  const release = await takePlace(call.model.slot, tools);
  const startedAt = tools.now();
  let result: Result<T>;
  try {
    result = await callAndRead(call, expected, tools.signal);
  } finally {
    release();
  }
  const errorId = result.error === null ? null : (tools.errorId?.() ?? null);
  await tools.record(attemptOf(call, estimate, result, startedAt, tools.now(), errorId));
  if (result.error !== null) return { ok: false, error: result.error, errorId };
  return { ok: true, value: result.value, tokens: result.reply.tokens ?? noTokens };
}

/** A place that comes too late is given back at once. */
async function takePlace(slot: string, { takeSlot, signal }: AskTools): Promise<() => void> {
  const taking = takeSlot(slot, signal);
  try {
    const release = await unlessAborted(taking, signal);
    if (!signal.aborted) return release;
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  taking.then(
    (release) => release(),
    () => undefined,
  );
  throw cancelled();
}

type Result<T> =
  | { readonly error: null; readonly value: T; readonly reply: Partial<ModelReply> }
  | { readonly error: ModelError; readonly reply: Partial<ModelReply> };

async function callAndRead<T>(
  call: Call,
  expected: Expected<T>,
  signal: AbortSignal,
): Promise<Result<T>> {
  try {
    const reply = await unlessAborted(call.model.call(call.request, signal), signal);
    checkRead(call, reply);
    return { error: null, value: readReply(reply, expected), reply };
  } catch (thrown) {
    const error = asModelError(thrown);
    return { error, reply: error.partial };
  }
}

/** Some servers cut a prompt that is too long for them and answer as if nothing had happened. */
function checkRead({ leastInputTokens, inputTokens }: Call, reply: ModelReply): void {
  const counted = reply.tokens.input;
  if (counted === null || counted >= leastInputTokens) return;
  throw new ModelError(
    'context_overflow',
    `The model read ${counted} tokens of about ${inputTokens}: its server cut the prompt. Set contextTokens.`,
    { partial: reply },
  );
}

/** A provider that throws something else is at fault; its words may hold anything, so they stay out. */
const asModelError = (thrown: unknown): ModelError =>
  isModelError(thrown)
    ? thrown
    : new ModelError('transient', 'The provider failed in a way that it should not.');

const cancelled = (): ModelError => new ModelError('cancelled', 'The call was called off.');

const graceMs = 100;

/** Ends soon when the signal is aborted, even if the other side takes no notice of it. */
export function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    // A little later, so that a model that does take notice can hand over what it has.
    const onAbort = (): void => void setTimeout(() => reject(cancelled()), graceMs);
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}

function estimateOf({ model, request, inputTokens }: Call): Estimate {
  const outputTokens = request.maxOutputTokens;
  const costMicros = model.costMicros({ ...noTokens, input: inputTokens, output: outputTokens });
  return { model: model.model, provider: model.provider, inputTokens, outputTokens, costMicros };
}

function attemptOf<T>(
  { stage, step, model, request, attempt: number, kind }: Call,
  estimate: Estimate,
  { error, reply }: Result<T>,
  startedAt: number,
  endedAt: number,
  errorId: string | null,
): ModelAttempt {
  const tokens = reply.tokens ?? noTokens;
  return {
    stage,
    step,
    modelKey: model.key,
    provider: model.provider,
    model: model.model,
    attempt: number,
    kind,
    startedAt,
    durationMs: reply.durationMs ?? endedAt - startedAt,
    firstTokenMs: reply.firstTokenMs ?? null,
    tokens,
    costMicros: tokens.input === null ? null : model.costMicros(tokens),
    estimate,
    finish: reply.finish ?? null,
    rawFinish: reply.rawFinish ?? '',
    errorClass: error?.errorClass ?? null,
    errorId,
    systemText: request.system,
    promptText: request.prompt,
    replyText: reply.text ?? '',
    reasoningText: reply.reasoning ?? '',
  };
}
