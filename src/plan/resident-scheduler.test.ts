import { afterEach, describe, expect, it, vi } from 'vitest';
import { exactWay, follows, project, task } from '../../test/support/small-projects.ts';
import { ResidentScheduler } from './resident-scheduler.ts';
import { timedSchedule } from './timed-schedule.ts';

const chain = project({
  tasks: [task('a', [exactWay('w', 8)]), task('b', [exactWay('w', 4)])],
  links: [follows('a', 'b')],
});
const ring = { ...chain, links: [follows('a', 'b'), follows('b', 'a')] };
const job = { project: chain, effort: { seed: 1, schedules: 10 } };

let scheduler = new ResidentScheduler();
afterEach(() => scheduler.close());

describe('a scheduling thread that stays', () => {
  it('[SC166] gives the answers of the scheduler, one job after the other', async () => {
    scheduler = new ResidentScheduler();
    const simulated = { ...job, simulation: { runs: 200, seed: 3 } };
    const [one, other] = await Promise.all([scheduler.run(job), scheduler.run(simulated)]);
    expect(one.outcome).toEqual(timedSchedule(job, {}).outcome);
    expect(other.outcome).toEqual(timedSchedule(simulated, {}).outcome);
  });

  it('[SC166] a job that fails says why, and the next one is done', async () => {
    scheduler = new ResidentScheduler();
    const broken = scheduler.run({ ...job, project: ring });
    await expect(broken).rejects.toMatchObject({ code: 'INVALID_ARGUMENTS' });
    await expect(scheduler.run(job)).resolves.toMatchObject({ stopped: null });
  });

  it('[SC166] takes the best so far when it is told to stop', async () => {
    scheduler = new ResidentScheduler();
    const signal = AbortSignal.abort();
    const { stopped } = await scheduler.run(
      { ...job, simulation: { runs: 1e6, seed: 1 } },
      { signal },
    );
    expect(stopped).toBe('interrupted');
  });

  it('[SC166] ends when nothing is asked for a while, and starts again', async () => {
    scheduler = new ResidentScheduler(1);
    await scheduler.run(job);
    await vi.waitFor(() => expect(scheduler.isRunning).toBe(false), 60_000);
    await expect(scheduler.run(job)).resolves.toMatchObject({ stopped: null });
  });

  it('[SC166] closing it fails what is under way', async () => {
    scheduler = new ResidentScheduler();
    const long = scheduler.run({ ...job, simulation: { runs: 1e6, seed: 1 } });
    await vi.waitFor(() => expect(scheduler.isRunning).toBe(true), 60_000);
    scheduler.close();
    await expect(long).rejects.toThrow('the scheduling thread ended');
  });
});
