// A run in one file: JSON Lines, first what it is, then the log as it is stored, the contents, the
// plan and its files, the account of its models, and last a digest of all lines. Made to be read line by line.
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { ContentRow } from '../store/store.ts';
import type { Rows } from '../store/tables.ts';
import { usageLine } from './bundle-usage.ts';
import type { Head, StoredEvent } from './log-header.ts';

export const bundleFormat = 'planwright-run';
export const bundleVersion = 1;

export const maxBundleBytes = 2 ** 30;
/** The first patch of a run with 10,000 steps is a few MiB long. */
export const maxLineBytes = 16 * 2 ** 20;
export const maxContentBytes = 64 * 2 ** 20;
const maxEvents = 1_000_000;
/** A longer content goes on in lines of its own. */
const partBytes = 2 ** 20;

const id = z.string().regex(/^[a-z]+_[0-9a-z_]{1,100}$/);
/** Its owner and a part; without one where the first build made it. */
const contentId = z.string().regex(/^[a-z]+_[0-9a-z_]{1,100}(\.[0-9a-z]{1,60})?$/);
const hash = z.string().regex(/^[0-9a-f]{64}$/);
const time = z.int().min(0).max(253_402_300_799_999);
const base64 = z.string().regex(/^[A-Za-z0-9+/]*={0,2}$/);
const head = z.strictObject({ seq: z.int().min(1).max(maxEvents), hash });

const headerLine = z.strictObject({
  format: z.literal(bundleFormat),
  version: z.literal(bundleVersion),
  run: z.string().regex(/^(exec|gen)_[0-9a-z]{1,40}$/),
  tenant: id,
  events: z.int().min(1).max(maxEvents),
  head,
  exported_at: time,
});

const eventLine = z.strictObject({
  event: z.strictObject({ seq: z.int().min(1), header: z.string(), hash }),
});

const contentLine = z.strictObject({
  content: z.strictObject({
    id: contentId,
    owner: id,
    salt: base64.max(128),
    size: z.int().min(0).max(maxContentBytes),
    bytes: base64,
  }),
});

const partLine = z.strictObject({ part: z.strictObject({ id: contentId, bytes: base64 }) });

const planLine = z.strictObject({
  plan: z.strictObject({
    id,
    tenant: id,
    created_by: id,
    created_at: time,
    run: id,
    goal: z.string().max(100_000),
    title: z.string().max(1_000),
    erased_at: time,
  }),
});

/** Names and folders of plain letters: a path from elsewhere must not lead out of a folder. */
const filePath = z
  .string()
  .max(200)
  .regex(/^\w[\w.-]*(\/\w[\w.-]*)*$/);

const artifactLine = z.strictObject({
  artifact: z.strictObject({
    tenant: id,
    owner: id,
    path: filePath,
    content: contentId,
    content_type: z.string().regex(/^[\w.+-]{1,60}\/[\w.+-]{1,60}(; ?charset=[\w-]{1,20})?$/),
    size: z.int().min(0).max(maxContentBytes),
    sha256: hash,
    updated_at: time,
  }),
});

const endLine = z.strictObject({ end: z.literal(true), lines: z.int().min(1), sha256: hash });

export const bundleLine = z.union([
  eventLine,
  contentLine,
  partLine,
  artifactLine,
  planLine,
  usageLine,
  headerLine,
  endLine,
]);

export type BundleLine = z.infer<typeof bundleLine>;
export type BundleHeader = z.infer<typeof headerLine>;

const toBase64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

/** Lines as text, with the count and the digest that the last one needs. */
export class BundleWriter {
  readonly #digest = createHash('sha256');
  #lines = 0;

  header(run: string, tenant: string, { seq, hash: at }: Head, exportedAt: number): string {
    return this.#line({
      format: bundleFormat,
      version: bundleVersion,
      run,
      tenant,
      events: seq,
      head: { seq, hash: at },
      exported_at: exportedAt,
    });
  }

  event({ seq, header, hash: own }: StoredEvent): string {
    return this.#line({ event: { seq, header, hash: own } });
  }

  *content(row: ContentRow): Generator<string> {
    const { id: name, owner, bytes } = row;
    const size = bytes.byteLength;
    const first = toBase64(bytes.subarray(0, partBytes));
    yield this.#line({
      content: { id: name, owner, salt: toBase64(row.salt), size, bytes: first },
    });
    for (let start = partBytes; start < size; start += partBytes) {
      const some = toBase64(bytes.subarray(start, start + partBytes));
      yield this.#line({ part: { id: name, bytes: some } });
    }
  }

  plan({ ...plan }: Rows['plans']): string {
    return this.#line({ plan });
  }

  artifact({ ...artifact }: Rows['artifacts']): string {
    return this.#line({ artifact });
  }

  usage({ ...usage }: Rows['usage']): string {
    return this.#line({ usage });
  }

  end(): string {
    return `${JSON.stringify({ end: true, lines: this.#lines, sha256: this.#digest.digest('hex') })}\n`;
  }

  #line(value: BundleLine): string {
    const text = `${JSON.stringify(value)}\n`;
    this.#digest.update(text);
    this.#lines += 1;
    return text;
  }
}
