import { describe, expect, it } from 'vitest';
import {
  exactWay,
  follows,
  hours,
  monday,
  project,
  role,
  scheduleRoundTheClock as schedule,
  task,
} from '../../../test/support/small-projects.ts';
import type { Project } from '../project.ts';
import { applyChange, type Change } from './change.ts';
import { closeGap } from './close-gap.ts';
import { converter } from './currency.ts';
import { type ProposalInput, propose } from './proposals.ts';

const dollars = converter({ project: 'USD', rates: [] });
const byDev = [{ role: 'dev', units: 1 }];

/** Design, then two builds that share one developer, then an optional polish. 10+20+20+8 hours. */
const site: Project = project({
  roles: [role('dev', { ratePerHour: 100 }), role('agent', { kind: 'agent', ratePerHour: 10 })],
  tasks: [
    task('design', [
      exactWay('person', 10, { uses: byDev }),
      exactWay('agent', 2, { uses: [{ role: 'agent', units: 1 }] }),
    ]),
    task('front', [exactWay('person', 20, { uses: byDev })]),
    task('back', [exactWay('person', 20, { uses: byDev })]),
    task('polish', [exactWay('person', 8, { uses: byDev })], { optional: true, value: 1 }),
  ],
  links: [follows('design', 'front'), follows('design', 'back'), follows('back', 'polish')],
});

const input = (more: Partial<ProposalInput> = {}): ProposalInput => ({
  project: site,
  schedule,
  converter: dollars,
  ...more,
});

const find = (kind: Change['kind'], given: ProposalInput) =>
  propose(given).proposals.find(({ change }) => change.kind === kind);

