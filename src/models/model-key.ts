// Which variable holds the key of a model, and the key itself, asked for anew at every call.
import { ModelError } from './model-error.ts';
import type { ModelSpec } from './model-spec.ts';
import { providerRow } from './provider-table.ts';
import type { Secrets } from './secrets.ts';

/** Names of the variables that may hold the key; none if the model needs none. */
export const keyNamesOf = ({ keyEnv, provider }: ModelSpec): readonly string[] =>
  keyEnv === undefined ? providerRow(provider).keyNames : [keyEnv];

const found = (spec: ModelSpec, secrets: Secrets): string | undefined =>
  keyNamesOf(spec)
    .map((name) => secrets.get(name))
    .find((value) => value !== undefined);

/** True also for a model that needs none. */
export const hasKey = (spec: ModelSpec, secrets: Secrets): boolean =>
  keyNamesOf(spec).length === 0 || found(spec, secrets) !== undefined;

export function keyOf(spec: ModelSpec, secrets: Secrets): string | undefined {
  const key = found(spec, secrets);
  const names = keyNamesOf(spec);
  if (key !== undefined || names.length === 0) return key;
  throw new ModelError('auth', `No key: ${names.join(' or ')} is not set.`);
}
