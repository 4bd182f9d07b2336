import { describe, expect, it } from 'vitest';
import { sampleEvent } from './sample.ts';
import { toEvent, toTelemetry } from './wire.ts';

describe('what arrives on a stream', () => {
  it('is an event only when it has the parts of one', () => {
    expect(toEvent(sampleEvent(1, 'run.started'))?.seq).toBe(1);
    for (const wrong of [undefined, null, 'x', {}, { seq: 1 }, { seq: '1', type: 'a', at: 'b' }]) {
      expect(toEvent(wrong)).toBeUndefined();
    }
  });

  it('keeps progress within 0 and 100', () => {
    const base = { step_id: 'task_a', note: 'n', at: 'a' };
    expect(toTelemetry({ ...base, progress: 140 })?.progress).toBe(100);
    expect(toTelemetry({ ...base, progress: -3 })?.progress).toBe(0);
    expect(toTelemetry({ progress: 3 })).toBeUndefined();
  });
});
