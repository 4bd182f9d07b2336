// Steps as callers give them, turned into definitions for the log and contents beside it.
import type { Ids } from '../base/ids.ts';
import type { ContentRow } from '../store/store.ts';
import { newContent, newJsonContent } from './content.ts';
import type { NewStep } from './engine-api.ts';
import type { ContentRef, GraphStep } from './event-types.ts';
import { compileSchema } from './output-check.ts';
import { partRef } from './packed-refs.ts';

interface StepWrites {
  readonly defs: GraphStep[];
  readonly content: ContentRow[];
  /** By step for its contract, by content id for schemas: all that the chain has to cover. */
  readonly refs: Record<string, ContentRef>;
}

/** Its fields sorted, as the log wants them: once here is cheaper than at every depth there. */
function inOrder(def: GraphStep): GraphStep {
  const sorted: Record<string, unknown> = {};
  for (const key of Object.keys(def).sort()) sorted[key] = def[key as keyof GraphStep];
  return sorted as unknown as GraphStep;
}

/** Steps that share a schema share its content. */
export function newStepWrites(
  ids: Ids,
  tenant: string,
  run: string,
  steps: readonly NewStep[],
): StepWrites {
  const writes: StepWrites = { defs: [], content: [], refs: {} };
  /** By the object itself first: most steps of a graph share one. */
  const schemas = new Map<object | string, string>();
  const add = (value: unknown): ContentRef => {
    const { row, ref } = newJsonContent(ids, tenant, run, value);
    writes.content.push(row);
    return ref;
  };
  const newSchema = (schema: object, text: string): string => {
    compileSchema(text);
    const ref = add(schema);
    writes.refs[ref.id] = ref;
    schemas.set(text, ref.id);
    return ref.id;
  };
  const schemaId = (schema: object): string => {
    const known = schemas.get(schema);
    if (known !== undefined) return known;
    // As its content has it: a schema that was checked here is compiled when outputs come.
    const text = JSON.stringify(schema);
    const id = schemas.get(text) ?? newSchema(schema, text);
    schemas.set(schema, id);
    return id;
  };
  const packs = new ContractPacks((bytes) => {
    const { row, ref } = newContent(ids, tenant, run, bytes);
    writes.content.push(row);
    return ref;
  });
  for (const { def, spec, outputSchema } of steps) {
    packs.add(def.id, JSON.stringify(spec));
    writes.defs.push(inOrder(outputSchema ? { ...def, schema: schemaId(outputSchema) } : def));
  }
  Object.assign(writes.refs, packs.close());
  return writes;
}

/** A longer contract has a content of its own, and a pack is never larger than so many of them. */
const packedMax = 4 * 1024;
const packMax = 64 * 1024;

/** Puts contracts together as they come. */
class ContractPacks {
  readonly #write: (bytes: Uint8Array) => ContentRef;
  readonly #refs: Record<string, ContentRef> = {};
  #steps: { readonly id: string; readonly start: number; readonly size: number }[] = [];
  #text = '';
  #size = 0;

  constructor(write: (bytes: Uint8Array) => ContentRef) {
    this.#write = write;
  }

  add(id: string, text: string): void {
    const size = Buffer.byteLength(text);
    if (size > packedMax) {
      this.#refs[id] = this.#write(Buffer.from(text));
      return;
    }
    if (this.#size + size > packMax) this.#flush();
    this.#steps.push({ id, start: this.#size, size });
    this.#text += text;
    this.#size += size;
  }

  close(): Readonly<Record<string, ContentRef>> {
    this.#flush();
    return this.#refs;
  }

  #flush(): void {
    const [first, second] = this.#steps;
    if (!first) return;
    const whole = this.#write(Buffer.from(this.#text));
    if (!second) this.#refs[first.id] = whole;
    else {
      for (const { id, start, size } of this.#steps) this.#refs[id] = partRef(whole, start, size);
    }
    this.#steps = [];
    this.#text = '';
    this.#size = 0;
  }
}
