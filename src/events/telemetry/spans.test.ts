import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { attributeOf, type Collector, openCollector } from '../../../test/support/collector.ts';
import { seriesOf } from '../../../test/support/exposition.ts';
import { Metrics, metricsText } from '../../base/metrics.ts';
import { createSafePost } from '../../base/safe-fetch-post.ts';
import type { Rows } from '../../store/tables.ts';
import { countCall } from './run-metrics.ts';
import { RunSpans } from './run-spans.ts';
import { attemptSpanId, runSpanIds, type Span } from './span.ts';
import { SpanExporter } from './span-exporter.ts';

const row: Rows['usage'] = {
  ...{ id: 'plan_a.1', tenant: 'tenant_a', key: '', plan: 'plan_a', run: 'plan_a', step: 'facts' },
  ...{ step_attempt: 2, stage: 'facts', model: 'small', model_name: 'small-1', provider: 'openai' },
  ...{ attempt: 1, kind: 'first', tokens_in: 100, tokens_out: 20, tokens_reasoning: -1 },
  ...{
    tokens_cached: -1,
    cost_micros: 1_500,
    first_token_ms: 10,
    duration_ms: 250,
    finish: 'stop',
  },
  ...{ error_class: '', error_id: '', reuse_key: 'k', prompt_hash: '', reply_hash: '' },
  ...{ reasoning_hash: '', prompt: '', reply: '', reasoning: '', at: 1_700_000_000_000 },
};

const failed = { ...row, id: 'plan_a.2', error_class: 'auth', error_id: 'err_1', cost_micros: -1 };

describe('calls of models', () => {
  it('[OB5] are spans below the attempt of their step', () => {
    const spans: Span[] = [];
    const seen = new RunSpans((span) => spans.push(span));
    for (const one of [row, failed]) seen.called(one);
    expect(spans[0]).toMatchObject({
      traceId: runSpanIds('plan_a').traceId,
      parentId: attemptSpanId('plan_a', 'facts', 2),
      startMs: row.at,
      endMs: row.at + 250,
      isError: false,
      attributes: { 'gen_ai.usage.input_tokens': 100, 'planwright.cost_micros': 1_500 },
    });
    expect(spans[1]).toMatchObject({
      isError: true,
      attributes: { 'error.type': 'auth', 'planwright.error_id': 'err_1' },
    });
    expect(spans[1]?.attributes).not.toHaveProperty('planwright.cost_micros');
  });

  it('[OB1] are counted with what they cost, or that nobody knows', () => {
    const metrics = new Metrics();
    for (const one of [row, row, failed]) countCall(metrics, one);
    const text = metricsText(metrics.samples());
    const of = 'provider="openai",model="small"';
    expect(seriesOf(text, `planwright_model_calls_total{${of},outcome="ok"}`)).toBe(2);
    expect(seriesOf(text, `planwright_model_calls_total{${of},outcome="auth"}`)).toBe(1);
    expect(seriesOf(text, `planwright_model_cost_usd_total{${of}}`)).toBeCloseTo(0.003);
    expect(seriesOf(text, `planwright_model_calls_unpriced_total{${of}}`)).toBe(1);
    expect(seriesOf(text, `planwright_model_tokens_total{${of},direction="input"}`)).toBe(300);
    expect(seriesOf(text, `planwright_model_call_seconds_count{${of}}`)).toBe(3);
  });
});

describe('the exporter', () => {
  let collector: Collector;
  let metrics: Metrics;
  let troubles: string[];
  beforeEach(async () => {
    collector = await openCollector();
    metrics = new Metrics();
    troubles = [];
  });
  afterEach(() => collector.close());

  const open = (): SpanExporter =>
    new SpanExporter({
      url: `${collector.url}/v1/traces`,
      headers: {},
      resource: { service: 'planwright', version: '0.0.1', instance: 'test' },
      post: createSafePost({ allow: [new URL(collector.url).host] }),
      metrics,
      onTrouble: (reason) => troubles.push(reason),
    });

  const spansOf = (count: number): Span[] => {
    const spans: Span[] = [];
    const seen = new RunSpans((span) => spans.push(span));
    for (let index = 0; index < count; index += 1) seen.called({ ...row, id: `plan_a.${index}` });
    return spans;
  };

  const counted = (outcome: string) =>
    seriesOf(metricsText(metrics.samples()), `planwright_spans_total{outcome="${outcome}"}`);

  it('[OB5] sends all that is left when it closes, in batches', async () => {
    const exporter = open();
    exporter.add(spansOf(1_200));
    await exporter.close();
    expect(collector.problems).toEqual([]);
    expect(collector.spans.length).toBe(1_200);
    expect(new Set(collector.spans.map(({ spanId }) => spanId)).size).toBe(1_200);
    expect(attributeOf(collector.spans[0], 'gen_ai.usage.input_tokens')).toBe('100');
    expect(collector.headers.length).toBeGreaterThan(1);
    expect(counted('exported')).toBe(1_200);
  });

  it('[OB5] drops what a collector refuses, says so once and counts it', async () => {
    collector.answers(400);
    const exporter = open();
    exporter.add(spansOf(600));
    await expect.poll(() => counted('dropped')).toBeGreaterThanOrEqual(512);
    await exporter.close();
    expect(counted('dropped')).toBe(600);
    expect(troubles.length).toBe(1);
  });

  it('[OB5] keeps no more than its queue holds', async () => {
    collector.answers(503);
    const exporter = open();
    exporter.add(spansOf(9_000));
    await exporter.close();
    expect(counted('dropped')).toBeGreaterThanOrEqual(9_000 - 4_096);
  });
});
