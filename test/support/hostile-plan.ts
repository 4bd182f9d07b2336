// Plans in which every text that may be any text is a hostile one. Which texts those are is found by
// trying: a field that refuses it (an id, a date, a word of a list) keeps what it has.
import { type Plan, planSchema } from '../../src/contract/plan.ts';
import { fullPlan } from './full-plan.ts';

/** Each would do something in a page, or change how one looks, if it were more than text. */
export const hostileTexts = [
  '</script><script>bad()</script>',
  '<img src=x onerror=bad()>',
  '"><svg onload=bad()>',
  "' onfocus=bad() autofocus '",
  'javascript:bad() https://x.example',
  '<!--</style><style>*{}</style>',
  '\u202eevil\u2066 \u2028x\u2029\u0000\u001b[2J',
  '&lt;b&gt;&amp;#106; \ud800',
  '<a href=//x.example>go</a>',
  'W'.repeat(60),
] as const;

type Path = readonly (string | number)[];

function leaves(value: unknown, path: Path = []): Path[] {
  if (typeof value === 'string') return [path];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) =>
    leaves(item, [...path, Array.isArray(value) ? Number(key) : key]),
  );
}

/** The same field of another item of a list is the same field. */
const fieldOf = (path: Path): string =>
  path.map((key) => (typeof key === 'number' ? '*' : key)).join('.');

function replaced(value: unknown, path: Path, text: string): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return text;
  if (Array.isArray(value))
    return value.map((item, index) => (index === key ? replaced(item, rest, text) : item));
  const fields = value as Record<string, unknown>;
  return { ...fields, [key]: replaced(fields[String(key)], rest, text) };
}

function freeFields(plan: Plan): ReadonlySet<string> {
  const first = new Map<string, Path>();
  for (const path of leaves(plan)) if (!first.has(fieldOf(path))) first.set(fieldOf(path), path);
  return new Set(
    [...first]
      .filter(([, path]) => planSchema.safeParse(replaced(plan, path, '<b>x</b>')).success)
      .map(([field]) => field),
  );
}

function filled(
  value: unknown,
  path: Path,
  free: ReadonlySet<string>,
  next: () => string,
): unknown {
  if (typeof value === 'string') return free.has(fieldOf(path)) ? next() : value;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value))
    return value.map((item, index) => filled(item, [...path, index], free, next));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, filled(item, [...path, key], free, next)]),
  );
}

/** As many plans as there are texts: each field meets each of them. Some fields are shorter. */
export function hostilePlans(): { readonly plans: readonly Plan[]; readonly fields: number } {
  const plan = fullPlan();
  const free = freeFields(plan);
  const plans = hostileTexts.map((_, shift) => {
    let count = 0;
    const next = (): string => hostileTexts[(shift + count++) % hostileTexts.length] ?? '';
    return filled(plan, [], free, () => next().slice(0, 40)) as Plan;
  });
  return { plans, fields: free.size };
}
