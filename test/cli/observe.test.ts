// What machines see of a running server: probes, metrics, lines of the log, and traces.
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { PlanwrightClient } from '../../sdk/index.ts';
import { attributeOf, type Collector, openCollector } from '../support/collector.ts';
import { readExposition, seriesOf } from '../support/exposition.ts';
import { type ServerProcess, startServer } from '../support/server.ts';

interface Line {
  readonly level: string;
  readonly event?: string;
  readonly run?: string;
  readonly step?: string;
  readonly error_id?: string;
}

let collector: Collector;
let server: ServerProcess;
let client: PlanwrightClient;
let planId: string;
let run: string;
let stepId: string;

const secretText = 'zyqucanary';

const linesOf = ({ stderr }: ServerProcess): Line[] =>
  stderr()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Line);

const scrape = async (): Promise<string> => (await fetch(`${server.url}/metrics`)).text();

/** One step is done, one attempt fails. */
async function work(): Promise<void> {
  const { agent_id, key } = await client.registerAgent({ name: 'Ada' });
  expect(agent_id).toMatch(/^agent_/);
  const agent = new PlanwrightClient({ url: server.url, key: key ?? '' });
  const first = await agent.claimWork({ execution_id: run, wait_seconds: 30 });
  const token = (answer: typeof first): string => answer.lease?.token ?? '';
  stepId = first.step?.step_id ?? '';
  await agent.failWork({ lease_token: token(first), class: 'transient', message: secretText });
  const second = await agent.claimWork({ execution_id: run, wait_seconds: 30 });
  await agent.completeWork({ lease_token: token(second), output: { note: secretText } });
}

beforeAll(async () => {
  collector = await openCollector();
  server = await startServer({
    env: {
      PLANWRIGHT_LOG_LEVEL: 'debug',
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-api-key=abc%20def',
    },
  });
  client = new PlanwrightClient({ url: server.url });
  const { plan_id } = await client.createPlan({ prompt: 'Open a small bakery in Lyon' });
  planId = plan_id;
  await client.waitForPlan(plan_id);
  run = (await client.createExecution({ plan_id })).execution_id;
  await work();
});
afterAll(async () => {
  await server.close();
  await collector.close();
});

describe('GET /metrics', () => {
  it('[OB1] shows what a scraper can read, with the depth of the queue', async () => {
    await expect
      .poll(async () => seriesOf(await scrape(), 'planwright_steps_ready{performer="agent"}'))
      .toBeGreaterThan(0);
    const text = await scrape();
    const families = readExposition(text);
    expect(families.get('planwright_up')?.samples.get('planwright_up')).toBe(1);
    expect(seriesOf(text, 'process_resident_memory_bytes')).toBeGreaterThan(10_000_000);
    expect(seriesOf(text, 'planwright_runs_open')).toBeGreaterThan(0);
  });

  it('[OB1] counts runs, attempts, hand-outs and requests of all threads', async () => {
    const series = 'planwright_attempts_total{performer="agent",outcome="verified"}';
    await expect.poll(async () => seriesOf(await scrape(), series)).toBe(1);
    const text = await scrape();
    expect(seriesOf(text, series.replace('verified', 'failed'))).toBe(1);
    expect(seriesOf(text, 'planwright_runs_started_total{kind="execution"}')).toBe(1);
    expect(
      seriesOf(text, 'planwright_runs_ended_total{kind="generation",outcome="completed"}'),
    ).toBe(1);
    expect(seriesOf(text, 'planwright_handout_seconds_count{performer="agent"}')).toBe(2);
    const created = { operation: 'plan_create', method: 'POST', status: '202' };
    const labels = Object.entries(created).map(([name, value]) => `${name}="${value}"`);
    expect(seriesOf(text, `planwright_http_requests_total{${labels.join(',')}}`)).toBe(1);
  });

  it('[OB2] names no tenant, plan, run or agent', async () => {
    const text = await scrape();
    expect(text).not.toMatch(/(?:tenant|plan|exec|agent|key)_[0-9a-z]{15}|local|zyqucanary/);
  });
});

describe('the log', () => {
  it('[OB6] has a line for the transitions of runs and steps, and no content', () => {
    const lines = linesOf(server).filter((line) => line.run === run);
    const events = lines.map(({ level, event }) => `${level} ${event}`);
    expect(events).toContain('debug run.created');
    expect(events).toContain('debug step.leased');
    expect(events).toContain('debug step.verified');
    expect(server.stderr()).not.toContain(secretText);
    expect(server.stderr()).not.toContain('bakery');
  });

  it('[OB6] has failures at warn, with the id of the error', () => {
    const failed = linesOf(server).find(({ event, level }) => {
      return event === 'attempt.ended' && level === 'warn';
    });
    expect(failed).toMatchObject({ run, step: stepId, class: 'transient', as: 'failed' });
    expect(failed?.error_id).toMatch(new RegExp(`^${run}\\.`));
  });
});

describe('traces', () => {
  it('[OB5] reach the collector: runs with attempts of steps below them', async () => {
    const named = (id: string) =>
      collector.spans.filter((span) => attributeOf(span, 'planwright.run_id') === id);
    await expect.poll(() => named(run).length).toBe(2);
    expect(collector.problems).toEqual([]);
    const outcomes = named(run).map((span) => attributeOf(span, 'planwright.outcome'));
    expect(outcomes).toEqual(['failed', 'verified']);
    expect(named(run).map(({ status }) => status.code)).toEqual([2, undefined]);
    const making = collector.spans.find(
      (span) => attributeOf(span, 'planwright.plan_id') === planId && span.name === 'plan',
    );
    const below = collector.spans.filter(({ traceId }) => traceId === making?.traceId);
    expect(below.length).toBeGreaterThan(3);
    expect(
      below.every(({ parentSpanId, name }) => name === 'plan' || parentSpanId === making?.spanId),
    ).toBe(true);
    expect(collector.headers[0]).toMatchObject({ 'x-api-key': 'abc def' });
    expect(JSON.stringify(collector.spans)).not.toContain(secretText);
  });
});

describe('probes', () => {
  it('[OB3] a database that another process holds makes it unavailable, within the time limit', async () => {
    const held = await startServer();
    onTestFinished(() => held.close());
    const ask = async (path: string) => {
      const response = await fetch(held.url + path);
      return { status: response.status, body: (await response.json()) as object };
    };
    expect(await ask('/health')).toMatchObject({ status: 200, body: { ok: true, status: 'ok' } });
    expect(await ask('/ready')).toMatchObject({ status: 200, body: { ready: true } });
    const other = new DatabaseSync(join(held.home, 'planwright.db'));
    other.exec('begin immediate');
    const busy = { problems: [{ code: 'storage_busy' }] };
    // What was found well a moment ago is not asked again within a second.
    await expect.poll(async () => (await ask('/ready')).status).toBe(503);
    expect(await ask('/health')).toMatchObject({ status: 503, body: { ok: false, ...busy } });
    expect(await ask('/ready')).toMatchObject({ status: 503, body: { ready: false, ...busy } });
    other.exec('rollback');
    other.close();
    await expect.poll(async () => (await ask('/ready')).status).toBe(200);
  });
});
