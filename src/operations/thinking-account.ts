// The account of a calling agent that thinks: each answer is one row like a model's call, good or bad,
// so that usage is complete, and that an agent which cannot do it hands the step on in the end.
import type { UsageInput } from '../contract/budget.ts';
import type { Amounts } from '../engine/event-types.ts';
import { noTokens } from '../models/model.ts';
import { defaultFeedbackMax } from '../models/policy.ts';
import type { ModelAttempt } from '../models/question.ts';
import { Ledger } from '../plan/ledger.ts';
import type { StagePrompt } from '../plan/prompt.ts';
import type { ThoughtWork } from '../plan/thought.ts';
import { settledAmounts } from '../plan/usage-budget.ts';
import type { Rows } from '../store/tables.ts';
import type { Context } from './context.ts';

/** A claimed step of thinking, with what it asks. */
export interface Thinking {
  readonly work: ThoughtWork;
  readonly asked: StagePrompt;
  readonly row: Rows['steps'];
}

const ledgerOf = ({ reader, engine, ids }: Context): Ledger =>
  new Ledger(
    {
      run: (id) => reader.run(id),
      contentIds: (owner) => reader.contentIds(owner),
      contents: (wanted) => reader.contents(wanted),
      usageOfStep: (run, step) => reader.usageOfStep(run, step),
      commit: (sets) => engine.commit(sets),
    },
    ids,
  );

const microsOf = (usd: number | undefined): number | null =>
  usd === undefined ? null : Math.round(usd * 1_000_000);

function attemptOf(
  context: Context,
  { work, asked, row }: Thinking,
  output: unknown,
  usage: UsageInput | undefined,
  tries: number,
  isGood: boolean,
): ModelAttempt {
  const now = context.now();
  const { stage } = work;
  const model = context.principal.id;
  return {
    ...{ stage: stage.name, step: row.step, modelKey: 'caller', provider: 'caller', model },
    attempt: tries + 1,
    kind: tries === 0 ? 'first' : 'feedback',
    startedAt: row.changed_at,
    durationMs: Math.max(0, now - row.changed_at),
    firstTokenMs: null,
    tokens: { ...noTokens, output: usage?.tokens ?? null },
    costMicros: microsOf(usage?.usd),
    estimate: { model, provider: 'caller', inputTokens: 0, outputTokens: 0, costMicros: null },
    finish: 'stop',
    rawFinish: '',
    errorClass: isGood ? null : 'schema',
    errorId: null,
    systemText: asked.system,
    promptText: asked.prompt,
    replyText: JSON.stringify(output),
    reasoningText: '',
  };
}

export interface Accounted {
  readonly mayTryAgain: boolean;
  /** What all answers of this attempt came to, for the run's purse. */
  readonly used: Amounts;
}

/** Writes it down, and says what it comes to and whether the agent may try once more. */
export async function accountFor(
  context: Context,
  thinking: Thinking,
  answer: {
    readonly output: unknown;
    readonly usage: UsageInput | undefined;
    readonly isGood: boolean;
  },
): Promise<Accounted> {
  const { work, row } = thinking;
  const ledger = ledgerOf(context);
  const before = (await ledger.ofStep(row.run, row.step)).filter(
    ({ step_attempt }) => step_attempt === row.attempt,
  );
  const { output, usage, isGood } = answer;
  const attempt = attemptOf(context, thinking, output, usage, before.length, isGood);
  const place = { tenant: row.tenant, plan: work.plan.id, run: row.run, step: row.step };
  const call = { ...place, attempt: row.attempt, stage: work.stage.name };
  const recorded = await ledger.record(call, attempt);
  return {
    mayTryAgain: before.length < defaultFeedbackMax,
    used: settledAmounts([...before, recorded]),
  };
}
