// The contract of a step as it is stored: its words and parameters, and what its checks look at.
import { askAlways, type ExecutionPolicy } from '../contract/execution-policy.ts';
import { contentJson } from '../engine/content.ts';
import type { ContentRow } from '../store/store.ts';
import type { Rows } from '../store/tables.ts';
import type { CheckSpec, StepSpec } from '../work/execution-graph.ts';
import type { Context } from './context.ts';

/** What a contract may lack: an erased one everything, one of a fork all but its texts. */
const blank: Omit<StepSpec, 'title' | 'task_title'> = {
  description: '',
  role: '',
  params: {},
  acceptance_criteria: [],
  planned_start: '',
  planned_finish: '',
};

export function specOf(row: ContentRow | null | undefined): StepSpec {
  const erased = '(erased)';
  if (!row) return { ...blank, title: erased, task_title: erased };
  const spec = contentJson(row) as Partial<StepSpec> & Pick<StepSpec, 'title'>;
  return { ...blank, task_title: spec.title, ...spec };
}

export const readSpec = async (context: Context, contentId: string): Promise<StepSpec> =>
  specOf(await context.reader.content(contentId));

interface Titled {
  readonly undoes: string;
  readonly purpose: string;
}

/** An undo and a check have the contract of the step that they are about; titles tell them apart. */
export function titleOf({ undoes, purpose }: Titled, { title }: Pick<StepSpec, 'title'>): string {
  if (undoes !== '') return `Undo: ${title}`;
  return purpose === 'check' ? `Check: ${title}` : title;
}

const noCheck: CheckSpec = { description: '', params: {} };

/** The part that is meant for this check: its id is the step's, an attempt, and its key. */
export function checkSpecOf(spec: StepSpec, judged: string, checkId: string): CheckSpec {
  const key = /^_c\d+([a-z][a-z0-9]*)$/.exec(checkId.slice(judged.length))?.[1] ?? '';
  const { checks = {} } = spec;
  return (Object.hasOwn(checks, key) ? checks[key] : undefined) ?? noCheck;
}

/** Where it was erased, nothing is done without asking. */
export async function readPolicy(
  context: Context,
  steps: readonly Rows['steps'][],
): Promise<ExecutionPolicy> {
  const first = steps.find((step) => step.position === 0);
  const spec = first && (await readSpec(context, first.spec));
  return spec?.policy ?? askAlways;
}
