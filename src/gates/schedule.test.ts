import { describe, expect, it } from 'vitest';
import { sampleNetwork } from '../../test/support/network.ts';
import { buildNetwork } from '../plan/network/build.ts';
import { type SchedulePlan, scheduleGate } from './schedule.ts';

const good = async (deadline = '2026-12-31'): Promise<SchedulePlan> => {
  const given = sampleNetwork();
  const direction = { ...given.direction, deadline: { date: deadline, source: 'D1' } };
  return buildNetwork({ ...given, direction });
};

const link = (from: string, to: string): SchedulePlan['dependencies'][number] => ({
  ...{ from, to, lag: 0, type: 'finish_to_start' },
});

const valuesOf = (plan: SchedulePlan): string[] =>
  scheduleGate(plan).findings.map(({ rule, value }) => `${rule} ${value}`);

describe('the schedule gate', () => {
  it('[GT20] passes a plan that was scheduled and keeps its deadline', async () => {
    expect(scheduleGate(await good())).toMatchObject({ status: 'pass', findings: [] });
  });

  it('[GT20] a ring is critical and names its tasks', async () => {
    const plan = await good();
    const dependencies = [...plan.dependencies, link('task_2_2', 'task_1_1')];
    const result = scheduleGate({ ...plan, dependencies });
    expect(result).toMatchObject({ status: 'fail', severity: 'critical' });
    expect(result.findings[0]).toMatchObject({ level: 'fail', artifact: 'dependencies' });
    expect(result.findings[0]?.value).toContain('task_1_2');
  });

  it('[GT20] a link to nothing is a mistake, a task without links a warning', async () => {
    const plan = await good();
    expect(
      valuesOf({ ...plan, dependencies: [...plan.dependencies, link('task_9_9', 'task_1_1')] })[0],
    ).toContain('task_9_9');
    const [first, second] = plan.phases;
    if (!first || !second) throw new Error('the sample has two phases');
    const alone = { ...second.tasks[0], task_id: 'task_2_9', prerequisites: [] };
    const phases = [first, { ...second, tasks: [...second.tasks, alone] }] as typeof plan.phases;
    expect(scheduleGate({ ...plan, phases })).toMatchObject({
      status: 'warn',
      findings: [{ field: 'task_2_9', level: 'warn' }],
    });
  });

  it('[GT20] a task that begins before what it waits for has ended is found', async () => {
    const plan = await good();
    const phases = plan.phases.map((phase) => ({
      ...phase,
      tasks: phase.tasks.map((task) =>
        task.task_id === 'task_2_2' ? { ...task, start_date: '2026-03-02' } : task,
      ),
    }));
    expect(valuesOf({ ...plan, phases }).join()).toContain('task_2_2 starts 2026-03-02');
  });

  it('[GT21] a deadline that is kept too seldom fails, one without odds warns', async () => {
    const late = await good('2026-03-05');
    const result = scheduleGate(late);
    expect(result).toMatchObject({ status: 'fail', severity: 'major' });
    expect(result.findings[0]).toMatchObject({ artifact: 'schedule', field: 'deadline' });
    const { simulation: _, ...schedule } = (await good()).schedule;
    expect(scheduleGate({ ...(await good()), schedule })).toMatchObject({ status: 'warn' });
    const missed = { ...schedule, meets_deadline: false };
    expect(scheduleGate({ ...(await good()), schedule: missed })).toMatchObject({ status: 'fail' });
  });

  it('[GT80] without a deadline, a planned end that hardly any run keeps warns', async () => {
    const plan = await buildNetwork(sampleNetwork());
    const { simulation } = plan.schedule;
    if (!simulation) throw new Error('it is simulated');
    const withP10 = (p10: string) => ({
      ...plan.schedule,
      simulation: { ...simulation, finish: { ...simulation.finish, p10 } },
    });
    const kept = scheduleGate({ ...plan, schedule: withP10(`${plan.finish_date}T12:00+00:00`) });
    expect(kept).toMatchObject({ status: 'pass', findings: [] });
    const seldom = scheduleGate({ ...plan, schedule: withP10('2027-01-01T12:00+00:00') });
    expect(seldom).toMatchObject({ status: 'warn', findings: [{ field: 'finish_date' }] });
    expect(seldom.findings[0]?.value).toContain('one run in ten ends by 2027-01-01');
  });

  it('[GT22] a role that does two things at once is found, one with two units is not', async () => {
    const plan = await good();
    const tasks = (plan.schedule.tasks ?? []).map((row) =>
      row.id === 'task_2_1'
        ? { ...row, ...plan.schedule.tasks?.find(({ id }) => id === 'task_1_2'), id: row.id }
        : row,
    );
    const over = { ...plan, schedule: { ...plan.schedule, tasks } };
    expect(scheduleGate(over).findings).toMatchObject([
      { artifact: 'roles', field: 'Owner', value: '2 at once, 1 of it' },
    ]);
    const roles = (plan.roles ?? []).map((role) => ({ ...role, capacity: 2 }));
    expect(scheduleGate({ ...over, roles })).toMatchObject({ status: 'pass' });
    const phases = plan.phases.map((phase) => ({
      ...phase,
      tasks: phase.tasks.map((task) =>
        task.task_id === 'task_2_1' ? { ...task, uses: [{ role: 'Owner', units: 2 }] } : task,
      ),
    }));
    expect(valuesOf({ ...over, phases, roles }).join()).toContain('3 at once, 2 of it');
  });

  it('[GT22] errors of the linter are findings', async () => {
    const plan = await good();
    const lint = [
      { code: 'bad_lag', severity: 'error' as const, ids: ['task_1_1'], message: 'No.' },
    ];
    const result = scheduleGate({ ...plan, schedule: { ...plan.schedule, lint } });
    expect(result.findings).toMatchObject([{ field: 'bad_lag', value: 'task_1_1' }]);
  });
});
