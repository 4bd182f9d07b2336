// Makes a recording of what was asked and answered. Pure: the calls may come in any order and give
// the same file. Replies to one prompt keep the order in which they are given.
import { sha256Hex } from '../../../base/hash.ts';
import type { Finish, TokenCounts } from '../../../models/model.ts';
import {
  askedDigest,
  badCassette,
  type Cassette,
  type CassetteEntry,
  cassetteLimits,
  compareEntries,
  entrySchema,
  jsonText,
} from './cassette.ts';
import { createScrub, type Scrub, type ScrubOptions } from './scrub.ts';

/** What a reply is found by. */
export interface AskedPrompt {
  readonly stage: string;
  readonly system: string;
  readonly prompt: string;
  /** JSON schema of the answer; null if there is none. */
  readonly schema: object | null;
}

/** A value that was accepted, or the text as it came. */
export type RecordedReply =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'text'; readonly text: string };

export interface RecordedCall extends AskedPrompt {
  readonly reply: RecordedReply;
  readonly model: string;
  readonly tokens: TokenCounts;
  readonly finish: Finish;
}

export interface Recording {
  readonly cassette: Cassette;
  /** Texts in which something was taken out, by stage: what a person should look at. */
  readonly scrubbed: readonly string[];
}

export function recordCassette(calls: readonly RecordedCall[], options?: ScrubOptions): Recording {
  const recorder = new Recorder(createScrub(options));
  for (const call of calls) recorder.add(call);
  return recorder.finish();
}

export interface PromptTexts {
  readonly system: string;
  readonly prompt: string;
  readonly schema: string;
  readonly asked: string;
}

/** The texts that are compared: scrubbed, the schema sorted. */
export function promptTexts(given: AskedPrompt, scrub: Scrub): PromptTexts {
  const system = scrub.text(given.system);
  const prompt = scrub.text(given.prompt);
  const schema = jsonText(scrub.value(given.schema));
  return { system, prompt, schema, asked: askedDigest(system, prompt, schema) };
}

class Recorder {
  readonly #scrub: Scrub;
  readonly #entries: CassetteEntry[] = [];
  readonly #contents = new Map<string, string>();
  readonly #replies = new Map<string, string[]>();
  readonly #scrubbed = new Set<string>();

  constructor(scrub: Scrub) {
    this.#scrub = scrub;
  }

  /** The same reply to the same prompt is one entry: asking twice is no news. */
  add(call: RecordedCall): void {
    const texts = promptTexts(call, this.#scrub);
    const reply = this.#replyText(call.reply);
    this.#note(call, texts, reply);
    const key = `${call.stage} ${texts.asked}`;
    const before = this.#replies.get(key) ?? [];
    const shape = `${call.reply.kind} ${call.finish} ${sha256Hex(reply)}`;
    if (before.includes(shape)) return;
    this.#replies.set(key, [...before, shape]);
    this.#entries.push(this.#entry(call, texts, reply, before.length));
    if (this.#entries.length > cassetteLimits.entries) throw badCassette('it has too many entries');
  }

  finish(): Recording {
    const sorted = [...this.#contents].sort(([left], [right]) => (left < right ? -1 : 1));
    const contents = Object.fromEntries(sorted.map(([digest, text]) => [digest, text.split('\n')]));
    const entries = this.#entries.toSorted(compareEntries);
    const cassette: Cassette = { format: 'planwright-cassette', version: 1, entries, contents };
    return { cassette, scrubbed: [...this.#scrubbed].sort() };
  }

  #entry(call: RecordedCall, texts: PromptTexts, reply: string, nth: number): CassetteEntry {
    return entrySchema.parse({
      stage: call.stage,
      asked: texts.asked,
      nth,
      system: this.#keep(texts.system),
      prompt: this.#keep(texts.prompt),
      schema: this.#keep(texts.schema),
      reply: { kind: call.reply.kind, content: this.#keep(reply) },
      finish: call.finish,
      model: this.#scrub.text(call.model),
      tokens: call.tokens,
    });
  }

  #keep(text: string): string {
    if (text.length > cassetteLimits.contentChars) throw badCassette('a content is too long');
    const digest = sha256Hex(text);
    this.#contents.set(digest, text);
    return digest;
  }

  #replyText(reply: RecordedReply): string {
    if (reply.kind === 'text') return this.#scrub.text(reply.text);
    return jsonText(this.#scrub.value(reply.value));
  }

  #note(call: RecordedCall, texts: PromptTexts, reply: string): void {
    const plain = call.reply.kind === 'text' ? call.reply.text : jsonText(call.reply.value);
    const pairs = [
      [call.system, texts.system],
      [call.prompt, texts.prompt],
      [plain, reply],
    ];
    if (pairs.some(([before, after]) => before !== after)) this.#scrubbed.add(call.stage);
  }
}
