import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { criticalPath, type Work } from './critical-path.ts';
import { pertMean } from './estimate.ts';
import type { Link } from './graph.ts';
import { levelled } from './level.ts';

const link = (from: string, to: string, lagHours = 0): Link => ({ from, to, lagHours });

/** Tasks 0…n-1 with links only forward, so that there is no cycle. */
const graphs = fc
  .tuple(
    fc.array(fc.tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 2 })), {
      minLength: 1,
      maxLength: 14,
    }),
    fc.array(fc.tuple(fc.nat(13), fc.nat(13), fc.nat(20)), { maxLength: 25 }),
  )
  .map(([tasks, pairs]) => {
    const works = tasks.map(
      ([hours, lane], index): Work => ({ id: `t${index}`, hours, lane: `l${lane}` }),
    );
    const links = pairs
      .filter(([a, b]) => a < b && b < works.length)
      .map(([a, b, lag]) => link(`t${a}`, `t${b}`, lag));
    return { works, links };
  });

describe('the critical path', () => {
  it('[SC3] parallel branches: the longer one decides, the shorter one has float', () => {
    const works = [
      { id: 'start', hours: 8 },
      { id: 'long', hours: 40 },
      { id: 'short', hours: 10 },
      { id: 'end', hours: 4 },
    ];
    const links = [
      link('start', 'long'),
      link('start', 'short'),
      link('long', 'end', 16),
      link('short', 'end'),
    ];
    const line = criticalPath(works, links);
    expect(line.finish).toBe(68);
    expect(line.criticalPath).toEqual(['start', 'long', 'end']);
    expect(line.slots.find((slot) => slot.id === 'short')?.float).toBe(46);
  });

  it('[SC3] the PERT mean weighs the likely value four times', () => {
    expect(pertMean({ low: 2, likely: 5, high: 14 })).toBe(6);
  });

  it('[SC3] no task starts before what it needs is done, and late is never before early', () => {
    fc.assert(
      fc.property(graphs, ({ works, links }) => {
        const line = levelled(works, links);
        const at = new Map(line.slots.map((slot) => [slot.id, slot]));
        for (const { from, to, lagHours } of links) {
          expect(at.get(to)?.start).toBeGreaterThanOrEqual((at.get(from)?.finish ?? 0) + lagHours);
        }
        for (const slot of line.slots)
          expect(slot.lateStart).toBeGreaterThanOrEqual(slot.start - 1e-6);
      }),
    );
  });

  it('[SC4] a role does one task at a time', () => {
    fc.assert(
      fc.property(graphs, ({ works, links }) => {
        const line = levelled(works, links);
        const laneOf = new Map(works.map((work) => [work.id, work.lane]));
        const busy = line.slots.filter((slot) => slot.finish > slot.start);
        for (const a of busy) {
          for (const b of busy) {
            if (a.id === b.id || laneOf.get(a.id) !== laneOf.get(b.id)) continue;
            expect(a.finish <= b.start + 1e-6 || b.finish <= a.start + 1e-6).toBe(true);
          }
        }
      }),
    );
  });

  it('[SC4] roles that are free work side by side', () => {
    const works = [
      { id: 'a', hours: 10, lane: 'cook' },
      { id: 'b', hours: 10, lane: 'clerk' },
      { id: 'c', hours: 10, lane: 'cook' },
    ];
    expect(levelled(works, []).finish).toBe(20);
  });

  it('[SC4] a task with an earliest hour waits for it', () => {
    const line = levelled([{ id: 'party', hours: 4, earliest: 100 }], []);
    expect(line.slots[0]).toMatchObject({ start: 100, finish: 104 });
  });
});
