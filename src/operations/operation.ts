// A row of THE table: one operation with its words, shapes, scope and handler. REST routes, MCP tools,
// commands, the SDK, the page's calls, OpenAPI and the authorization test are made from it.
import type { z } from 'zod';
import type { Scope } from '../contract/common.ts';
import type { Context } from './context.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

export const toolsets = ['default', 'worker', 'all'] as const;
export type Toolset = (typeof toolsets)[number];

export interface RestPlace {
  readonly method: Method;
  /** Parameters as {name}; they are fields of the input. */
  readonly path: string;
  readonly status: 200 | 201 | 202;
  readonly tag: string;
  /** Such an answer is 204, without a body. */
  readonly isEmpty?: (answer: object) => boolean;
  /** A body that is not JSON is a file: it becomes this field, in base64, beside those of the query. */
  readonly file?: { readonly field: string; readonly maxBytes: number };
}

/** The parts of the command list, in the order of the help. */
export const commandGroups = ['Plan', 'Run', 'Serve', 'Data'] as const;
export type CommandGroup = (typeof commandGroups)[number];

/** A command that calls the operation. Several operations may share one: the id decides. */
export interface CliPlace {
  /** One word or two: `list`, `keys list`. */
  readonly command: string;
  /** Fields of the input that come without a flag, in order. */
  readonly positional: readonly string[];
  /** What the command itself says. */
  readonly sets?: Readonly<Record<string, unknown>>;
  /** Fields that have a flag; without it all that are neither words nor set. */
  readonly fields?: readonly string[];
  /** Shorter flags than the names of their fields, and switches that stand for values. */
  readonly flags?: Readonly<Record<string, string | Readonly<Record<string, unknown>>>>;
  /** Its line in the help, where the title of the operation does not fit. */
  readonly summary?: string;
  /** Its part of the help, where the tag of the operation has none. */
  readonly group?: CommandGroup;
  /** The command is called with the key of the person at this machine. */
  readonly asPerson?: boolean;
  /** On local data the command does not start the built-in worker. */
  readonly withoutWorker?: boolean;
  /** Other operations that are this command where a text for people names them. */
  readonly standsFor?: readonly string[];
}

/** Bytes rather than JSON; REST only. */
export interface RawAnswer {
  readonly bytes: Uint8Array;
  readonly contentType: string;
  readonly sha256: string;
  /** Never shown by a browser in place: somebody outside wrote it. */
  readonly isDownload?: boolean;
  /** Plain letters only: it goes into a header as it is. */
  readonly fileName?: string;
}

/** Some values of a field need another scope than the rest. */
export interface ScopeBy {
  readonly field: string;
  readonly scopes: Readonly<Record<string, Scope>>;
}

interface Common<Input extends z.ZodObject> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: Input;
  readonly scope: Scope;
  readonly scopeBy?: ScopeBy;
  readonly rest: RestPlace;
  /** Short commands; `planwright call` has every operation. */
  readonly cli: readonly CliPlace[];
  /** Its method in the SDK, where the name that follows from `name` does not read well. */
  readonly sdk?: string;
  readonly examples: readonly z.input<Input>[];
}

export interface JsonOperation<
  Input extends z.ZodObject = z.ZodObject,
  Output extends z.ZodType = z.ZodType,
> extends Common<Input> {
  readonly kind: 'json';
  readonly output: Output;
  /** Which MCP toolsets have it. */
  readonly toolsets: readonly Toolset[];
  readonly effect: 'read' | 'write' | 'destroy';
  /** Calling it twice with the same input is the same as once. */
  readonly isIdempotent: boolean;
  /** It may take long to answer; a key that is revoked meanwhile ends it. */
  readonly waits?: true;
  handler(context: Context, input: z.output<Input>): Promise<z.input<Output>>;
}

export interface RawOperation<Input extends z.ZodObject = z.ZodObject> extends Common<Input> {
  readonly kind: 'raw';
  /** All that an answer may be, without parameters; `image/*` is a range. */
  readonly mediaTypes: readonly string[];
  handler(context: Context, input: z.output<Input>): Promise<RawAnswer>;
}

export interface StreamTarget {
  readonly run: string;
  readonly after: number;
}

