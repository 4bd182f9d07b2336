import { describe, expect, it } from 'vitest';
import { readExposition, seriesOf } from '../../test/support/exposition.ts';
import { metricNames } from './metric-table.ts';
import { Metrics, metricsText } from './metrics.ts';

describe('metrics', () => {
  it('[OB1] are text that a scraper can read, also before anything happened', () => {
    const families = readExposition(metricsText(new Metrics().samples()));
    expect([...families.keys()]).toEqual([...metricNames]);
    expect(families.get('process_cpu_seconds_total')?.samples.size).toBe(1);
  });

  it('[OB1] add up what all threads counted', () => {
    const [main, engine] = [new Metrics(), new Metrics()];
    engine.add('planwright_lease_losses_total', ['agent'], 2);
    engine.observe('planwright_handout_seconds', 0.02, ['agent']);
    main.observe('planwright_handout_seconds', 4_000_000, ['agent']);
    main.add('planwright_lease_losses_total', ['agent']);
    main.adopt('engine', [{ name: 'planwright_lease_losses_total', labels: ['agent'], value: 90 }]);
    main.adopt('engine', engine.samples());
    const text = metricsText(main.samples());
    expect(seriesOf(text, 'planwright_lease_losses_total{performer="agent"}')).toBe(3);
    expect(seriesOf(text, 'planwright_handout_seconds_count{performer="agent"}')).toBe(2);
    expect(seriesOf(text, 'planwright_handout_seconds_bucket{performer="agent",le="0.01"}')).toBe(
      0,
    );
    expect(seriesOf(text, 'planwright_handout_seconds_bucket{performer="agent",le="0.05"}')).toBe(
      1,
    );
    expect(seriesOf(text, 'planwright_handout_seconds_bucket{performer="agent",le="86400"}')).toBe(
      1,
    );
  });

  it('[OB1] show any name of a model as one label', () => {
    const metrics = new Metrics();
    metrics.add('planwright_model_calls_total', ['a"b\\c', 'x\ny{}=,', 'ok']);
    const [series] = readExposition(metricsText(metrics.samples())).get(
      'planwright_model_calls_total',
    )?.samples ?? [['', 0]];
    expect(series).toEqual([
      'planwright_model_calls_total{provider="a\\"b\\\\c",model="x\\ny{}=,",outcome="ok"}',
      1,
    ]);
  });

  it('[OB1] keep to so many series for each name, whatever the labels are', () => {
    const metrics = new Metrics();
    for (let index = 0; index < 2_000; index += 1) {
      metrics.add('planwright_model_calls_total', ['made-up', `model-${index}`, 'ok']);
    }
    const samples = metrics.samples();
    expect(samples.length).toBe(501);
    expect(samples.reduce((sum, { value }) => sum + value, 0)).toBe(2_000);
  });
});
