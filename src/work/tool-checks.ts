// Checks that the engine makes itself: it runs a command, looks at a file, or asks for a page, and
// writes the receipt. What the worker says of itself is not looked at. A check that cannot be made
// throws: it is tried again, and it never accepts.
import { z } from 'zod';
import { isPlanwrightError, PlanwrightError } from '../base/errors.ts';
import { sha256Hex } from '../base/hash.ts';
import { inputProblems } from '../base/input-problems.ts';
import type { StepResult } from '../engine/inline-worker.ts';
import type { Reader } from '../store/store.ts';
import { checkPartOf, readSpec } from './step-content.ts';
import type { WorkResult } from './step-holder.ts';
import type { ActResult, Pause, StepAt, ToolActs, ToolCall } from './tool-acts.ts';

/** What was looked at, when, and what was found; written by the engine alone. */
export interface Receipt {
  readonly kind: CheckName;
  readonly at: string;
  readonly what: string;
  readonly found: string;
  readonly exit_code?: number;
  readonly sha256?: string | null;
  readonly status?: number;
  readonly labels: readonly string[];
  readonly subject: { readonly step: string; readonly attempt: number; readonly output: string };
}

type Found = Pick<Receipt, 'what' | 'found' | 'exit_code' | 'sha256' | 'status'> & {
  readonly isGood: boolean;
};

interface Check<Params> {
  readonly params: z.ZodType<Params>;
  readonly call: (params: Params) => ToolCall;
  readonly judge: (params: Params, output: Readonly<Record<string, unknown>>) => Found;
  /** What a failure of the tool tells of the work; null if it tells nothing. */
  readonly failure?: (params: Params, error: PlanwrightError) => Found | null;
}

const define = <Params>(check: Check<Params>): Check<unknown> => check as Check<unknown>;
const text = z.string().min(1).max(20_000);
const sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in hex');
const path = z.string().min(1).max(4_096);
const maxFoundChars = 4_000;

const commandParams = z.strictObject({
  command: z.string().min(1).max(64),
  args: z.array(z.string().max(8_000)).max(200).default([]),
  cwd: path.optional(),
  timeout_seconds: z.int().min(1).max(3_600).optional(),
  exit_code: z.int().min(0).max(255).default(0),
});
type CommandParams = z.infer<typeof commandParams>;

const lineOf = ({ command, args }: CommandParams): string => [command, ...args].join(' ');

/** It writes nothing: a check that changed what it judges would judge something else. */
const checkCommand = define<CommandParams>({
  params: commandParams,
  call: ({ exit_code: _expected, ...rest }) => ({
    tool: 'command_run',
    params: { ...rest, must_succeed: false },
  }),
  judge(params, output) {
    const exitCode = Number(output.exit_code);
    const said = `${String(output.stdout)}\n${String(output.stderr)}`.trim().slice(-maxFoundChars);
    const isGood = exitCode === params.exit_code;
    return { isGood, what: lineOf(params), exit_code: exitCode, found: said };
  },
  // It began, and did not come to a good end.
  failure(params, { code, message }) {
    if (code !== 'step_timeout' && code !== 'output_invalid') return null;
    return { isGood: false, what: lineOf(params), exit_code: -1, found: message };
  },
});

const fileParams = z
  .strictObject({
    path,
    exists: z.boolean().default(true),
    sha256: sha256.optional(),
    contains: text.optional(),
  })
  .refine(
    ({ exists, ...said }) => exists || (said.sha256 ?? said.contains) === undefined,
    'a file that must not be there has no content',
  );
type FileParams = z.infer<typeof fileParams>;

function foundInFile(params: FileParams, output: Readonly<Record<string, unknown>>): string {
  if (!params.exists) return 'It is there.';
  if (params.sha256 !== undefined && params.sha256 !== output.sha256)
    return 'Its content is another.';
  const lacks = params.contains !== undefined && !String(output.text).includes(params.contains);
  return lacks ? 'The text is not in it.' : '';
}