describe('proposals', () => {
  const late = input({ deadline: monday + hours(50) });

  it('[SC74] nothing is proposed when nothing is missed', () => {
    const report = propose(input({ deadline: monday + hours(58), budget: 580_000 }));
    expect(report.now).toMatchObject({ meetsDeadline: true, meetsBudget: true, total: 580_000 });
    expect(report.proposals).toEqual([]);
  });

  it('[SC74] a missed deadline: one more developer, with the price of keeping one', () => {
    const added = find('add_capacity', late);
    expect(added).toMatchObject({
      change: { role: 'dev', units: 1 },
      gainMinutes: hours(20),
      price: 38 * 100 * 100,
      meetsDeadline: true,
    });
  });

  it('[SC74] nobody is added where roles stay as they are', () => {
    expect(find('add_capacity', { ...late, keepsRoles: true })).toBeUndefined();
    expect(find('cut_scope', { ...late, keepsRoles: true })).toBeDefined();
  });

  it('[SC74] the faster way and the cut, each with gain and price; what gains nothing is left out', () => {
    expect(find('switch_way', late)).toMatchObject({
      change: { task: 'design', way: 'agent' },
      gainMinutes: hours(8),
      price: -(1000 - 20) * 100,
    });
    expect(find('cut_scope', late)).toMatchObject({
      change: { task: 'polish' },
      gainMinutes: hours(8),
      price: -80_000,
      meetsDeadline: true,
    });
    // Everything is done by the one developer, so an overlap gains nothing.
    expect(find('fast_track', late)).toBeUndefined();
  });

  it('[SC74] an overlap on the chain saves time and brings the risk of rework with its price', () => {
    const chain = project({
      roles: [role('dev', { ratePerHour: 100 }), role('writer', { ratePerHour: 60 })],
      tasks: [
        task('build', [exactWay('w', 10, { uses: byDev })]),
        task('write', [exactWay('w', 10, { uses: [{ role: 'writer', units: 1 }] })]),
      ],
      links: [follows('build', 'write')],
    });
    const overlap = find('fast_track', input({ project: chain, deadline: monday + hours(18) }));
    expect(overlap).toMatchObject({ gainMinutes: hours(3), meetsDeadline: true });
    expect(overlap?.addedRisk?.tasks).toEqual(['write']);
    expect(overlap?.price).toBeGreaterThan(0);
  });

  it('[SC74] what meets the deadline comes first, the cheapest of them before the others', () => {
    const { proposals } = propose(late);
    const first = proposals[0];
    expect(first?.meetsDeadline).toBe(true);
    expect(proposals.filter((each) => each.meetsDeadline === true)[0]?.price).toBe(first?.price);
    expect(proposals.map(({ price, meetsDeadline }) => [meetsDeadline, price])).toEqual(
      proposals
        .map(({ price, meetsDeadline }) => [meetsDeadline, price])
        .toSorted((a, b) => Number(b[0]) - Number(a[0]) || Number(a[1]) - Number(b[1])),
    );
  });

  it('[SC104] a task that misses its own deadline is helped along its own chain', () => {
    const tasks = site.tasks.map((each) =>
      each.id === 'front' ? { ...each, deadline: monday + hours(25) } : each,
    );
    const report = propose(input({ project: { ...site, tasks } }));
    expect(report.now.meetsDeadline).toBe(false);
    expect(report.proposals.map(({ change, gainMinutes }) => [change.kind, gainMinutes])).toEqual([
      ['switch_way', hours(8)],
    ]);
    expect(report.proposals[0]).toMatchObject({ late: 'front', meetsDeadline: true });
  });

  it('[SC75] a link is overlapped once, not again and again', () => {
    const chain = project({
      tasks: [task('a', [exactWay('w', 10)]), task('b', [exactWay('w', 10)])],
      links: [follows('a', 'b')],
    });
    const closed = closeGap(input({ project: chain, deadline: monday + hours(1) }));
    expect(closed.taken).toHaveLength(1);
    expect(closed.project.links[0]?.lagMinutes).toBe(-hours(3));
  });

  it('[SC75] a wait is never shortened, and an overlap into one task is a risk only once', () => {
    const waiting = project({
      tasks: [task('a', [exactWay('w', 10)]), task('b', [exactWay('w', 10)])],
      links: [follows('a', 'b', { lagMinutes: hours(100) })],
    });
    const waits = closeGap(input({ project: waiting, deadline: monday + hours(1) }));
    expect(waits.taken).toEqual([]);
    const joined = project({
      tasks: ['a', 'b', 'c'].map((id) => task(id, [exactWay('w', 10)])),
      links: [follows('a', 'c'), follows('b', 'c')],
    });
    const risks = [{ id: 'rework:c', probability: 0.3, tasks: ['c'] }];
    const overlap = find('fast_track', input({ project: joined, deadline: monday + 1, risks }));
    // Both have to overlap before anything is gained, so one alone is no help.
    expect(overlap).toBeUndefined();
    const chain = { ...joined, links: [follows('a', 'c')] };
    const again = find('fast_track', input({ project: chain, deadline: monday + 1, risks }));
    expect(again).toMatchObject({ gainMinutes: hours(3), addedRisk: null });
  });

  it('[SC74] of a role as many are added as help, no more', () => {
    const pairs = [{ role: 'dev', units: 2 }];
    const pool = project({
      roles: [role('dev', { capacity: 2, ratePerHour: 100 })],
      tasks: ['a', 'b', 'c'].map((id) => task(id, [exactWay('w', 10, { uses: pairs })])),
      links: [],
    });
    const { proposals } = propose(input({ project: pool, deadline: monday + hours(25) }));
    expect(proposals).toMatchObject([
      {
        change: { kind: 'add_capacity', units: 2 },
        text: 'Add 2 to the role “dev”.',
        gainMinutes: hours(10),
        price: 2 * 20 * 100 * 100,
      },
    ]);
  });

  it('[SC74] a gain of minutes in a delay of days is no help, and long names are cut', () => {
    const name = 'A very long title '.repeat(20);
    const slow = project({
      roles: [],
      tasks: [
        task('a', [exactWay('w', 300)]),
        task('b', [exactWay('w', 100)], { optional: true, name }),
        task('c', [exactWay('w', 1)], { optional: true }),
      ],
      links: [follows('a', 'b', { lagMinutes: 1 }), follows('b', 'c', { lagMinutes: 1 })],
    });
    const { proposals } = propose(input({ project: slow, deadline: monday + hours(1) }));
    expect(proposals.map(({ change }) => change)).toEqual([{ kind: 'cut_scope', task: 'b' }]);
    expect(proposals[0]?.text).toMatch(/^Leave out “A very long .{40,60}…”\.$/);
  });

  it('[SC74] a missed budget: cheaper ways and cuts, the biggest saving first', () => {
    const { proposals } = propose(input({ budget: 400_000 }));
    expect(proposals.map(({ change, price }) => [change.kind, price])).toEqual([
      ['switch_way', -98_000],
      ['cut_scope', -80_000],
    ]);
  });

  it('[SC74] every proposal, applied and scheduled, gives what it promised', () => {
    for (const { change, finish } of propose(late).proposals) {
      const { placed } = schedule(applyChange(site, change));
      expect(Math.max(...placed.map((row) => row.finish))).toBe(finish);
    }
  });
});

