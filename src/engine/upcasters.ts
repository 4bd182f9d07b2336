// Old events are read as new ones by small pure steps, v → v+1. Stored bytes are never rewritten.

export type Upcaster = (data: object) => object;

/** upcasters[type][v] turns the data of version v into that of version v + 1. */
export type UpcasterTable = Readonly<Record<string, Readonly<Record<number, Upcaster>>>>;

const upcasters: UpcasterTable = {
  // Only how its references are written has changed (packed-refs.ts).
  'graph.patched': { 1: (data) => data },
};

export function upcast(
  type: string,
  from: number,
  data: object,
  to: number,
  table: UpcasterTable = upcasters,
): object {
  let current = data;
  for (let version = from; version < to; version += 1) {
    const step = table[type]?.[version];
    if (!step) throw new TypeError(`no upcaster for ${type} from version ${version}`);
    current = step(current);
  }
  return current;
}