const checkFile = define<FileParams>({
  params: fileParams,
  call: (params) => ({ tool: 'file_read', params: { path: params.path } }),
  judge(params, output) {
    const found = foundInFile(params, output);
    return { isGood: found === '', what: params.path, sha256: String(output.sha256), found };
  },
  failure({ path: what, exists }, { code }) {
    if (code !== 'file_not_found') return null;
    return { isGood: !exists, what, sha256: null, found: exists ? 'It is not there.' : '' };
  },
});

const httpParams = z.strictObject({
  url: z.string().min(1).max(8_192),
  status: z.int().min(100).max(599).default(200),
  contains: text.optional(),
  timeout_seconds: z.int().min(1).max(120).optional(),
});
type HttpParams = z.infer<typeof httpParams>;

const checkHttp = define<HttpParams>({
  params: httpParams,
  call: ({ url, timeout_seconds }) => ({
    tool: 'fetch_url',
    params: { url, ...(timeout_seconds === undefined ? {} : { timeout_seconds }) },
  }),
  judge(params, output) {
    const { status } = output as { status: number };
    const { host, pathname } = new URL(params.url);
    const lacks = params.contains !== undefined && !String(output.text).includes(params.contains);
    const found =
      status === params.status ? (lacks ? 'The text is not in it.' : '') : `Status ${status}.`;
    // Without the query, which may hold a key.
    const what = `${host}${pathname}`;
    return { isGood: found === '', what, status, sha256: String(output.sha256), found };
  },
});

const checks = {
  check_command: checkCommand,
  check_file: checkFile,
  check_http: checkHttp,
} as const;
export type CheckName = keyof typeof checks;

const isCheckName = (name: string): name is CheckName => Object.hasOwn(checks, name);

function requireCheck(name: string): CheckName {
  if (isCheckName(name)) return name;
  throw new PlanwrightError('INVALID_TOOL', `There is no check ${name.slice(0, 100)}.`);
}

/** Throws if these are no parameters of the check. */
export function checkParams(name: string, given: unknown): unknown {
  const schema = checks[requireCheck(name)].params;
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const problems = inputProblems(schema, parsed.error, { input: given, root: 'params' });
  throw new PlanwrightError('INVALID_ARGUMENTS', `${name}: ${problems.join('; ')}.`, { problems });
}

interface Looked {
  readonly found: Found;
  readonly labels: readonly string[];
}

const isPause = (result: ActResult): result is Pause => 'park' in result || 'propose' in result;

async function look(
  acts: ToolActs,
  at: StepAt,
  name: CheckName,
  params: unknown,
): Promise<Looked | Pause> {
  const check = checks[name];
  try {
    const result = await acts.act(at, check.call(params), 'contract');
    if (isPause(result)) return result;
    const output = result.output as Readonly<Record<string, unknown>>;
    return { found: check.judge(params, output), labels: result.labels };
  } catch (error) {
    const found = isPlanwrightError(error) ? check.failure?.(params, error) : null;
    if (!found || at.signal.aborted) throw error;
    return { found, labels: [] };
  }
}

/** Of exactly the bytes that were handed in. */
async function claimDigest(reader: Reader, claim: string): Promise<string> {
  const row = await reader.content(claim);
  if (row) return sha256Hex(row.bytes);
  throw new PlanwrightError('content_unavailable', 'What is to be checked is erased.');
}

export async function runCheck(reader: Reader, acts: ToolActs, at: StepAt): Promise<WorkResult> {
  const { step } = at;
  const name = requireCheck(step.action);
  const part = checkPartOf(await readSpec(reader, step), step);
  const params = checkParams(name, part.spec.params);
  const output = await claimDigest(reader, step.claim);
  const looked = await look(acts, at, name, params);
  if (!('found' in looked)) return looked;
  const { isGood, ...found } = looked.found;
  const receipt: Receipt = {
    kind: name,
    at: new Date(acts.now()).toISOString(),
    ...found,
    labels: looked.labels,
    subject: { step: step.judges, attempt: part.attempt, output },
  };
  const result: StepResult = { output: acts.redactor.value(receipt) };
  return { ...result, choice: isGood ? 'accept' : 'reject' };
}
