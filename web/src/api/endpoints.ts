// The calls this page makes: any operation by its name, typed by the operation table.
import { addressOf, urlOf } from '../../../src/contract/address.ts';
import type { Health } from '../../../src/contract/health.ts';
import {
  type Downloads,
  endpoints,
  type Operations,
} from '../../../src/contract/operations.generated.ts';
import type { Imported } from '../model/import-file.ts';
import { type CallOptions, getJson, postFile, sendJson } from './request.ts';

type Name = keyof Operations;
export type Input<Operation extends Name> = Operations[Operation]['input'];
export type Output<Operation extends Name> = Operations[Operation]['output'];

export type Models = Output<'model_profiles'>;
export type PlanFile = Output<'plan_files'>['files'][number];
export type ExecutionRow = Output<'execution_list'>['executions'][number];
export type ControlRequest = Omit<Input<'execution_control'>, 'execution_id'>;

export function call<Operation extends Name>(
  name: Operation,
  input: Input<Operation>,
  options: CallOptions = {},
): Promise<Output<Operation>> {
  const { method, body, ...place } = addressOf(endpoints[name], input);
  return sendJson<Output<Operation>>(method, urlOf(place), body, options);
}

/** The address of a file or of a stream of events. */
export const urlFor = <Operation extends keyof Downloads>(
  name: Operation,
  input: Downloads[Operation]['input'],
): string => urlOf(addressOf(endpoints[name], input));

export const getHealth = (signal: AbortSignal) => getJson<Health>('/health', { signal });

/** The plan.json of an example becomes a plan of one's own, which can be run. */
export async function takeExample(name: string): Promise<{ readonly plan_id: string }> {
  const plan = await getJson<object>(urlFor('example_file', { name, path: 'plan.json' }));
  return call('plan_import', { plan } as Input<'plan_import'>);
}

/** A file of any kind that can be taken in, as it is: its content tells what it is. */
export const importFile = (file: File) => {
  const { path } = addressOf(endpoints.plan_import, {});
  return postFile<Imported>(urlOf({ path, query: { name: file.name.slice(-200) } }), file);
};
