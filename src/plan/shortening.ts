// What of a question was shortened so that it fits a stage's limit or a model's context: kept beside
// the files of the stage, so that nobody takes an answer to half of the material for one to all of it.
import { readArtifact } from '../engine/artifacts.ts';
import type { Artifact } from '../engine/engine-api.ts';
import type { Reader } from '../store/store.ts';
import type { StageWork } from './stage-work.ts';

const suffix = '.shortened.json';

export interface Shortening {
  readonly stage: string;
  readonly part: string | null;
  /** In words: which material, and to what. */
  readonly shortened: readonly string[];
}

const pathOf = ({ stage, spec }: StageWork): string =>
  `stages/${stage.name}${spec.part ? `.${spec.part.key}` : ''}${suffix}`;

/** Nothing where nothing was shortened, unless it was when this stage was made before. */
export async function shorteningFiles(
  reader: Pick<Reader, 'artifact'>,
  work: StageWork,
  shortened: readonly string[],
): Promise<Artifact[]> {
  const { plan, stage, spec } = work;
  const path = pathOf(work);
  if (shortened.length === 0 && !(await reader.artifact(plan.tenant, plan.id, path))) return [];
  const told: Shortening = { stage: stage.name, part: spec.part?.key ?? null, shortened };
  const bytes = Buffer.from(`${JSON.stringify(told, null, 2)}\n`);
  return [{ owner: plan.id, path, contentType: 'application/json', bytes }];
}

/** Of all stages of a plan, as lines for its status. */
export async function shorteningsOf(
  reader: Reader,
  plan: { readonly tenant: string; readonly id: string },
  paths: readonly string[],
): Promise<string[]> {
  const found = paths
    .filter((path) => path.startsWith('stages/') && path.endsWith(suffix))
    .map((path) => readArtifact(reader, plan.tenant, plan.id, path));
  return (await Promise.all(found)).flatMap((file) => (file ? linesOf(file.bytes) : []));
}

function linesOf(bytes: Uint8Array): string[] {
  const { stage, part, shortened } = JSON.parse(Buffer.from(bytes).toString()) as Shortening;
  const name = part === null ? stage : `${stage} (${part})`;
  return shortened.map((note) => `${name} saw less of ${note}`);
}
