// Asking: one question goes to one model after another until a reply holds, by the table of
// policy.ts. Nothing is lost on the way: every call is reserved before, recorded after, and can be
// called off.
import { PlanwrightError } from '../base/errors.ts';
import { AskError } from './ask-error.ts';
import type { Outcome } from './attempt.ts';
import { attempt, unlessAborted } from './attempt.ts';
import {
  type FixedCounts,
  fits,
  fixedCounts,
  leastOutput,
  outputCap,
  promptRoom,
  type Sizes,
  shrink,
  shrinkTarget,
  sizesOf,
} from './fit.ts';
import { jsonSchemaOf } from './json-schema.ts';
import type { JsonSchema, Model } from './model.ts';
import { isModelError, ModelError, type ModelErrorClass } from './model-error.ts';
import { decide, maxTries } from './policy.ts';
import { withFeedback } from './prompt-text.ts';
import type { Answer, AskTools, Question, TryKind, TryNote } from './question.ts';
import { createTokenMeter, type TokenMeter } from './tokens.ts';

/** Of one question, over all models. */
interface Session<T> {
  readonly question: Question<T>;
  readonly tools: AskTools;
  readonly jsonSchema: JsonSchema;
  readonly meter: TokenMeter;
  readonly counts: FixedCounts;
  readonly failures: TryNote[];
  attempts: number;
  /** What the last model was not shown. */
  shortened: readonly string[];
}

/** Of one model: what it will be asked next. */
interface Situation {
  readonly model: Model;
  /** The prompt of the stage, shrunk or not. */
  base: string;
  /** `base`, with feedback if there is any. */
  prompt: string;
  maxOutputTokens: number;
  /** The reply may get less room than the stage wants, down to this, before the prompt is shortened. */
  leastOutputTokens: number;
  kind: TryKind;
  readonly failed: Map<ModelErrorClass, number>;
  tries: number;
  notes: string[];
}

export async function ask<T>(question: Question<T>, tools: AskTools): Promise<Answer<T>> {
  if (tools.models.length === 0) {
    throw new PlanwrightError('config_invalid', 'No model is set up; see planwright doctor.');
  }
  const jsonSchema = jsonSchemaOf(question.schema);
  const meter = tools.tokens ?? createTokenMeter();
  const session: Session<T> = {
    question,
    tools,
    jsonSchema,
    meter,
    counts: fixedCounts(meter, question.system, jsonSchema),
    failures: [],
    attempts: 0,
    shortened: [],
  };
  for (const [index, model] of tools.models.entries()) {
    const answer = await askModel(session, firstSituation(session, model, index));
    if (answer !== null) return answer;
  }
  throw failed(session);
}

const firstSituation = <T>({ question }: Session<T>, model: Model, index: number): Situation => ({
  model,
  base: question.prompt,
  prompt: question.prompt,
  maxOutputTokens: outputCap(model, question.maxOutputTokens),
  leastOutputTokens: leastOutput(model, question.maxOutputTokens),
  kind: index === 0 ? 'first' : 'fallback',
  failed: new Map(),
  tries: 0,
  notes: [],
});

function failed<T>({ question, failures, shortened }: Session<T>): AskError {
  const last = failures.at(-1);
  if (last === undefined) throw new PlanwrightError('INTERNAL_ERROR', 'A question had no tries.');
  return new AskError(question.stage, question.step, failures, last, shortened);
}

/** An answer, or null when the next model is to be asked. */
async function askModel<T>(session: Session<T>, situation: Situation): Promise<Answer<T> | null> {
  while (session.attempts < maxTries) {
    stopIfCancelled(session, situation);
    const sizes = makeFit(session, situation);
    if (sizes === null) return null;
    if (session.tools.admit && !(await isAdmitted(session, situation))) return null;
    const outcome = await callOnce(session, situation, sizes);
    if (outcome.ok) return answerOf(session, situation, outcome.value);
    note(session, situation, outcome.error, outcome.errorId);
    if (!(await prepareNext(session, situation, outcome.error, sizes))) return null;
  }
  return null;
}

async function isAdmitted<T>(session: Session<T>, situation: Situation): Promise<boolean> {
  const { admit, signal } = session.tools;
  const refused = (await admit?.(situation.model, signal)) ?? null;
  if (refused !== null) session.failures.push(refused);
  stopIfCancelled(session, situation);
  return refused === null;
}

const answerOf = <T>(session: Session<T>, situation: Situation, value: T): Answer<T> => ({
  value,
  model: situation.model.key,
  attempts: session.attempts,
  shrunk: situation.notes,
  failures: session.failures,
});

async function callOnce<T>(
  session: Session<T>,
  situation: Situation,
  sizes: Sizes,
): Promise<Outcome<T>> {
  const { question, tools, jsonSchema } = session;
  const { model, prompt, maxOutputTokens, kind } = situation;
  const { stage, step, system, schema, schemaName, acceptable } = question;
  session.attempts += 1;
  situation.tries += 1;
  const request = { system, prompt, schema: jsonSchema, schemaName, maxOutputTokens };
  const call = {
    stage,
    step,
    model,
    request,
    inputTokens: sizes.fixed + sizes.prompt,
    leastInputTokens: session.meter.least(model.key, sizes.plain),
    attempt: session.attempts,
    kind,
  };
  try {
    const outcome = await attempt(call, { schema, jsonSchema, acceptable }, tools);
    if (outcome.ok) session.meter.learn(model.key, sizes.plain, outcome.tokens.input ?? 0);
    return outcome;
  } catch (error) {
    // Called off while it waited for a place: no call was made, so there is nothing to record.
    if (isModelError(error)) return { ok: false, error, errorId: null };
    throw error;
  }
}

