// Contracts of steps that come together lie in one content, each a stretch of it: a row, a salt and a
// digest for each took a third of the time in which a run is created. In memory every step has a
// reference of its own; the header names the content once, with the stretches in it.
import type { ContentRef } from './event-types.ts';

type Refs = Readonly<Record<string, ContentRef>>;

/** As the header has it: after its name a step's first byte and the number of bytes. */
interface PackedRef extends ContentRef {
  readonly parts?: readonly (string | number)[];
}

export type StoredRefs = Readonly<Record<string, PackedRef>>;

/** Of a whole content, none: no id of a content has a colon. */
export interface Stretch {
  readonly whole: string;
  readonly start: number;
  readonly size: number;
}

export const partRef = (whole: ContentRef, start: number, size: number): ContentRef => ({
  digest: whole.digest,
  id: `${whole.id}:${start}-${size}`,
  part: { start, whole: whole.size },
  size,
});

export function stretchOf(id: string): Stretch | null {
  const colon = id.indexOf(':');
  if (colon < 0) return null;
  const [start = '', size = ''] = id.slice(colon + 1).split('-');
  return { whole: id.slice(0, colon), start: Number(start), size: Number(size) };
}

/** What lies in the store. */
export function wholeRef(ref: ContentRef): ContentRef {
  if (!ref.part) return ref;
  const { digest, id, part } = ref;
  return { digest, id: id.slice(0, id.indexOf(':')), size: part.whole };
}

/** The references themselves where none is a stretch. */
export function packRefs(refs: Refs): StoredRefs {
  let isPacked = false;
  for (const name in refs) {
    if (refs[name]?.part) {
      isPacked = true;
      break;
    }
  }
  return isPacked ? packed(refs) : refs;
}

type Part = readonly [name: string, start: number, size: number];

/** By where they lie: a header does not depend on the order in which its references were named. */
const inOrder = (left: Part, right: Part): number =>
  left[1] - right[1] || (left[0] < right[0] ? -1 : 1);

function packed(refs: Refs): StoredRefs {
  const stored: Record<string, PackedRef> = {};
  const packs = new Map<string, { readonly whole: ContentRef; readonly parts: Part[] }>();
  for (const [name, ref] of Object.entries(refs)) {
    if (!ref.part) {
      stored[name] = ref;
      continue;
    }
    const whole = wholeRef(ref);
    const pack = packs.get(whole.id) ?? { whole, parts: [] };
    pack.parts.push([name, ref.part.start, ref.size]);
    packs.set(whole.id, pack);
  }
  for (const { whole, parts } of packs.values()) {
    const { digest, id, size } = whole;
    stored[id] = { digest, id, parts: parts.sort(inOrder).flat(), size };
  }
  return stored;
}

export function unpackRefs(stored: StoredRefs): Refs {
  const refs: Record<string, ContentRef> = {};
  for (const [name, { parts, ...ref }] of Object.entries(stored)) {
    if (!parts) {
      refs[name] = ref;
      continue;
    }
    if (parts.length % 3 !== 0)
      throw new TypeError(`event header: the parts of ${name} do not fit`);
    for (let index = 0; index < parts.length; index += 3) {
      const [step, start, size] = parts.slice(index, index + 3);
      refs[String(step)] = partRef(ref, Number(start), Number(size));
    }
  }
  return refs;
}
