// A command calls operations either on the local data, in this process, or on a server over HTTP.
// The answers are the same.
import type { Config } from '../base/config.ts';
import { type ErrorCode, errorTable, isPlanwrightError, PlanwrightError } from '../base/errors.ts';
import { type Address, addressOf, urlOf } from '../contract/address.ts';
import type { Problem } from '../contract/problem.ts';
import type { Context, Services } from '../operations/context.ts';
import type { Operation, RawAnswer } from '../operations/operation.ts';

export interface Caller {
  /** The signal ends a wait early. */
  call(name: string, input: object, signal?: AbortSignal): Promise<object>;
  /** The answer of an operation that gives bytes rather than JSON. */
  bytes(name: string, input: object): Promise<Uint8Array>;
  /** What is under way here may end first, for so long. */
  close(graceMs?: number): Promise<void>;
}

export interface CallerOptions {
  /** False for those who only look: nothing is begun that would be given up at once. */
  readonly withWorker?: boolean;
  /** Another than the first; on the local data alone. */
  readonly tenant?: string | undefined;
}

async function checkTenant({ reader }: Services, tenant: string, first: string): Promise<void> {
  if (tenant === first || (await reader.tenant(tenant))) return;
  const message = `There is no tenant ${tenant.slice(0, 60)}. Run planwright tenants list to see them.`;
  throw new PlanwrightError('INVALID_ARGUMENTS', message);
}

async function localCaller(config: Config, options: CallerOptions): Promise<Caller> {
  const [{ openLocalHost }, { servicesOf }, { invoke }, table, { localPerson }] = await Promise.all(
    [
      import('../local-host.ts'),
      import('../services.ts'),
      import('../operations/invoke.ts'),
      import('../operations/table.ts'),
      import('../operations/principals.ts'),
    ],
  );
  const { host } = await openLocalHost(config, options);
  const services = servicesOf(host, config);
  const close = (graceMs?: number): Promise<void> => {
    services.forecasts.close();
    return host.close(graceMs);
  };
  const tenant = options.tenant ?? localPerson.tenant;
  try {
    await checkTenant(services, tenant, localPerson.tenant);
  } catch (error) {
    await close();
    throw error;
  }
  const context: Context = {
    ...services,
    principal: { ...localPerson, tenant },
    signal: new AbortController().signal,
    idempotencyKey: null,
  };
  const bytes: Caller['bytes'] = async (name, input) => {
    const operation = table.operations.find((candidate) => candidate.name === name);
    if (operation?.kind !== 'raw') throw new TypeError(`${name} is missing`);
    const answer: RawAnswer = await invoke(operation, context, input);
    return answer.bytes;
  };
  return {
    call: (name, input, signal = context.signal) =>
      invoke(table.operationNamed(name), { ...context, signal }, input),
    bytes,
    close,
  };
}

const isCode = (code: string): code is ErrorCode => Object.hasOwn(errorTable, code);

async function failureOf(response: Response): Promise<PlanwrightError> {
  try {
    const { code, detail } = (await response.json()) as Problem;
    return new PlanwrightError(isCode(code) ? code : 'INTERNAL_ERROR', detail);
  } catch {
    return new PlanwrightError('fetch_failed', `The server answered ${response.status}.`);
  }
}

export async function send(url: string, init: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(url, init);
  } catch (error) {
    const { origin } = new URL(url);
    const message = `No answer from ${origin}. Is the server running there? --url (PLANWRIGHT_URL) names another.`;
    throw new PlanwrightError('fetch_failed', message, {}, error);
  }
  if (response.ok) return response;
  throw await failureOf(response);
}

/** A file is sent as it is: as a field it would be larger than the body of a call may be. */
function withFile({ rest: { file } }: Operation, { body, ...place }: Address) {
  const { [file?.field ?? '']: field, ...query } = body ?? {};
  if (typeof field !== 'string') return { url: urlOf(place), body, file: null };
  return { url: urlOf({ ...place, query }), body: null, file: Buffer.from(field, 'base64') };
}

async function remoteCaller(config: Config, base: string): Promise<Caller> {
  const { operations } = await import('../operations/table.ts');
  const key = config.key === null ? {} : { authorization: `Bearer ${config.key}` };
  const ask = async (name: string, input: object, signal?: AbortSignal): Promise<Response> => {
    const operation = operations.find((one) => one.name === name);
    if (!operation) throw new TypeError(`no operation ${name}`);
    const { method, path } = operation.rest;
    const { url, body, file } = withFile(operation, addressOf(`${method} ${path}`, input));
    const type = file === null ? 'application/json' : 'application/octet-stream';
    const sent = file ?? (body === null ? undefined : JSON.stringify(body));
    return send(`${base}${url}`, {
      method,
      headers: { 'content-type': type, ...key },
      ...(sent === undefined ? {} : { body: sent }),
      ...(signal ? { signal } : {}),
    });
  };
  return {
    async call(name, input, signal) {
      const response = await ask(name, input, signal);
      return response.status === 204 ? {} : ((await response.json()) as object);
    },
    bytes: async (name, input) => new Uint8Array(await (await ask(name, input)).arrayBuffer()),
    close: async () => undefined,
  };
}

export async function openCaller(config: Config, options: CallerOptions = {}): Promise<Caller> {
  if (config.url === null) return localCaller(config, options);
  if (options.tenant === undefined) return remoteCaller(config, config.url);
  const message = '--tenant works on the data folder only. For a server, use a key of that tenant.';
  throw new PlanwrightError('INVALID_ARGUMENTS', message);
}

export const exitCodeOf = (error: unknown): number =>
  isPlanwrightError(error) ? errorTable[error.code].exit : errorTable.INTERNAL_ERROR.exit;
