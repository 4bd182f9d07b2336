// A command calls operations either on the local data, in this process, or on a server over HTTP.
// The answers are the same.
import type { Config } from '../base/config.ts';
import { type ErrorCode, errorTable, isPlanwrightError, PlanwrightError } from '../base/errors.ts';
import type { Problem } from '../contract/problem.ts';
import type { Context } from '../operations/context.ts';
import type { JsonOperation, RawAnswer } from '../operations/operation.ts';

export interface Caller {
  /** The signal ends a wait early. */
  call(name: string, input: object, signal?: AbortSignal): Promise<object>;
  file(planId: string, path: string): Promise<Uint8Array>;
  /** The plan in a format of plan_export. */
  exported(planId: string, format: string): Promise<Uint8Array>;
  /** What is under way here may end first, for so long. */
  close(graceMs?: number): Promise<void>;
}

export interface CallerOptions {
  /** False for those who only look: nothing is begun that would be given up at once. */
  readonly withWorker?: boolean;
}

async function localCaller(config: Config, options: CallerOptions): Promise<Caller> {
  const [{ openHost }, { servicesOf }, { invoke }, table, { localPerson }, { createLogger }] =
    await Promise.all([
      import('../host.ts'),
      import('../services.ts'),
      import('../operations/invoke.ts'),
      import('../operations/table.ts'),
      import('../operations/principals.ts'),
      import('../base/log.ts'),
    ]);
  const log = await createLogger({ level: config.logLevel });
  const host = await openHost(config, (error) => log.error({ err: error }, 'engine'), options);
  const services = servicesOf(host, config);
  const context: Context = {
    ...services,
    principal: localPerson,
    signal: new AbortController().signal,
    idempotencyKey: null,
  };
  const bytesOf = async (name: string, input: object): Promise<Uint8Array> => {
    const operation = table.operations.find((candidate) => candidate.name === name);
    if (operation?.kind !== 'raw') throw new TypeError(`${name} is missing`);
    const answer: RawAnswer = await invoke(operation, context, input);
    return answer.bytes;
  };
  return {
    call: (name, input, signal = context.signal) =>
      invoke(table.operationNamed(name), { ...context, signal }, input),
    file: (planId, path) => bytesOf('plan_file', { plan_id: planId, path }),
    exported: (planId, format) => bytesOf('plan_export_file', { plan_id: planId, format }),
    close(graceMs) {
      services.forecasts.close();
      return host.close(graceMs);
    },
  };
}

function placeOf(
  operation: JsonOperation,
  input: Record<string, unknown>,
): { path: string; rest: object } {
  const rest = { ...input };
  const path = operation.rest.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = typeof rest[name] === 'string' ? rest[name] : '';
    delete rest[name];
    return encodeURIComponent(value);
  });
  return { path, rest };
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
function fileIn({ rest: { file } }: JsonOperation, input: object) {
  const { [file?.field ?? '']: field, ...others } = input as Record<string, unknown>;
  if (typeof field !== 'string') return null;
  const query = new URLSearchParams(others as Record<string, string>).toString();
  return { bytes: Buffer.from(field, 'base64'), query };
}

async function remoteCaller(config: Config, url: string): Promise<Caller> {
  const { operationNamed } = await import('../operations/table.ts');
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  if (config.key !== null) headers.authorization = `Bearer ${config.key}`;
  const bytesAt = async (place: string): Promise<Uint8Array> => {
    const response = await send(`${url}/api/plans/${place}`, { headers });
    return new Uint8Array(await response.arrayBuffer());
  };
  return {
    async call(name, input, signal) {
      const operation = operationNamed(name);
      const { path, rest } = placeOf(operation, { ...input });
      const { method } = operation.rest;
      const hasBody = method === 'POST' || method === 'PATCH';
      const query = new URLSearchParams(rest as Record<string, string>).toString();
      const end = signal ? { signal } : {};
      const file = fileIn(operation, rest);
      if (file !== null) {
        const type = { ...headers, 'content-type': 'application/octet-stream' };
        const sent = { method, headers: type, body: file.bytes, ...end };
        return (await (await send(`${url}${path}?${file.query}`, sent)).json()) as object;
      }
      const address = `${url}${path}${hasBody || query === '' ? '' : `?${query}`}`;
      const body = hasBody ? { body: JSON.stringify(rest) } : {};
      return (await (await send(address, { method, headers, ...body, ...end })).json()) as object;
    },
    file: (planId, path) => bytesAt(`${planId}/files/${path}`),
    exported: (planId, format) => bytesAt(`${planId}/export?format=${encodeURIComponent(format)}`),
    close: async () => undefined,
  };
}

export const openCaller = (config: Config, options: CallerOptions = {}): Promise<Caller> =>
  config.url === null ? localCaller(config, options) : remoteCaller(config, config.url);

export const exitCodeOf = (error: unknown): number =>
  isPlanwrightError(error) ? errorTable[error.code].exit : errorTable.INTERNAL_ERROR.exit;
