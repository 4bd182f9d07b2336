// Profiles: which models are asked, in which order. From models.json, else from the keys that are
// set. Mistakes in the file are told all together, each with its place.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PlanwrightError } from '../base/errors.ts';
import { inputProblems } from '../base/input-problems.ts';
import { builtInModels } from './built-in-models.ts';
import { hasKey } from './model-key.ts';
import type { ModelSpec, ModelsFile, ProfileName } from './model-spec.ts';
import { modelsFileSchema, profileNames } from './model-spec.ts';
import type { Secrets } from './secrets.ts';

export interface ModelsConfig {
  /** Null if there is no file. */
  readonly file: string | null;
  readonly models: ReadonlyMap<string, ModelSpec>;
  /** Keys in the order in which they are tried; a profile may be empty. */
  readonly profiles: Readonly<Record<ProfileName, readonly string[]>>;
  readonly defaultProfile: ProfileName;
}

export interface ModelsPlace {
  readonly dataDir: string;
  /** The setting; models.json in the data folder if null. */
  readonly models: string | null;
}

const profileMax = 20;

export const modelsPath = ({ dataDir, models }: ModelsPlace): string =>
  models ?? join(dataDir, 'models.json');

const readText = (path: string): string => readFileSync(path, 'utf8');

export function loadModelsConfig(
  place: ModelsPlace,
  secrets: Secrets,
  readFile: (path: string) => string = readText,
): ModelsConfig {
  const path = modelsPath(place);
  const text = readIfThere(path, place.models !== null, readFile);
  const file = text === null ? null : parseModelsFile(text, path);
  return combine(file, text === null ? null : path, secrets);
}

/** A file that was named must be there; the usual one need not. */
function readIfThere(
  path: string,
  isNamed: boolean,
  readFile: (path: string) => string,
): string | null {
  try {
    return readFile(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' && !isNamed) return null;
    throw invalid(path, [`cannot be read (${code ?? 'unknown reason'})`]);
  }
}

const invalid = (path: string, problems: readonly string[]): PlanwrightError =>
  new PlanwrightError('config_invalid', `Models in ${path}:\n  ${problems.join('\n  ')}`);

export function parseModelsFile(text: string, path: string): ModelsFile {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw invalid(path, ['is not JSON']);
  }
  const parsed = modelsFileSchema.safeParse(value);
  if (!parsed.success) {
    const options = { input: value, root: 'the file' };
    throw invalid(path, inputProblems(modelsFileSchema, parsed.error, options).map(withKeyHint));
  }
  const wrong = [...nowhere(parsed.data), ...unknownModels(parsed.data)];
  if (wrong.length > 0) throw invalid(path, wrong);
  return parsed.data;
}

const withKeyHint = (problem: string): string =>
  /unknown field.*"(api_?key|key|secret|token)"/i.test(problem)
    ? `${problem}; keys do not belong in the file: name their environment variable in keyEnv`
    : problem;

/** Only a server that we know has an address of its own. */
const nowhere = ({ models }: ModelsFile): string[] =>
  Object.entries(models)
    .filter(([, { provider, baseUrl }]) => provider === 'openai-compatible' && !baseUrl)
    .map(([key]) => `models.${key}.baseUrl: openai-compatible needs the address of its server`);

function unknownModels({ models, profiles }: ModelsFile): string[] {
  const known = new Set([...Object.keys(models), ...builtInModels.map(({ key }) => key)]);
  return Object.entries(profiles).flatMap(([profile, keys]) =>
    keys.flatMap((key, at) =>
      known.has(key) ? [] : [`profiles.${profile}[${at}]: there is no model "${key}"`],
    ),
  );
}

/** Models that no profile names are all of the profile custom, in their order. */
function statedProfiles({ models, profiles }: ModelsFile): ModelsFile['profiles'] {
  const keys = Object.keys(models).slice(0, profileMax);
  return Object.keys(profiles).length > 0 || keys.length === 0 ? profiles : { custom: keys };
}

function combine(file: ModelsFile | null, path: string | null, secrets: Secrets): ModelsConfig {
  const usable = builtInModels.filter(({ spec }) => hasKey(spec, secrets));
  const builtIn = builtInModels.map(({ key, spec }) => [key, spec] as const);
  const models = new Map([...builtIn, ...Object.entries(file?.models ?? {})]);
  const stated = file ? statedProfiles(file) : {};
  const keysOf = (profile: ProfileName): readonly string[] =>
    stated[profile] ?? usable.filter((model) => model.profile === profile).map(({ key }) => key);
  const profiles = {
    baseline: keysOf('baseline'),
    premium: keysOf('premium'),
    frontier: keysOf('frontier'),
    custom: keysOf('custom'),
  };
  return {
    file: path,
    models,
    profiles,
    defaultProfile: defaultOf(file?.profile, stated, profiles),
  };
}

function defaultOf(
  named: ProfileName | undefined,
  stated: ModelsFile['profiles'],
  profiles: ModelsConfig['profiles'],
): ProfileName {
  if (named !== undefined) return named;
  const first = profileNames.find((name) => stated[name] !== undefined);
  return first ?? profileNames.find((name) => profiles[name].length > 0) ?? 'baseline';
}

/** Whether the model brain has anything to ask. */
export const hasModels = ({ profiles, defaultProfile }: ModelsConfig): boolean =>
  profiles[defaultProfile].length > 0;

export function specOf({ models }: ModelsConfig, key: string): ModelSpec {
  const spec = models.get(key);
  if (spec === undefined)
    throw new PlanwrightError('config_invalid', `There is no model "${key}".`);
  return spec;
}
