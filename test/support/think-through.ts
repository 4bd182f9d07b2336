// A plan thought through in memory, stage by stage, without a server: every question is put to a mind
// and its answer checked as always. For trying out stages, and what comes of a mind's moods.
import { stagesFor } from '../../src/plan/catalog.ts';
import type { StageSpec } from '../../src/plan/generation.ts';
import type { StagePrompt } from '../../src/plan/prompt.ts';
import { settingsSchema } from '../../src/plan/settings.ts';
import {
  type AnyStage,
  type AnyThought,
  type Detail,
  isThought,
  type Part,
  type Stage,
  type StageInput,
} from '../../src/plan/stage.ts';
import { checkThought, promptOf, type ThoughtWork } from '../../src/plan/thought.ts';

export interface Thought {
  readonly stage: string;
  readonly part: string | null;
  readonly asked: StagePrompt;
  readonly answer: unknown;
}

export interface ThoughtThrough {
  readonly outputs: Readonly<Record<string, unknown>>;
  readonly thoughts: readonly Thought[];
}

export interface Wish {
  readonly goal: string;
  readonly startDate: string;
  readonly detail: Detail;
}

export type InMemoryMind = (schema: object, prompt: string, stage: string) => unknown;

class Thinking {
  readonly #stages: readonly AnyStage[];
  readonly #wish: Wish;
  readonly #mind: InMemoryMind;
  readonly outputs: Record<string, unknown> = {};
  readonly thoughts: Thought[] = [];

  constructor(wish: Wish, mind: InMemoryMind) {
    const made = { ...wish, brain: 'model', profile: '', seed: 0 };
    this.#stages = stagesFor(settingsSchema.parse(made));
    this.#wish = wish;
    this.#mind = mind;
  }

  async run(): Promise<void> {
    for (const stage of this.#stages) {
      const input = this.#inputOf(stage);
      this.outputs[stage.name] = stage.output.parse(
        isThought(stage)
          ? await this.#thought(stage, input)
          : await (stage as Stage<unknown>).offline(input),
      );
    }
  }

  #inputOf({ needs }: AnyStage): StageInput {
    const { goal, startDate, detail } = this.#wish;
    return {
      intake: { planId: 'plan_00000001', goal, startDate, detail, brain: 'model' },
      outputs: Object.fromEntries(needs.map((need) => [need, this.outputs[need]])),
    };
  }

  async #thought(stage: AnyThought, input: StageInput): Promise<unknown> {
    const { parts } = stage;
    if (!parts) return this.#ask(stage, input, null);
    const list = parts.known?.(this.#wish.detail) ?? parts.found?.(input) ?? [];
    const values = list.map((part) => ({
      key: part.key,
      value: this.#ask(stage, input, part) as never,
    }));
    return parts.merge(values, input);
  }

  #ask(stage: AnyThought, input: StageInput, part: Part | null): unknown {
    const spec = { part: part ?? undefined } as unknown as StageSpec;
    const needs = this.#stages.filter(({ name }) => stage.needs.includes(name));
    const work = { stage, spec, input, needs } as unknown as ThoughtWork;
    const asked = promptOf(work);
    const answer = this.#mind(asked.schema, `${asked.system}\n\n${asked.prompt}`, stage.name);
    const checked = checkThought(work, answer);
    if (checked.problems) {
      throw new Error(`${stage.name} ${part?.key ?? ''}: ${checked.problems.join('\n')}`);
    }
    this.thoughts.push({ stage: stage.name, part: part?.key ?? null, asked, answer });
    return checked.value;
  }
}

export async function thinkThrough(wish: Wish, mind: InMemoryMind): Promise<ThoughtThrough> {
  const thinking = new Thinking(wish, mind);
  await thinking.run();
  return thinking;
}
