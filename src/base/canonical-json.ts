// JSON with sorted keys and no whitespace: equal values give equal bytes.

export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [key: string]: Json };

export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (value !== null && typeof value === 'object') return canonicalObject(value);
  if (typeof value === 'number' && !Number.isFinite(value)) throw new TypeError('not JSON: NaN');
  const text = JSON.stringify(value);
  if (text === undefined) throw new TypeError(`not JSON: ${typeof value}`);
  return text;
}

function canonicalObject(value: object): string {
  const prototype = Object.getPrototypeOf(value) as unknown;
  if (prototype !== Object.prototype && prototype !== null) {
    throw new TypeError(`not JSON: ${value.constructor.name}`);
  }
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  entries.sort(([left], [right]) => (left < right ? -1 : 1));
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonicalJson(item)}`).join(',')}}`;
}