/** Shrinks what is known to be too long; null if that cannot be done, and then nothing is sent. */
function makeFit<T>(session: Session<T>, situation: Situation): Sizes | null {
  const sizes = sizesNow(session, situation);
  const room = promptRoom(situation.model, sizes, situation.maxOutputTokens);
  if (fits(room, sizes)) return sizes;
  const roomier = giveRoom(situation, sizes);
  if (fits(roomier, sizes)) return sizes;
  if (shrinkNow(session, situation, shrinkTarget(roomier, sizes, false))) {
    return sizesNow(session, situation);
  }
  note(session, situation, tooLong(situation.model, sizes), null);
  return null;
}

/** From the reply to the prompt: a reply that is cut then is noticed, and asked for with more room. */
function giveRoom(situation: Situation, sizes: Sizes): number | null {
  const { model, maxOutputTokens, leastOutputTokens } = situation;
  const most = promptRoom(model, sizes, 0) ?? 0;
  const left = Math.max(leastOutputTokens, most - sizes.prompt);
  situation.maxOutputTokens = Math.min(maxOutputTokens, left);
  return promptRoom(model, sizes, situation.maxOutputTokens);
}

const sizesNow = <T>({ meter, counts }: Session<T>, situation: Situation): Sizes =>
  sizesOf(meter, situation.model, counts, situation.prompt);

const tooLong = ({ contextTokens }: Model, { fixed, prompt }: Sizes): ModelError =>
  new ModelError(
    'context_overflow',
    `About ${fixed + prompt} tokens do not fit a context of ${contextTokens}, and the stage cannot be asked in fewer.`,
  );

function shrinkNow<T>(session: Session<T>, situation: Situation, targetTokens: number): boolean {
  const count = (text: string): number => session.meter.estimate(situation.model.key, text);
  const shrunk = shrink(session.question, situation.prompt, targetTokens, count);
  if (shrunk === null) return false;
  situation.base = shrunk.prompt;
  situation.prompt = shrunk.prompt;
  situation.notes = [shrunk.note];
  situation.kind = 'shrunk';
  return true;
}

function note<T>(
  session: Session<T>,
  { model, kind, notes, failed: counts }: Situation,
  { errorClass, message }: ModelError,
  errorId: string | null,
): void {
  counts.set(errorClass, (counts.get(errorClass) ?? 0) + 1);
  session.failures.push({ modelKey: model.key, kind, errorClass, errorId, message });
  session.shortened = notes;
}

/** False when this model is done with. */
async function prepareNext<T>(
  session: Session<T>,
  situation: Situation,
  error: ModelError,
  sizes: Sizes,
): Promise<boolean> {
  const { tools, question } = session;
  const verdict = decide(error, situation, tools.random(), question.feedbackMax);
  if (verdict.kind === 'fail') throw failed(session);
  if (verdict.kind === 'next') return false;
  if (!change(session, situation, error, sizes, verdict.how)) return false;
  if (verdict.waitMs > 0) await wait(session, situation, verdict.waitMs);
  return true;
}

/** Makes the next try another one, in the way that the table says; false if there is no such way. */
function change<T>(
  session: Session<T>,
  situation: Situation,
  error: ModelError,
  sizes: Sizes,
  how: TryKind,
): boolean {
  situation.kind = how;
  switch (how) {
    case 'feedback':
      giveFeedback(session, situation, error);
      return true;
    case 'shrunk': {
      const room = promptRoom(situation.model, sizes, situation.maxOutputTokens);
      return shrinkNow(session, situation, shrinkTarget(room, sizes, true));
    }
    case 'longer':
      return raiseCap(situation);
    case 'retry':
    case 'first':
    case 'fallback':
      return true;
  }
}

function raiseCap(situation: Situation): boolean {
  const { model, maxOutputTokens } = situation;
  const raised = outputCap(model, maxOutputTokens * 2);
  situation.maxOutputTokens = raised;
  situation.leastOutputTokens = raised;
  return raised > maxOutputTokens;
}

/** With the bad reply if there is room for it, else with its problems alone. */
function giveFeedback<T>(session: Session<T>, situation: Situation, error: ModelError): void {
  const { base } = situation;
  const reply = error.partial.text ?? '';
  situation.prompt = withFeedback(base, reply, error.problems);
  const sizes = sizesNow(session, situation);
  if (!fits(promptRoom(situation.model, sizes, situation.maxOutputTokens), sizes)) {
    situation.prompt = withFeedback(base, '', error.problems);
  }
}

async function wait<T>(session: Session<T>, situation: Situation, waitMs: number): Promise<void> {
  const { sleep, signal } = session.tools;
  await unlessAborted(sleep(waitMs, signal), signal).catch((error: unknown) => {
    if (!isModelError(error)) throw error;
  });
  stopIfCancelled(session, situation);
}

function stopIfCancelled<T>(session: Session<T>, situation: Situation): void {
  if (!session.tools.signal.aborted) return;
  note(session, situation, new ModelError('cancelled', 'It was called off.'), null);
  throw failed(session);
}
