// The end of thinking for a plan: an answer is checked against its schema and by the stage's own
// code, and sent back with what is wrong where; a right one leaves what a model's would.
import { isPlanwrightError, PlanwrightError } from '../base/errors.ts';
import type { UsageInput } from '../contract/budget.ts';
import type { CompleteRequest, StepAnswer } from '../engine/engine-api.ts';
import { openReplyStore } from '../plan/reply-store.ts';
import { reuseKeyOf } from '../plan/reuse.ts';
import { shorteningFiles } from '../plan/shortening.ts';
import { checkThought, promptOf } from '../plan/thought.ts';
import type { Context } from './context.ts';
import { holderCall, placeOfToken } from './holder.ts';
import { callerMind, isThinking, readThought } from './thinking.ts';
import { accountFor, type Thinking } from './thinking-account.ts';
import { whatNext } from './thoughts-left.ts';
import { endOf } from './work-end.ts';

/** What a lease is for, if that is thinking; the engine checks the lease itself. */
export async function thinkingOf(context: Context, token: string): Promise<Thinking | null> {
  const { run, step } = placeOfToken(token);
  if (!run.startsWith('gen_')) return null;
  const found = await context.reader.run(run);
  if (found?.tenant !== context.principal.tenant) return null;
  const row = (await context.reader.steps(run)).find((one) => one.step === step);
  if (!row || !isThinking({ action: row.action, run })) return null;
  const work = await readThought(context, { run, plan: found.plan, spec: row.spec });
  return { work, asked: promptOf(work), row };
}

interface Handed {
  readonly request: CompleteRequest;
  readonly usage: UsageInput | undefined;
}

/** As far as the row tells; the engine has the last word. */
const isHeld = ({ principal }: Context, { row }: Thinking, { token }: CompleteRequest): boolean =>
  row.state === 'LEASED' &&
  row.holder === principal.id &&
  token.startsWith(`lt_${row.run}.${row.step}.${row.attempt}.`);

/** Feedback, twice; after that somebody else may try. */
async function sendBack(
  context: Context,
  thinking: Thinking,
  { request, usage }: Handed,
  problems: readonly string[],
): Promise<StepAnswer> {
  const { output, artifacts: _artifacts, patch: _patch, ...call } = request;
  // An answer is a sign of life. Whose lease it is not gets the engine's own refusal here.
  await context.engine.heartbeat({
    ...holderCall(context, request.token),
    ...{ progress: null, note: null },
  });
  const answer = { output, usage, isGood: false };
  const { mayTryAgain, used } = await accountFor(context, thinking, answer);
  const what = `The answer is not right yet. ${problems.join('; ')}.`;
  if (mayTryAgain) {
    const message = `${what} Mend it and complete again; the lease is still yours.`;
    throw new PlanwrightError('output_invalid', message, { problems: [...problems] });
  }
  return context.engine.fail({ ...call, class: 'data', message: what, usage: used });
}

async function completed(
  context: Context,
  thinking: Thinking,
  { request, usage }: Handed,
  value: unknown,
): Promise<StepAnswer> {
  const { work, asked, row } = thinking;
  const { stageResult } = await import('../plan/stage-result.ts');
  const result = stageResult(work, value);
  const account = isHeld(context, thinking, request)
    ? await accountFor(context, thinking, { output: value, usage, isGood: true })
    : null;
  const replies = await openReplyStore(context.reader, row.tenant);
  const key = reuseKeyOf(replies, work, asked, [callerMind]);
  const source = { run: row.run, step: row.step, attempt: row.attempt, stage: work.stage.name };
  const kept = replies.keep(key, source, context.now());
  const rows = [...(result.rows ?? []), kept];
  const settled = account ? { usage: account.used } : {};
  const told = await shorteningFiles(context.reader, work, asked.shortened);
  const artifacts = [...(result.artifacts ?? []), ...told];
  return context.engine.complete({ ...request, ...result, ...settled, artifacts, rows });
}

const isHalt = (error: unknown): error is PlanwrightError =>
  isPlanwrightError(error) && (error.code === 'goal_unusable' || error.code === 'goal_refused');

async function ended(context: Context, thinking: Thinking, handed: Handed): Promise<StepAnswer> {
  const checked = checkThought(thinking.work, handed.request.output);
  if (checked.problems) return sendBack(context, thinking, handed, checked.problems);
  try {
    return await completed(context, thinking, handed, checked.value);
  } catch (error) {
    if (!isHalt(error)) throw error;
    const { output: _output, ...call } = handed.request;
    const { code, message } = error;
    return context.engine.fail({ ...call, class: 'policy', message, cause: { code } });
  }
}

export async function endThinking(context: Context, thinking: Thinking, handed: Handed) {
  const answer = await ended(context, thinking, handed);
  const { plan } = thinking.work;
  return { ...endOf(answer), next_action: await whatNext(context, plan.id, thinking.row.run) };
}
