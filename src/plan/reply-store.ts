// Outputs that can be used again: the same question of the same stage, asked of the same model with the
// same settings and seed, has the answer that was verified before. Keys are made with a secret of the
// tenant, so nothing is shared between tenants and a key tells nothing of what was asked.
import { canonicalJson } from '../base/canonical-json.ts';
import { hmacHex, sha256Hex } from '../base/hash.ts';
import { keptByText } from '../base/kept-by-text.ts';
import { contentJson } from '../engine/content.ts';
import type { FoundReply, Reader, RowWrite } from '../store/store.ts';

/** All that an answer depends on. */
export interface ReuseInput {
  readonly stage: string;
  readonly version: string | number;
  /** The bytes of the prompt, with all inputs in it. */
  readonly prompt: string;
  readonly schema: unknown;
  /** Which models, and how they are asked. */
  readonly settings: unknown;
  /** Another one asks anew. */
  readonly seed: string | number;
}

export interface KeptReply {
  readonly output: unknown;
  /** Where it was made. */
  readonly run: string;
  readonly step: string;
  readonly stage: string;
  readonly at: number;
}

/** What was asked as one text; no other pair makes the same. */
export const askedText = (asked: { readonly system: string; readonly prompt: string }): string =>
  `${asked.system.length}:${asked.system}${asked.prompt}`;

/** The attempt whose output is to be found again once it is verified. */
export interface ReplySource {
  readonly run: string;
  readonly step: string;
  readonly attempt: number;
  readonly stage: string;
  /** The content's id where it is known already. */
  readonly content?: string;
}

type ReplyReader = Pick<Reader, 'reply' | 'content' | 'meta'>;

/** Only what the attempt itself handed in: another one may have come to something else. */
function contentOf(found: FoundReply): string {
  if (found.content !== '') return found.content;
  const isIts = found.step_state === 'VERIFIED' && found.step_attempt === found.attempt;
  return isIts ? found.step_output : '';
}

/** A stage asks many times with the same. */
const schemaTexts = new WeakMap<object, string>();

function schemaText(schema: unknown): string {
  if (typeof schema !== 'object' || schema === null) return canonicalJson(schema);
  const known = schemaTexts.get(schema) ?? canonicalJson(schema);
  schemaTexts.set(schema, known);
  return known;
}

/** Asked for when an answer is looked for and when the question is sent: as many as are asked at a time. */
const digestOf = keptByText(32, sha256Hex);

export class ReplyStore {
  readonly tenant: string;
  readonly #reader: ReplyReader;
  readonly #secret: string;

  constructor(reader: ReplyReader, tenant: string, secret: string) {
    this.tenant = tenant;
    this.#reader = reader;
    this.#secret = secret;
  }

  keyOf({ stage, version, prompt, schema, settings, seed }: ReuseInput): string {
    // Prompts are long: their digest is made faster than their JSON.
    const asked = [stage, version, digestOf(prompt)].map(canonicalJson);
    const text = [...asked, schemaText(schema), canonicalJson(settings), canonicalJson(seed)];
    return hmacHex(this.#secret, `[${text.join(',')}]`);
  }

  /** Null where there is none, it is not verified, or it was erased. */
  async find(key: string): Promise<KeptReply | null> {
    const found = await this.#reader.reply(this.tenant, key);
    const id = found ? contentOf(found) : '';
    const content = id === '' ? null : await this.#reader.content(id);
    if (!found || content?.tenant !== this.tenant) return null;
    const { owner: run, step, stage, at } = found;
    return { output: contentJson(content), run, step, stage, at };
  }

  /** The row that goes with the completion of the step; it counts once that is verified. */
  keep(key: string, source: ReplySource, now: number): RowWrite {
    const { run, step, attempt, stage, content = '' } = source;
    const place = { tenant: this.tenant, reuse_key: key, owner: run, step, attempt };
    return { table: 'replies', put: { ...place, content, stage, at: now } };
  }
}

/** From the secret that lives with the data, so that all servers make the same keys. */
export async function openReplyStore(reader: ReplyReader, tenant: string): Promise<ReplyStore> {
  const secret = (await reader.meta('secret')) ?? '';
  return new ReplyStore(reader, tenant, hmacHex(secret, `reuse|${tenant}`));
}
