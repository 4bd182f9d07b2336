// The zip of a plan of ours. A finished one is its plan.json; one that is not finished is what its
// manifest says, and can be gone on with.
import { jsonValue } from '../../base/strict-json.ts';
import { type Manifest, manifestName, readManifest } from '../bundle-manifest.ts';
import { isFields } from './fields.ts';
import type { SourceFiles } from './imported-plan.ts';
import { badFile } from './refusals.ts';
import { jsonReading } from './source-files.ts';

export type OwnPlan =
  | {
      readonly kind: 'plan';
      readonly plan: Readonly<Record<string, unknown>>;
      readonly isPacked?: true;
    }
  | { readonly kind: 'unfinished'; readonly manifest: Manifest };

/** At the top, or in the one folder that everything lies in. */
const at = (paths: readonly string[], name: string): string | undefined =>
  paths.find(
    (path) => path === name || (path.endsWith(`/${name}`) && path.split('/').length === 2),
  );

function jsonAt(files: SourceFiles, name: string): unknown {
  const path = at(files.paths, name);
  const bytes = path === undefined ? undefined : files.bytes(path);
  return bytes === undefined ? undefined : jsonValue(jsonReading(bytes, name));
}

export const isOwnZip = ({ paths }: SourceFiles): boolean =>
  at(paths, manifestName) !== undefined || at(paths, 'plan.json') !== undefined;

export function readOwnZip(files: SourceFiles): OwnPlan {
  const given = jsonAt(files, manifestName);
  const manifest = given === undefined ? null : readManifest(given);
  const plan = jsonAt(files, 'plan.json');
  if (isFields(plan) && manifest?.finished !== false) {
    return { kind: 'plan', plan, isPacked: true };
  }
  if (manifest !== null && !manifest.finished) return { kind: 'unfinished', manifest };
  const why =
    given === undefined
      ? `it has neither a plan.json nor a ${manifestName}`
      : `its ${manifestName} cannot be read by this version`;
  throw badFile('zip of a plan of ours', why);
}
