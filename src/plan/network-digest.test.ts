import { describe, expect, it } from 'vitest';
import { criticizedInput, sampleDirection } from '../../test/support/criticized.ts';
import { afterTask, sampleNetwork, sampleTask } from '../../test/support/network.ts';
import { createTokenMeter } from '../models/tokens.ts';
import { buildNetwork } from './network/build.ts';
import { hasTask, networkDigest, workRefs } from './network-digest.ts';
import type { NetworkOutput } from './outputs/network.ts';

const network = async (): Promise<NetworkOutput> =>
  (await criticizedInput()).outputs['rescue-2'] as NetworkOutput;

/** Five phases of eight tasks. */
function forty() {
  const ids = [1, 2, 3, 4, 5].map((phase) => ({
    id: String(phase),
    tasks: [1, 2, 3, 4, 5, 6, 7, 8].map((task) => `${phase}.${task}`),
  }));
  const titled = (id: string) => `Agree on prices with the suppliers of part ${id}`;
  return sampleNetwork({
    direction: sampleDirection(),
    outline: {
      phases: ids.map(({ id, tasks }) => ({
        ...{ id, name: `Phase of some name ${id}`, done_when: 'done' },
        tasks: tasks.map((task) => ({
          ...{ id: task, title: titled(task), yields: 'it', after: [], delivers: [] },
        })),
      })),
    },
    details: {
      phases: ids.map(({ id, tasks }) => ({
        id,
        tasks: tasks.map((task, index) =>
          sampleTask(task, { after: index === 0 ? [] : [afterTask(tasks[index - 1] ?? '')] }),
        ),
      })),
    },
  });
}

describe('the plan on one page', () => {
  it('[LV40] every task is one line with dates, role, hours, money and what comes before', async () => {
    const { phases, critical_path, dates, money } = networkDigest(await network());
    expect(phases.map(({ phase }) => phase.split(' | ')[0])).toEqual(['1 Find the oven', '2 Bake']);
    expect(phases[0]?.tasks[1]).toMatch(
      /^1\.2 Buy an oven \| 2026-03-\d\d\.\.2026-03-\d\d \| Owner \| 8\/16\/32 h \| then waits 24 h, result 2026-03-\d\d \| 500 EUR \| after 1\.1/,
    );
    expect(critical_path).toMatch(/\b2\.2$/);
    expect(dates).toMatch(/^2026-03-02 to 2026-.*deadline 2026-12-18, odds \d+%$/);
    expect(money).toMatch(/ EUR \(.*; budget 5000, odds \d+%$/);
  });

  it('[LV86] says where the tasks come to something else than was estimated of the whole', async () => {
    const plan = await network();
    const [one] = plan.assumptions;
    if (!one) throw new Error('the sample has an assumption');
    const guess = (lower: number, upper: number) => ({
      ...plan,
      assumptions: [{ ...one, lower, base: lower, upper, unit: 'days', total: 'days' as const }],
    });
    expect(networkDigest(guess(1, 400))).not.toHaveProperty('unlike_first_estimate');
    const { unlike_first_estimate: said } = networkDigest(guess(300, 400));
    expect(said).toMatchObject([expect.stringMatching(/^A1: the tasks come to \d+ days/)]);
  });

  it('[LV40] forty tasks take about three thousand tokens', async () => {
    const digest = JSON.stringify(networkDigest(await buildNetwork(forty())));
    expect(createTokenMeter().estimate('', digest)).toBeLessThan(4_500);
    expect(digest).toContain('5.8 Agree on prices');
  });

  it('[LV40] what critics may name are the phases and tasks that there are', async () => {
    const made = await network();
    expect([...workRefs(made)]).toEqual(['1', '1.1', '1.2', '2', '2.1', '2.2']);
    expect(hasTask(made, '2.2')).toBe(true);
    expect(hasTask(made, '2.3')).toBe(false);
  });
});
