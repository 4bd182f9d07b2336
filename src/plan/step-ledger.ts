// The account of one attempt of a step, as asking a model needs it: every call is recorded, and a reply
// that was paid for by an attempt which was lost on the way (the process died) is given again instead
// of being bought a second time.

import { contentText, type NewContent } from '../engine/content.ts';
import type { Amounts } from '../engine/event-types.ts';
import {
  type Finish,
  type Model,
  type ModelReply,
  type ModelRequest,
  noTokens,
  withCall,
} from '../models/model.ts';
import type { ModelAttempt } from '../models/question.ts';
import type { ContentRow } from '../store/store.ts';
import { type CallPlace, type Ledger, type UsageRow, unknownAmount } from './ledger.ts';
import { askedText, type ReplyStore } from './reply-store.ts';
import { settledAmounts } from './usage-budget.ts';

export interface StepQuestion extends CallPlace {
  readonly version: string | number;
  readonly seed: string | number;
}

const known = (amount: number): number | null => (amount === unknownAmount ? null : amount);

function replyOf(row: UsageRow, texts: ReadonlyMap<string, ContentRow>): ModelReply {
  const textOf = (id: string): string => {
    const content = texts.get(id);
    return content ? contentText(content) : '';
  };
  return {
    text: textOf(row.reply),
    reasoning: textOf(row.reasoning),
    finish: row.finish as Finish,
    rawFinish: '',
    tokens: {
      ...noTokens,
      input: known(row.tokens_in),
      output: known(row.tokens_out),
      reasoning: known(row.tokens_reasoning),
      cached: known(row.tokens_cached),
    },
    firstTokenMs: known(row.first_token_ms),
    durationMs: row.duration_ms,
  };
}

/** It came to its end, so that it would come to the same end again. */
const isWhole = ({ finish, reuse_key }: UsageRow): boolean => finish !== '' && reuse_key !== '';

interface Calling {
  readonly key: string;
  readonly isGivenAgain: boolean;
  /** What is asked, made ready for the account while the reply is waited for. */
  asked?: NewContent;
}

/** By then all calls that began together have left, and hardly any reply is there. */
const readyAfterMs = 50;

export class StepLedger {
  readonly #ledger: Ledger;
  readonly #replies: ReplyStore;
  readonly #question: StepQuestion;
  /** By key, in the order in which they came. */
  readonly #paid: Map<string, ModelReply[]>;
  readonly #rows: UsageRow[] = [];
  readonly #earlier: readonly UsageRow[];
  /** How many replies were there when it began: so many calls are not paid again. */
  readonly paidBefore: number;
  #calling: Calling | null = null;

  constructor(
    ledger: Ledger,
    replies: ReplyStore,
    question: StepQuestion,
    earlier: readonly UsageRow[],
    texts: ReadonlyMap<string, ContentRow>,
  ) {
    this.#ledger = ledger;
    this.#replies = replies;
    this.#question = question;
    this.#earlier = earlier;
    const whole = earlier.filter(isWhole);
    this.paidBefore = whole.length;
    this.#paid = new Map();
    for (const row of whole) {
      const list = this.#paid.get(row.reuse_key) ?? [];
      list.push(replyOf(row, texts));
      this.#paid.set(row.reuse_key, list);
    }
  }

  /** The same model, which does not call where the reply is there. One question at a time. */
  remembering(model: Model): Model {
    return withCall(model, (request, signal) => this.#call(model, request, signal));
  }

  /** After every call, before anything is done with its reply. */
  readonly record = async (attempt: ModelAttempt): Promise<void> => {
    const calling = this.#calling;
    this.#calling = null;
    if (calling?.isGivenAgain) return;
    const { key = '', asked } = calling ?? {};
    this.#rows.push(await this.#ledger.record(this.#question, attempt, key, asked));
  };

  /** What this attempt used, for the run's purse; what is given again was paid before. */
  used(): Amounts {
    return settledAmounts(this.#rows);
  }

  /** The attempt failed by itself: the next one asks anew rather than get the same replies. */
  async abandon(): Promise<void> {
    await this.#ledger.forget([...this.#earlier, ...this.#rows]);
  }

  #keyOf(model: Model, request: ModelRequest): string {
    const { stage, version, seed } = this.#question;
    const { schema, maxOutputTokens } = request;
    return this.#replies.keyOf({
      stage,
      version,
      prompt: askedText(request),
      schema,
      settings: { model: model.key, maxOutputTokens },
      seed,
    });
  }

  async #call(model: Model, request: ModelRequest, signal: AbortSignal): Promise<ModelReply> {
    const key = this.#keyOf(model, request);
    const paid = this.#paid.get(key)?.shift();
    const calling: Calling = { key, isGivenAgain: paid !== undefined };
    this.#calling = calling;
    if (paid !== undefined) return paid;
    const { system, prompt } = request;
    const readying = setTimeout(() => {
      calling.asked = this.#ledger.asked(this.#question, system, prompt);
    }, readyAfterMs);
    try {
      return await model.call(request, signal);
    } finally {
      clearTimeout(readying);
    }
  }
}

export async function openStepLedger(
  ledger: Ledger,
  replies: ReplyStore,
  question: StepQuestion,
): Promise<StepLedger> {
  const { run, step, attempt } = question;
  const rows = await ledger.ofStep(run, step);
  const earlier = rows.filter((row) => row.step_attempt < attempt);
  const texts = await ledger.texts(earlier.filter(isWhole));
  return new StepLedger(ledger, replies, question, earlier, texts);
}
