// The configuration: read once at the start from defaults, then a file, then the environment, then
// flags (the later wins), checked as a whole, and frozen. All mistakes are reported together.
// Nothing else in the program reads the environment.
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { urlHost } from './address.ts';
import type { Given, Mistake } from './config-source.ts';
import { readSources, sourceLabel } from './config-source.ts';
import type { SettingName, SettingValues } from './config-table.ts';
import { flagOf, settingNames, settings, variableOf } from './config-table.ts';
import { path as pathKind } from './config-value.ts';
import type { DatabaseTarget } from './database-target.ts';
import { databaseTarget, describeDatabase } from './database-target.ts';
import { PlanwrightError } from './errors.ts';
import { maskText } from './mask.ts';

/** Used up while loading: the driver must get the checked target, not the raw settings. */
const internalNames = ['config', 'databaseUrl', 'databaseCa', 'databaseInsecure'] as const;
type Internal = (typeof internalNames)[number];
type Shown = Omit<SettingValues, Internal>;

/** Plain data, so that it can be handed to a worker thread as it is. */
export type Config = Readonly<Shown> & {
  /** Where the store, files and the local token are kept. */
  readonly dataDir: string;
  /** PostgreSQL, or null for SQLite in `dataDir`. */
  readonly database: DatabaseTarget | null;
};

export interface ConfigSources {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Parsed command-line flags; those of the commands themselves are not looked at. */
  readonly flags?: Readonly<Record<string, string | boolean>>;
  readonly readFile?: (path: string) => string;
  /** The folder that relative paths start from. */
  readonly cwd?: string;
}

export function loadConfig(sources: ConfigSources): Config {
  const readFile = sources.readFile ?? ((path) => readFileSync(path, 'utf8'));
  const toPath = pathResolver(sources);
  const { given, mistakes } = readSources({
    env: sources.env,
    flags: sources.flags ?? {},
    readFile,
    toPath,
  });
  const values = mergeValues(given, toPath);
  const database = findDatabase(values, given, readFile, mistakes);
  if (mistakes.length > 0) throw configError(mistakes);
  return freeze(values, database);
}

/** Settings by rising precedence; a value that did not parse is a mistake already and left out. */
function mergeValues(given: readonly Given[], toPath: (path: string) => string): SettingValues {
  const entries = settingNames.map((name) => {
    const last = given.findLast((item) => item.name === name);
    const value = last === undefined ? settings[name].fallback : last.value;
    return [name, isPath(name) && typeof value === 'string' ? toPath(value) : value];
  });
  return Object.fromEntries(entries) as SettingValues;
}

const isPath = (name: SettingName): boolean => settings[name].kind === pathKind;

/** Paths may start with ~, also in a file, where no shell replaces it. */
function pathResolver(sources: ConfigSources): (path: string) => string {
  const homeOfUser = sources.env.HOME || homedir();
  const cwd = sources.cwd ?? process.cwd();
  return (path) =>
    resolve(
      cwd,
      path.replace(/^~(?=\/|$)/, () => homeOfUser),
    );
}

function findDatabase(
  values: SettingValues,
  given: readonly Given[],
  readFile: (path: string) => string,
  mistakes: Mistake[],
): DatabaseTarget | null {
  const where = (name: SettingName) => sourceLabel(given.findLast((item) => item.name === name));
  const note = (name: SettingName, problem: string) =>
    mistakes.push({ subject: name, source: where(name), problem });
  const ca = readAuthority(values.databaseCa, readFile, (problem) => note('databaseCa', problem));
  if (values.databaseUrl === null) return null;
  const target = databaseTarget({ url: values.databaseUrl, ca, insecure: values.databaseInsecure });
  if ('url' in target) return target;
  for (const problem of target) note('databaseUrl', problem);
  return null;
}

function readAuthority(
  path: string | null,
  readFile: (path: string) => string,
  note: (problem: string) => void,
): string | null {
  if (path === null) return null;
  try {
    const pem = readFile(path);
    if (pem.includes('-----BEGIN CERTIFICATE-----')) return pem;
    note(`${path} holds no certificate; allowed: a PEM file`);
  } catch {
    note(`${path} cannot be read; allowed: a PEM file`);
  }
  return null;
}

function configError(mistakes: readonly Mistake[]): PlanwrightError {
  const lines = mistakes.map(({ subject, source, problem }) =>
    maskText(`${subject} (${source}): ${problem}`),
  );
  const count = lines.length === 1 ? '1 mistake' : `${lines.length} mistakes`;
  const message = `The configuration has ${count}:\n${lines.map((line) => `- ${line}`).join('\n')}`;
  return new PlanwrightError('config_invalid', message, { mistakes: lines });
}

function freeze(values: SettingValues, database: DatabaseTarget | null): Config {
  if (database !== null) Object.freeze(database.ssl);
  return Object.freeze({
    ...shownOf(values),
    allowedHosts: Object.freeze(withOwnHosts(values)),
    fetchAllow: Object.freeze([...values.fetchAllow]),
    slots: Object.freeze([...values.slots]),
    workFolders: Object.freeze([...values.workFolders]),
    otlpHeaders: Object.freeze([...values.otlpHeaders]),
    dataDir: values.home,
    database: database === null ? null : Object.freeze(database),
  });
}

function shownOf(values: SettingValues): Shown {
  const isInternal = (name: string) => internalNames.some((internal) => internal === name);
  const entries = Object.entries(values).filter(([name]) => !isInternal(name));
  return Object.fromEntries(entries) as Shown;
}

/** Names this server has anyway need not be listed. */
function withOwnHosts(values: SettingValues): string[] {
  const own = ['localhost', '127.0.0.1', '[::1]'];
  if (values.host !== '::' && values.host !== '0.0.0.0') own.push(urlHost(values.host));
  if (values.publicUrl !== null) own.push(new URL(values.publicUrl).host);
  return [...new Set([...own, ...values.allowedHosts])];
}

/** Every setting with its value, fit for a log: the database without its password. */
export function describeConfig(config: Config): Record<string, unknown> {
  const database = config.database === null ? null : describeDatabase(config.database);
  // Values of headers are keys, as a rule.
  const otlpHeaders = config.otlpHeaders.map((header) => header.replace(/=.*/s, ''));
  return { ...config, database, otlpHeaders };
}

export interface SettingHelp {
  readonly name: SettingName;
  readonly variable: string;
  readonly flag: string;
  readonly inFile: boolean;
  readonly allowed: string;
  readonly fallback: string;
  readonly help: string;
}

/** For `--help` and the docs. */
export const configHelp = (): readonly SettingHelp[] =>
  settingNames.map((name) => {
    const { fallback, help, inFile, kind } = settings[name];
    return {
      name,
      variable: variableOf(name),
      flag: `--${flagOf(name)}`,
      inFile,
      allowed: kind.allowed,
      fallback: fallback === null || fallback === undefined ? '' : String(fallback),
      help,
    };
  });