describe('closing the gap', () => {
  it('[SC75] takes changes until the deadline is met, and keeps them on the record', () => {
    const closed = closeGap(input({ deadline: monday + hours(24) }));
    expect(closed.met).toBe(true);
    expect(closed.taken.length).toBeGreaterThan(1);
    expect(closed.after.finish).toBeLessThanOrEqual(monday + hours(24));
    const again = closed.taken.reduce((at, { change }) => applyChange(at, change), site);
    expect(again).toEqual(closed.project);
    expect(closed.after.total - closed.before.total).toBe(
      closed.taken.reduce((sum, { price }) => sum + price, 0),
    );
  });

  it('[SC129] what to aim at is asked anew of each changed project', () => {
    const seen: Project[] = [];
    const closed = closeGap(input(), 8, (given) => {
      seen.push(given.project);
      return { ...given, deadline: monday + hours(24) };
    });
    const changed = closed.taken.map((_, index) =>
      closed.taken.slice(0, index + 1).reduce((at, { change }) => applyChange(at, change), site),
    );
    expect(closed.taken.length).toBeGreaterThan(1);
    expect(seen).toEqual([site, ...changed]);
    expect(closed.project.deadline).toBeUndefined();
  });

  it('[SC75] stops when nothing helps, and says that it is not met', () => {
    const closed = closeGap(input({ deadline: monday + hours(1) }), 20);
    expect(closed.met).toBe(false);
    expect(closed.taken.length).toBeLessThan(20);
  });

  it('[SC75] never breaks one limit to keep the other', () => {
    const closed = closeGap(input({ deadline: monday + hours(24), budget: 580_000 }));
    expect(closed.after.total).toBeLessThanOrEqual(580_000);
  });
});

describe('applying a change', () => {
  it('[SC75] cutting a task hands its links on, and empty summaries go with it', () => {
    const nested = project({
      tasks: [
        task('a', [exactWay('w', 1)]),
        task('phase', [], { kind: 'summary' }),
        task('b', [exactWay('w', 1)], { parent: 'phase' }),
        task('c', [exactWay('w', 1)]),
      ],
      links: [follows('a', 'b', { lagMinutes: 5 }), follows('b', 'c', { lagMinutes: 7 })],
    });
    const cut = applyChange(nested, { kind: 'cut_scope', task: 'b' });
    expect(cut.tasks.map(({ id }) => id)).toEqual(['a', 'c']);
    expect(cut.links).toEqual([follows('a', 'c', { lagMinutes: 12 })]);
  });

  it.each<[Change, RegExp]>([
    [{ kind: 'cut_scope', task: 'x' }, /no task “x”/],
    [{ kind: 'switch_way', task: 'front', way: 'x' }, /no way “x”/],
    [{ kind: 'add_capacity', role: 'x', units: 1 }, /no role “x”/],
    [{ kind: 'add_capacity', role: 'dev', units: 0 }, /at least one/],
    [
      { kind: 'fast_track', from: 'front', to: 'back', overlapMinutes: 5, lagIn: 'elapsed' },
      /link/,
    ],
    [
      { kind: 'fast_track', from: 'design', to: 'back', overlapMinutes: 0, lagIn: 'elapsed' },
      /whole/,
    ],
  ])('[SC75] a change that does not fit is refused: %j', (change, reason) => {
    expect(() => applyChange(site, change)).toThrow(reason);
  });
});
