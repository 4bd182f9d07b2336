// Named places where a crash would hurt. Tests make the process die or stall exactly there, by
// PLANWRIGHT_FAILPOINTS=name=kill@3,other=sleep:5 in its environment; without it a failpoint is one
// comparison. Each thread reads the variable once, when it passes its first failpoint.
import process from 'node:process';
import { PlanwrightError } from './errors.ts';

export const failpointNames = [
  /** The store says which schema it has, and its tables are not there yet. */
  'schema-noted',
  'schema-made',
  'commit-before-begin',
  /** SQLite only: PostgreSQL does all of it in one statement. */
  'commit-before-commit',
  /** It stands, and nobody has been told. */
  'commit-done',
  'run-decided',
  'run-committed',
  /** A worker in this process completed a step and took the next. */
  'take-decided',
  'take-committed',
  'undo-decided',
  'undo-committed',
  'snapshot-before',
  'snapshot-after',
  'delivery-before',
  'delivery-sent',
  'delivery-noted',
] as const;
export type FailpointName = (typeof failpointNames)[number];

type Action =
  /** The process ends as by kill -9 when it passes for this time. */
  | { readonly kind: 'kill'; readonly passing: number }
  /** Every passing stalls the thread, as a slow disk does. */
  | { readonly kind: 'sleep'; readonly ms: number };

type Plan = ReadonlyMap<string, Action>;

export const failpointVariable = 'PLANWRIGHT_FAILPOINTS';

const entryPattern = /^([a-z-]+)=(?:(kill)(?:@(\d{1,6}))?|sleep:(\d{1,4}))$/;

function parseEntry(entry: string): [FailpointName, Action] {
  const [, text, kill, passing = '1', ms] = entryPattern.exec(entry) ?? [];
  const name = failpointNames.find((known) => known === text);
  if (name === undefined) {
    const message = `${failpointVariable}: "${entry}" is not name=kill@n or name=sleep:ms with a known name.`;
    throw new PlanwrightError('config_invalid', message);
  }
  return [
    name,
    kill ? { kind: 'kill', passing: Number(passing) } : { kind: 'sleep', ms: Number(ms) },
  ];
}

/** Null if there is nothing to do anywhere. */
export function parseFailpoints(text: string | undefined): Plan | null {
  if (text === undefined || text === '') return null;
  return new Map(text.split(',').map((entry) => parseEntry(entry.trim())));
}

/** Not read yet. */
let plan: Plan | null | undefined;
const passed = new Map<string, number>();

function act(name: FailpointName, action: Action): void {
  if (action.kind === 'sleep') {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, action.ms);
    return;
  }
  const count = (passed.get(name) ?? 0) + 1;
  passed.set(name, count);
  if (count === action.passing) process.kill(process.pid, 'SIGKILL');
}

export function failpoint(name: FailpointName): void {
  if (plan === null) return;
  plan ??= parseFailpoints(process.env[failpointVariable]);
  const action = plan?.get(name);
  if (action) act(name, action);
}
