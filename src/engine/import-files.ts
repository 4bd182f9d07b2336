// Contents, plan, files and account of a bundle: each must be what the log or the account says, and
// nothing else comes in.
import { sha256Hex, sha256HexOf } from '../base/hash.ts';
import type { ContentRow } from '../store/store.ts';
import type { Rows } from '../store/tables.ts';
import type { BundleLine } from './bundle.ts';
import { badBundle } from './bundle-reader.ts';
import type { ChainCheck, SeenRef } from './verify-chain.ts';

type LineOf<Key extends string> = Extract<BundleLine, Record<Key, unknown>>;

/** A content of which lines are still to come. */
interface Growing {
  readonly line: LineOf<'content'>['content'];
  readonly parts: Uint8Array[];
  bytes: number;
}

export class ImportedFiles {
  readonly #check: ChainCheck;
  readonly #seen = new Set<string>();
  readonly #sha256 = new Map<string, string>();
  readonly #unlisted: Set<string>;
  #growing: Growing | null = null;
  plan: Rows['plans'] | null = null;
  readonly files: Rows['artifacts'][] = [];
  readonly usage: Rows['usage'][] = [];
  /** Digests of texts that the account names, by the ids of their contents. */
  readonly #texts = new Map<string, string>();

  /** The log must be complete. */
  constructor(check: ChainCheck) {
    this.#check = check;
    const kept = [...check.files].filter(([, ref]) => !this.#isErased(ref));
    this.#unlisted = new Set(kept.map(([id]) => id));
  }

  /** The content once it is complete and kept; null as long as more of it is to come. */
  content(line: LineOf<'content'>['content']): ContentRow | null {
    this.#checkComplete();
    const { id, owner } = line;
    if (this.#seen.has(id)) throw badBundle(`content ${id} comes twice`);
    if (!this.#digestOf(id)) throw badBundle(`content ${id} is in no event`);
    if (!this.#owners().includes(owner)) throw badBundle(`content ${id} is of something else`);
    this.#seen.add(id);
    this.#growing = { line, parts: [], bytes: 0 };
    return this.#grow(line.bytes);
  }

  part({ id, bytes }: LineOf<'part'>['part']): ContentRow | null {
    if (this.#growing?.line.id !== id) throw badBundle(`a part of ${id} is out of place`);
    return this.#grow(bytes);
  }

  #grow(text: string): ContentRow | null {
    const growing = this.#growing;
    if (!growing) return null;
    const bytes = Buffer.from(text, 'base64');
    growing.parts.push(bytes);
    growing.bytes += bytes.byteLength;
    const { id, size } = growing.line;
    if (growing.bytes > size) throw badBundle(`content ${id} is longer than it says`);
    if (growing.bytes < size && bytes.byteLength > 0) return null;
    this.#growing = null;
    return this.#finish(growing);
  }

  /** What the log says is erased is not brought back. */
  #finish({ line, parts }: Growing): ContentRow | null {
    const { id, owner } = line;
    const ref = this.#check.refs.get(id);
    const salt = Buffer.from(line.salt, 'base64');
    const bytes = Buffer.concat(parts);
    const size = ref?.size ?? line.size;
    const isSame = size === bytes.byteLength && this.#digestOf(id) === sha256HexOf(salt, bytes);
    if (!isSame) throw badBundle(`content ${id} is not the one in the log`);
    if (ref ? this.#isErased(ref) : this.#check.erasedSeq > 0) return null;
    if (this.#unlisted.has(id)) this.#sha256.set(id, sha256Hex(bytes));
    return { id, tenant: this.#check.state.tenant, owner, salt, bytes };
  }

  #digestOf(id: string): string | undefined {
    return this.#check.refs.get(id)?.digest ?? this.#texts.get(id);
  }

  /** A call of a model; its texts come after it. */
  takeUsage(row: Rows['usage']): void {
    this.#checkComplete();
    const { id: run, planId, tenant } = this.#check.state;
    const isIts = row.run === run && row.plan === planId && row.tenant === tenant;
    const isNext = row.id.startsWith(`${run}.`) && row.id > (this.usage.at(-1)?.id ?? '');
    if (!isIts || !isNext) throw badBundle('a call of a model is of something else');
    this.#expectText(row.prompt, row.prompt_hash);
    this.#expectText(row.reply, row.reply_hash);
    this.#expectText(row.reasoning, row.reasoning_hash);
    this.usage.push(row);
  }

  #expectText(id: string, digest: string): void {
    if (id === '') return;
    const isIts = id.startsWith(`${this.#check.state.id}.`);
    if (!isIts) throw badBundle('a text of a call is of something else');
    this.#texts.set(id, digest);
  }

  takePlan(plan: Rows['plans']): void {
    this.#checkComplete();
    const { id, kind, planId, tenant } = this.#check.state;
    const isIts = plan.id === planId && plan.run === id && plan.tenant === tenant;
    if (kind !== 'generation' || this.plan || !isIts) throw badBundle('its plan is another one');
    this.plan = plan;
  }

  artifact(file: Rows['artifacts']): void {
    this.#checkComplete();
    const { owner, path, content, tenant } = file;
    const ref = this.#check.files.get(content);
    if (!ref) throw badBundle(`the file ${path} is not in the log`);
    if (this.#isErased(ref)) return;
    const isNew = this.#unlisted.delete(content);
    const isSame = ref.size === file.size && this.#sha256.get(content) === file.sha256;
    const isIts = this.#owners().includes(owner) && tenant === this.#check.state.tenant;
    const isTaken = this.files.some((one) => one.owner === owner && one.path === path);
    if (!isNew || !isSame || !isIts || isTaken) {
      throw badBundle(`the file ${path} is not the one in the log`);
    }
    this.files.push(file);
  }

  /** After the last line: nothing may be missing that was not erased. */
  checkWhole(): void {
    this.#checkComplete();
    for (const [id, ref] of this.#check.refs) {
      if (!this.#seen.has(id) && !this.#isErased(ref)) {
        throw badBundle(`content ${id} is missing, and was not erased`);
      }
    }
    const [lost] = this.#unlisted;
    if (lost !== undefined) throw badBundle(`the file with content ${lost} is missing`);
    if (this.#check.state.kind === 'generation' && !this.plan)
      throw badBundle('its plan is missing');
  }

  #checkComplete(): void {
    if (this.#growing) throw badBundle(`content ${this.#growing.line.id} is cut off`);
  }

  #isErased(ref: SeenRef): boolean {
    return ref.seq < this.#check.erasedSeq;
  }

  /** A plan's contents come with the run that made it. */
  #owners(): readonly string[] {
    const { id, kind, planId } = this.#check.state;
    return kind === 'generation' ? [id, planId] : [id];
  }
}
