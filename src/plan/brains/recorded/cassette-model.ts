// Answers from a recording: the reply to just this prompt, or an error that says what differs.
import { suggest } from '../../../base/suggest.ts';
import type { Finish, TokenCounts } from '../../../models/model.ts';
import type { Cassette, CassetteEntry } from './cassette.ts';
import { CassetteMiss } from './cassette-miss.ts';
import { firstDifference, likeness } from './difference.ts';
import { type AskedPrompt, type PromptTexts, promptTexts, type RecordedReply } from './record.ts';
import { createScrub, type Scrub, type ScrubOptions } from './scrub.ts';

export interface ReplayedReply {
  readonly reply: RecordedReply;
  readonly model: string;
  readonly tokens: TokenCounts;
  readonly finish: Finish;
}

export class CassetteModel {
  readonly #cassette: Cassette;
  readonly #scrub: Scrub;
  readonly #byStage: Map<string, CassetteEntry[]>;
  readonly #byPrompt: Map<string, CassetteEntry[]>;

  /** The cassette must have been read with readCassette, or just recorded. */
  constructor(cassette: Cassette, options?: ScrubOptions) {
    this.#cassette = cassette;
    this.#scrub = createScrub(options);
    this.#byStage = Map.groupBy(cassette.entries, ({ stage }) => stage);
    this.#byPrompt = Map.groupBy(cassette.entries, ({ stage, asked }) => `${stage} ${asked}`);
  }

  get stages(): readonly string[] {
    return [...this.#byStage.keys()].sort();
  }

  /** `nth` counts replies to this prompt from 0: who asks again says how often they did. */
  find(given: AskedPrompt, nth = 0): ReplayedReply {
    const texts = promptTexts(given, this.#scrub);
    const entries = this.#byPrompt.get(`${given.stage} ${texts.asked}`);
    if (entries === undefined) throw this.#miss(given.stage, texts);
    const entry = entries.find((each) => each.nth === nth);
    if (entry !== undefined) return this.#replyOf(entry);
    throw new CassetteMiss({
      kind: 'no_more_replies',
      stage: given.stage,
      asked: texts.asked,
      known: `It has ${entries.length} for this prompt.`,
    });
  }

  #replyOf({ reply, model, tokens, finish }: CassetteEntry): ReplayedReply {
    const text = this.#text(reply.content);
    const said: RecordedReply =
      reply.kind === 'text'
        ? { kind: 'text', text }
        : { kind: 'value', value: JSON.parse(text) as unknown };
    return { reply: said, model, tokens, finish };
  }

  #text = (digest: string): string => this.#cassette.contents[digest]?.join('\n') ?? '';

  #textsOf = ({ system, prompt, schema, asked }: CassetteEntry): PromptTexts => ({
    system: this.#text(system),
    prompt: this.#text(prompt),
    schema: this.#text(schema),
    asked,
  });

  #miss(stage: string, asked: PromptTexts): CassetteMiss {
    const entries = this.#byStage.get(stage);
    if (entries === undefined) {
      return new CassetteMiss({
        kind: 'no_stage',
        stage,
        asked: asked.asked,
        known: this.#known(stage),
      });
    }
    const nearest = this.#nearest(entries, asked);
    return new CassetteMiss({
      kind: 'other_prompt',
      stage,
      asked: asked.asked,
      nearest: nearest.asked,
      difference: firstDifference(nearest, asked) ?? undefined,
      known: '',
    });
  }

  /** Of equally near ones the first in the order of the file. */
  #nearest(entries: readonly CassetteEntry[], asked: PromptTexts): PromptTexts {
    const ranked = entries
      .filter(({ nth }) => nth === 0)
      .map((entry) => this.#textsOf(entry))
      .map((texts) => ({ texts, likeness: likeness(texts, asked) }))
      .sort((left, right) => right.likeness - left.likeness);
    return ranked[0]?.texts ?? asked;
  }

  #known(stage: string): string {
    const { stages } = this;
    const meant = suggest(stage, stages);
    if (meant !== undefined) return `Did you mean "${meant}"?`;
    return `It has: ${stages.slice(0, 20).join(', ') || 'no stages'}.`;
  }
}
