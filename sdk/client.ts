// The operations an agent or its owner needs, as methods: planStatus(planId), createPlan({ prompt }).
import { addressOf, urlOf } from '../src/contract/address.ts';
import { endpoints, waiting } from '../src/contract/operations.generated.ts';
import { OperationMethods } from './methods.generated.ts';
import { type StreamOptions, streamEvents } from './stream-events.ts';
import { type CallOptions, type ConnectionOptions, Transport } from './transport.ts';
import type { Health, Input, OperationName, Output, PublicEvent } from './wire.ts';

/** A call that waits may take its wait and then as long as any other call. */
const longPollSlackMs = 15_000;
/** The longest that a server waits. */
const maxWaitSeconds = 50;

function timeoutOf(name: OperationName, input: object): Pick<CallOptions, 'timeoutMs'> {
  if (!waiting.has(name)) return {};
  const { wait_seconds, timeout_seconds, wait } = input as Readonly<Record<string, unknown>>;
  const seconds = Number(wait_seconds ?? timeout_seconds ?? wait ?? maxWaitSeconds);
  return { timeoutMs: seconds * 1000 + longPollSlackMs };
}

export class PlanwrightClient extends OperationMethods {
  readonly #transport: Transport;

  constructor(options: ConnectionOptions) {
    super();
    this.#transport = new Transport(options);
  }

  get url(): string {
    return this.#transport.baseUrl;
  }

  async health(options: CallOptions = {}): Promise<Health> {
    return (await this.#transport.send({ ...options, method: 'GET', path: '/health' })) as Health;
  }

  async call<Name extends OperationName>(
    name: Name,
    input: Input<Name>,
    options: CallOptions = {},
  ): Promise<Output<Name>> {
    const { method, body, ...place } = addressOf(endpoints[name], input);
    const path = urlOf(place);
    const timeout = timeoutOf(name, input);
    return (await this.#transport.send({ ...timeout, ...options, method, path, body })) as never;
  }

  /** Live events of an execution, from `after` on, over any number of connections. */
  streamExecution(
    executionId: string,
    options: Omit<StreamOptions, 'key'> = {},
  ): AsyncGenerator<PublicEvent, void, void> {
    const { key } = this.#transport;
    const { path } = addressOf(endpoints.execution_stream, { execution_id: executionId });
    const url = `${this.url}${path}`;
    return streamEvents(url, key === undefined ? options : { ...options, key });
  }
}
