// Reads what was given for each setting, from the file, the environment and the flags, in rising
// order. What cannot be read becomes a mistake that names the setting, the source and what is allowed.
import { join } from 'node:path';
import type { SettingName } from './config-table.ts';
import { flagOf, settingNames, settings, variableOf } from './config-table.ts';
import { maxValueChars } from './config-value.ts';
import { failpointVariable } from './failpoints.ts';
import { suggest } from './suggest.ts';

export interface Mistake {
  /** A setting, or a name that is none. */
  readonly subject: string;
  readonly source: string;
  readonly problem: string;
}

export interface Given {
  readonly name: SettingName;
  readonly source: string;
  readonly value: unknown;
}

export interface SourceInput {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly flags: Readonly<Record<string, string | boolean>>;
  readonly readFile: (path: string) => string;
  readonly toPath: (path: string) => string;
}

interface Found {
  readonly given: Given[];
  readonly mistakes: Mistake[];
}

const prefix = 'PLANWRIGHT_';
/** What other programs are told by the same names; ours go first. */
const commonNames: readonly (readonly [string, SettingName])[] = [
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'otlpEndpoint'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'otlpHeaders'],
];
const maxFileChars = 65_536;

export function readSources(input: SourceInput): Found {
  const outside: Found = { given: [], mistakes: [] };
  readEnvironment(input.env, outside);
  readFlags(input.flags, outside);
  const found: Found = { given: [], mistakes: [] };
  readConfigFile(input, outside.given, found);
  return {
    given: [...found.given, ...outside.given],
    mistakes: [...found.mistakes, ...outside.mistakes],
  };
}

export const sourceLabel = (given: Given | undefined): string => given?.source ?? 'default';

function readEnvironment(env: SourceInput['env'], found: Found): void {
  for (const [variable, name] of commonNames) {
    const value = env[variable];
    if (value) take(name, value, `environment variable ${variable}`, found);
  }
  const known = new Map(settingNames.map((name) => [variableOf(name), name]));
  for (const [variable, value] of Object.entries(env)) {
    // An empty variable is how compose files and shells say "not set".
    if (!variable.startsWith(prefix) || value === undefined || value === '') continue;
    // For tests alone; what it may say is checked where it is used.
    if (variable === failpointVariable) continue;
    const name = known.get(variable);
    if (name === undefined) noteUnknown(variable, 'environment', [...known.keys()], found);
    else take(name, value, `environment variable ${variable}`, found);
  }
}

function readFlags(flags: SourceInput['flags'], found: Found): void {
  for (const name of settingNames) {
    const flag = flagOf(name);
    if (Object.hasOwn(flags, flag)) take(name, flags[flag], `flag --${flag}`, found);
  }
}

/** The file named by the operator must be there; the one in the home folder may be missing. */
function readConfigFile(input: SourceInput, outside: readonly Given[], found: Found): void {
  const named = lastText(outside, 'config');
  const home = lastText(outside, 'home') ?? settings.home.fallback;
  const path = named === undefined ? join(input.toPath(home), 'config.json') : input.toPath(named);
  const content = readText(path, input.readFile, named !== undefined, found);
  if (content === undefined) return;
  const parsed = parseObject(content);
  if (parsed === undefined) {
    noteFile(path, 'is not a JSON object of at most 64 KiB', found);
    return;
  }
  for (const [key, value] of Object.entries(parsed)) takeFromFile(key, value, path, found);
}

const lastText = (given: readonly Given[], name: SettingName): string | undefined => {
  const value = given.findLast((item) => item.name === name)?.value;
  return typeof value === 'string' ? value : undefined;
};

function readText(
  path: string,
  readFile: SourceInput['readFile'],
  mustExist: boolean,
  found: Found,
): string | undefined {
  try {
    return readFile(path);
  } catch (error) {
    const missing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (mustExist || !missing) noteFile(path, missing ? 'is not there' : 'cannot be read', found);
    return undefined;
  }
}

function parseObject(content: string): object | undefined {
  if (content.length > maxFileChars) return undefined;
  try {
    const value: unknown = JSON.parse(content);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function takeFromFile(key: string, value: unknown, path: string, found: Found): void {
  const source = `file ${path}`;
  const name = settingNames.find((known) => known === key);
  if (name === undefined) noteUnknown(key, source, settingNames, found);
  else if (settings[name].inFile) take(name, value, source, found);
  else {
    const problem = `cannot be set in the file; allowed: ${variableOf(name)} or --${flagOf(name)}`;
    found.mistakes.push({ subject: name, source, problem });
  }
}

function take(name: SettingName, raw: unknown, source: string, found: Found): void {
  const text = toText(raw);
  const value = text === undefined ? undefined : settings[name].kind.parse(text);
  if (value !== undefined) {
    found.given.push({ name, source, value });
    return;
  }
  const problem = `${showValue(name, raw)} is not allowed; allowed: ${settings[name].kind.allowed}`;
  found.mistakes.push({ subject: name, source, problem });
}

function toText(raw: unknown): string | undefined {
  if (Array.isArray(raw))
    return raw.every((item) => typeof item === 'string') ? raw.join() : undefined;
  const simple = typeof raw === 'string' || typeof raw === 'number' || typeof raw === 'boolean';
  const text = simple ? String(raw).trim() : undefined;
  return text === undefined || text.length > maxValueChars ? undefined : text;
}

function showValue(name: SettingName, raw: unknown): string {
  if (settings[name].secret) return 'the value (not shown)';
  if (raw === true) return 'a flag without a value';
  const text = JSON.stringify(raw) ?? typeof raw;
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}

function noteUnknown(name: string, source: string, known: readonly string[], found: Found): void {
  const near = suggest(name, known);
  const hint = near === undefined ? `allowed: ${known.join(', ')}` : `did you mean ${near}?`;
  found.mistakes.push({ subject: name.slice(0, 80), source, problem: `is not a setting; ${hint}` });
}

const noteFile = (path: string, problem: string, found: Found): void => {
  found.mistakes.push({ subject: 'config', source: `file ${path}`, problem });
};
