// The default check: an output fits its step's JSON schema, or is refused with what is wrong where.
// Schemas are contents and never change, so a compiled one is kept by its id.
import { z } from 'zod';
import { PlanwrightError } from '../base/errors.ts';
import { inputProblems } from '../base/input-problems.ts';
import { keptByText } from '../base/kept-by-text.ts';
import { sharedRead } from '../base/shared-read.ts';
import type { Reader } from '../store/store.ts';
import { contentText } from './content.ts';

const maxKept = 500;
/** Of their texts; a compiled one is larger than its text. */
const maxKeptBytes = 4 * 2 ** 20;

/** Refuses a schema that cannot be used, before any work is built on it. Plans use few, over and over. */
export const compileSchema = keptByText(maxKept, compileText, maxKeptBytes);

function compileText(text: string): z.ZodType {
  try {
    return z.fromJSONSchema(JSON.parse(text) as Parameters<typeof z.fromJSONSchema>[0]);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new PlanwrightError('INVALID_ARGUMENTS', `output_schema: ${why.slice(0, 300)}`);
  }
}

function mustFit(schema: z.ZodType, output: unknown): void {
  const result = schema.safeParse(output);
  if (result.success) return;
  const problems = inputProblems(schema, result.error, { input: output, prefix: 'output' });
  const message = `The output does not fit its schema. ${problems.join('; ')}. Mend it and complete again; the lease is still yours.`;
  throw new PlanwrightError('output_invalid', message, { problems });
}

export class OutputCheck {
  readonly #reader: Reader;
  /** By the id of their content, which never changes. */
  readonly #compiled = new Map<string, z.ZodType>();
  readonly #reading = new Map<string, Promise<z.ZodType>>();
  #bytes = 0;

  constructor(reader: Reader) {
    this.#reader = reader;
  }

  /** At once where the schema is in memory, as for all but the first of its steps. */
  check(schemaId: string, output: unknown): Promise<void> | null {
    const known = this.#compiled.get(schemaId);
    if (!known) return this.#readOnce(schemaId).then((schema) => mustFit(schema, output));
    mustFit(known, output);
    return null;
  }

  #readOnce(id: string): Promise<z.ZodType> {
    return sharedRead(this.#reading, id, () => this.#read(id)).finally(() => {
      this.#reading.delete(id);
    });
  }

  async #read(id: string): Promise<z.ZodType> {
    const row = await this.#reader.content(id);
    if (!row) throw new PlanwrightError('plan_erased', 'The contract of this step is erased.');
    const schema = compileSchema(contentText(row));
    this.#bytes += row.bytes.byteLength;
    if (this.#compiled.size >= maxKept || this.#bytes > maxKeptBytes) {
      this.#compiled.clear();
      this.#bytes = row.bytes.byteLength;
    }
    this.#compiled.set(id, schema);
    return schema;
  }
}
