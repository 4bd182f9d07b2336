// THE table of metrics: one line each, in the order in which they are shown. Labels are names from our
// own tables and from the configuration, never texts of callers or names of tenants.

export interface MetricShape {
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly help: string;
  readonly labels: readonly string[];
  /** Upper bounds, rising; histograms only. */
  readonly buckets?: readonly number[];
}

type Labels = readonly string[];

const counter = (help: string, ...labels: Labels): MetricShape => ({
  type: 'counter',
  help,
  labels,
});
const gauge = (help: string, ...labels: Labels): MetricShape => ({ type: 'gauge', help, labels });
const histogram = (help: string, buckets: readonly number[], ...labels: Labels): MetricShape => ({
  type: 'histogram',
  help,
  labels,
  buckets,
});

const callSeconds = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
const waitSeconds = [0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 30, 60, 300, 1_800, 3_600, 86_400];
const modelSeconds = [0.25, 0.5, 1, 2.5, 5, 10, 20, 30, 60, 120, 300];

// biome-ignore format: a table is read by its columns
export const metricTable = {
  planwright_build_info: gauge('Always 1; the version and the kind of store.', 'version', 'store'),
  planwright_up: gauge('1 while the server can write to its store.'),
  planwright_steps_ready: gauge('Steps that are ready to be taken, by kind of performer. Counted up to 100,000.', 'performer'),
  planwright_steps_leased: gauge('Steps that agents and people hold. Counted up to 100,000.'),
  planwright_steps_parked: gauge('Steps that wait for an agent that can do them. Counted up to 100,000.'),
  planwright_runs_open: gauge('Plans being made and executions that are not over. Counted up to 100,000.'),
  planwright_runs_started_total: counter('Plans and executions that were started.', 'kind'),
  planwright_runs_ended_total: counter('Plans and executions that ended.', 'kind', 'outcome'),
  planwright_attempts_total: counter('Attempts of steps that ended.', 'performer', 'outcome'),
  planwright_handout_seconds: histogram('From when a step is ready until it is handed out.', waitSeconds, 'performer'),
  planwright_lease_losses_total: counter('Leases that ran out or whose worker died.', 'performer'),
  planwright_model_calls_total: counter('Calls of models.', 'provider', 'model', 'outcome'),
  planwright_model_call_seconds: histogram('Duration of calls of models.', modelSeconds, 'provider', 'model'),
  planwright_model_tokens_total: counter('Tokens that models read and wrote.', 'provider', 'model', 'direction'),
  planwright_model_cost_usd_total: counter('What calls of models cost, where the price is known.', 'provider', 'model'),
  planwright_model_calls_unpriced_total: counter('Calls of models whose price is not known.', 'provider', 'model'),
  planwright_webhook_messages_total: counter('Messages sent to webhooks.', 'outcome'),
  planwright_webhook_lag_seconds: histogram('From an event until a webhook got it, or refused it.', waitSeconds, 'outcome'),
  planwright_webhook_oldest_pending_seconds: gauge('Age of the oldest event that a webhook has not got yet; 0 where all have everything. Of more than 64 runs that wait only the first 64 are looked at.'),
  planwright_webhook_pending: gauge('Runs with events that a webhook has not got yet. Counted up to 100,000.'),
  planwright_http_requests_total: counter('HTTP requests; operation is the name in the API description, else mcp, page, probe or none.', 'operation', 'method', 'status'),
  planwright_http_request_seconds: histogram('Until the head of the answer. Calls that wait, such as work_claim, take as long as they wait.', callSeconds, 'operation'),
  planwright_spans_total: counter('Spans for the trace collector.', 'outcome'),
  planwright_errors_total: counter('Failures of the server itself, by code.', 'code'),
  process_resident_memory_bytes: gauge('Resident memory of the process.'),
  process_heap_bytes: gauge('JavaScript heap in use in the main thread.'),
  process_cpu_seconds_total: counter('Processor time of the process.'),
  process_start_time_seconds: gauge('Start of the process, in seconds since 1970.'),
} as const satisfies Record<string, MetricShape>;

export type MetricName = keyof typeof metricTable;
export const metricNames = Object.keys(metricTable) as readonly MetricName[];