export interface StreamOperation<Input extends z.ZodObject = z.ZodObject> extends Common<Input> {
  readonly kind: 'stream';
  handler(context: Context, input: z.output<Input>): Promise<StreamTarget>;
}

export type Operation = JsonOperation | RawOperation | StreamOperation;

/** The scope that this very call needs. */
export function scopeOf({ scope, scopeBy }: Operation, input: Record<string, unknown>): Scope {
  const value = scopeBy ? input[scopeBy.field] : undefined;
  return (typeof value === 'string' ? scopeBy?.scopes[value] : undefined) ?? scope;
}

/** Whoever has none of them is told nothing else. */
export const scopesOf = ({ scope, scopeBy }: Operation): readonly Scope[] => [
  ...new Set([scope, ...Object.values(scopeBy?.scopes ?? {})]),
];

/** Where an operation is over REST: "GET /api/plans/{plan_id}", or with what differs from the default. */
export type RestSpec =
  | `${Method} /api/${string}`
  | (Pick<RestPlace, 'method' | 'path' | 'isEmpty' | 'file'> &
      Partial<Pick<RestPlace, 'status' | 'tag'>>);

/** A command and, in `positional`, its words; without them they are the parameters of the path. */
type CliCommand = Pick<CliPlace, 'command'> & Partial<CliPlace>;
export type CliSpec = string | CliCommand | readonly CliCommand[];

/** A descriptor states only what differs from the defaults that are filled in below. */
type Spec<Full extends Common<z.ZodObject>, Defaulted extends keyof Full> = Omit<
  Full,
  'kind' | 'rest' | 'cli' | 'examples' | Defaulted
> &
  Partial<Pick<Full, 'examples' | Defaulted>> & { readonly rest: RestSpec; readonly cli?: CliSpec };

type JsonSpec<Input extends z.ZodObject, Output extends z.ZodType> = Spec<
  JsonOperation<Input, Output>,
  'toolsets' | 'effect' | 'isIdempotent'
>;

/** /api/plans/{plan_id}/status is tagged Plans. */
function tagOf(path: string): string {
  const noun = path.split('/')[2] ?? '';
  return noun.slice(0, 1).toUpperCase() + noun.slice(1);
}

function restPlace(spec: RestSpec): RestPlace {
  if (typeof spec !== 'string') return { status: 200, tag: tagOf(spec.path), ...spec };
  const [method, path] = spec.split(' ') as [Method, string];
  return { method, path, status: 200, tag: tagOf(path) };
}

/** The names in braces. */
export const pathParameters = (path: string): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');

interface Faces {
  readonly rest: RestSpec;
  readonly cli?: CliSpec;
  readonly examples?: readonly unknown[];
}

/** What all kinds of operations have. */
function filled<Kind extends Operation['kind']>(kind: Kind, spec: Faces) {
  const { cli = [], examples = [] } = spec;
  const rest = restPlace(spec.rest);
  const places = typeof cli === 'string' ? [{ command: cli }] : [cli].flat();
  const positional = pathParameters(rest.path);
  return { ...spec, kind, rest, examples, cli: places.map((place) => ({ positional, ...place })) };
}

const effects = { GET: 'read', POST: 'write', PATCH: 'write', DELETE: 'destroy' } as const;

/** GET reads, DELETE destroys, and both may be repeated; every tool is in the toolset "all". */
export function jsonOperation<Input extends z.ZodObject, Output extends z.ZodType>(
  spec: JsonSpec<Input, Output>,
): JsonOperation {
  const common = filled('json', spec);
  const { method } = common.rest;
  const { effect = effects[method], toolsets: wished = ['all'] } = spec;
  const { isIdempotent = effect === 'read' || method === 'DELETE' } = spec;
  const toolsets = wished.length === 0 ? [] : [...new Set<Toolset>([...wished, 'all'])];
  return { ...common, effect, isIdempotent, toolsets } as unknown as JsonOperation;
}

export const rawOperation = <Input extends z.ZodObject>(
  spec: Spec<RawOperation<Input>, never>,
): RawOperation => filled('raw', spec) as unknown as RawOperation;

export const streamOperation = <Input extends z.ZodObject>(
  spec: Spec<StreamOperation<Input>, never>,
): StreamOperation => filled('stream', spec) as unknown as StreamOperation;
