// The mind that is a model: a question of a stage goes to the models of the run's profile. What was
// answered before, for the same question, is used again; every call is on the account; a failure
// carries what was used, and the class that decides what the engine does next.
import type { FailureClass } from '../../../engine/event-types.ts';
import { StepFailure } from '../../../engine/step-failure.ts';
import { ask } from '../../../models/ask.ts';
import { AskError } from '../../../models/ask-error.ts';
import type { Model } from '../../../models/model.ts';
import type { ModelErrorClass } from '../../../models/model-error.ts';
import type { Answer, AskTools, Question, Shrunk } from '../../../models/question.ts';
import { costOfModels } from '../../call-costs.ts';
import type { CostOf } from '../../generation.ts';
import type { Ledger } from '../../ledger.ts';
import type { Mind, MindAnswer, MindQuestion } from '../../mind.ts';
import type { StagePrompt } from '../../prompt.ts';
import type { ReplyStore } from '../../reply-store.ts';
import { type KnownAnswer, knownAnswer, reuseKeyOf } from '../../reuse.ts';
import { seedOf } from '../../settings.ts';
import { openStepLedger, type StepLedger } from '../../step-ledger.ts';
import { answerSchemaOf, prepareCheck, problemsOf } from '../../thought.ts';
import type { CallLimits } from './call-limits.ts';
import type { ModelGate } from './model-gate.ts';
import { type Limited, payable, reserveWithin } from './reserve-within.ts';

export interface ModelMindParts {
  readonly ledger: Ledger;
  replies(tenant: string): Promise<ReplyStore>;
  /** Ordered, of a profile; the usual one for an empty name. */
  models(profile: string): Promise<readonly Model[]>;
  /** What the run's budget has limits for; null where there is none. */
  budget(run: string): Promise<Limited | null>;
  readonly limits: CallLimits;
  readonly gate: ModelGate;
  readonly tools: Pick<AskTools, 'now' | 'random' | 'sleep' | 'tokens' | 'errorId'>;
}

/** What the engine makes of it: tried again later, by others, or never. */
const failureOf: Readonly<Record<ModelErrorClass, FailureClass>> = {
  transient: 'transient',
  network: 'transient',
  timeout: 'transient',
  rate_limit: 'rate_limit',
  schema: 'data',
  unacceptable: 'data',
  truncated: 'data',
  too_large: 'data',
  refusal: 'policy',
  context_overflow: 'policy',
  quota: 'policy',
  auth: 'policy',
  not_found: 'policy',
  bad_request: 'policy',
  cancelled: 'cancelled',
};

/** By then all calls that began together have left, and hardly any reply is there. */
const prepareAfterMs = 50;

const noteJoint = '; ';

const shrunkOf = (asked: StagePrompt | null): Shrunk | null =>
  asked && { prompt: asked.prompt, note: asked.shortened.join(noteJoint) };

function askedOf({ work, place, asked, shrink }: MindQuestion): Question<unknown> {
  const { stage } = work;
  return {
    stage: stage.name,
    step: place.step,
    system: asked.system,
    prompt: asked.prompt,
    schema: answerSchemaOf(work),
    schemaName: stage.name,
    maxOutputTokens: stage.outputTokens,
    shrink: (fits) => shrunkOf(shrink(fits)),
    acceptable: (value) => problemsOf(work, value),
  };
}

class ModelMind implements Mind {
  readonly #parts: ModelMindParts;

  constructor(parts: ModelMindParts) {
    this.#parts = parts;
  }

  async costs(profile: string): Promise<CostOf> {
    return costOfModels(await this.#parts.models(profile));
  }

  async think(question: MindQuestion, signal: AbortSignal): Promise<MindAnswer> {
    const { work, place } = question;
    const models = await this.#parts.models(work.settings.profile);
    const replies = await this.#parts.replies(place.tenant);
    const keys = models.map((model) => model.key);
    const key = reuseKeyOf(replies, work, question.asked, keys);
    const known = await knownAnswer(replies, work, key);
    if (known !== null) {
      const shortened = await this.#shortenedThen(question, known);
      // Nothing is called for it, so nothing of what was reserved is used.
      return { value: known.value, shortened, usage: {} };
    }
    const { stage, spec, settings } = work;
    const ledger = await openStepLedger(this.#parts.ledger, replies, {
      ...place,
      stage: stage.name,
      version: spec.version,
      seed: seedOf(settings, stage.name),
    });
    const { value, shrunk } = await this.#ask(question, models, ledger, signal);
    const kept = replies.keep(key, { ...place, stage: stage.name }, this.#parts.tools.now());
    const told = shrunk.flatMap((note) => note.split(noteJoint));
    const shortened = told.length > 0 ? told : question.asked.shortened;
    return { value, shortened, usage: ledger.used(), rows: [kept] };
  }

  /** What is used again was asked as its model took it. */
  async #shortenedThen({ asked }: MindQuestion, { from }: KnownAnswer): Promise<string[]> {
    const rows = await this.#parts.ledger.ofStep(from.run, from.step);
    const model = rows.find(({ kind }) => kind === 'shrunk')?.model;
    const then =
      model === undefined ? [] : [`its material, to fit ${model} when it was first asked`];
    return [...asked.shortened, ...then];
  }

  async #ask(
    question: MindQuestion,
    models: readonly Model[],
    ledger: StepLedger,
    signal: AbortSignal,
  ): Promise<Answer<unknown>> {
    const { limits } = this.#parts;
    const { work, place } = question;
    const gate = this.#parts.gate.of(place.run);
    const budget = await this.#parts.budget(place.run);
    const { cost = {} } = costOfModels(models)(work.stage);
    const preparing = setTimeout(prepareCheck, prepareAfterMs, work);
    try {
      return await ask(askedOf(question), {
        ...this.#parts.tools,
        takeSlot: limits.places(place, models[0]?.slot ?? ''),
        models: payable(models, budget).map((model) =>
          ledger.remembering(limits.heeding(gate.watching(model))),
        ),
        signal,
        admit: gate.admit,
        reserve: reserveWithin(budget, cost, ledger),
        async record(attempt) {
          await ledger.record(attempt);
          await gate.recorded(attempt);
        },
      });
    } catch (error) {
      throw await this.#failure(error, ledger);
    } finally {
      gate.end();
      clearTimeout(preparing);
    }
  }

  async #failure(error: unknown, ledger: StepLedger): Promise<unknown> {
    if (!(error instanceof AskError)) return error;
    if (error.errorClass !== 'cancelled') await ledger.abandon();
    return new StepFailure(failureOf[error.errorClass], error.message, ledger.used(), error);
  }
}

export const createModelMind = (parts: ModelMindParts): Mind => new ModelMind(parts);
