import { describe, expect, it } from 'vitest';
import { type Generation, planexeId, planexeZip } from '../../../test/support/planexe-zip.ts';
import { kindsOf, takeIn, tasksOf } from '../../../test/support/take-in.ts';

const wholeName = 'wbs_project_level1_and_level2_and_level3.json';

/** Phases of so many tasks, of which the file says nothing but their names. */
function bare(...sizes: readonly number[]): Uint8Array {
  const task_children = sizes.map((size, at) => ({
    ...{ id: `p${at}`, description: `Phase ${at}` },
    task_children: Array.from({ length: size }, (_, index) => ({
      ...{ id: `t${at}_${index}`, description: `Task ${at} ${index}` },
    })),
  }));
  const tree = { wbs_project: { id: 'root', description: 'All', task_children } };
  return planexeZip('plain', {
    [wholeName]: JSON.stringify(tree),
    'task_durations.json': '[]',
    'task_dependencies_raw.json': JSON.stringify({ task_dependency_details: [] }),
    'schedule_gantt_dhtmlx.html': null,
  });
}

const generations: readonly Generation[] = ['numbered', 'twice numbered', 'plain'];

describe('a PlanExe plan', () => {
  it.each(generations)('[IM9] with %s names gives the same plan', async (generation) => {
    const taken = await takeIn(planexeZip(generation));
    const { plan, report } = taken;
    expect(report.format).toBe('planexe');
    expect(plan).toMatchObject({
      title: 'Kite festival',
      goal: 'Hold a kite festival.',
      start_date: '2027-03-01',
      phase_count: 2,
    });
    expect(plan.phases.map(({ name }) => name)).toEqual(['Prepare', 'Hold it']);
    const [meadow, permits, , , clean] = tasksOf(taken);
    expect(meadow).toMatchObject({
      title: 'Find a meadow',
      assignee_role: 'Field Scout',
      performer: 'human',
      estimate: { low: 16, likely: 32, high: 64 },
    });
    expect(meadow?.subtasks.map(({ description }) => description)).toEqual([
      'Ask farmers: Ask farmers with care. Needs: Field scout, A pencil.',
      'Sign the lease: Sign the lease with care. Needs: Field scout, A pencil.',
    ]);
    expect(permits?.assignee_role).toBe('Office Lead');
    expect(clean?.assignee_role).toBe('Project lead');
    expect(plan.roles).toMatchObject([
      { name: 'Field Scout', capacity: 2 },
      { name: 'Office Lead', capacity: 1 },
      { name: 'Project lead' },
    ]);
    expect(plan.risks).toMatchObject([
      {
        title: 'Weather',
        likelihood: 'medium',
        impact: 'high',
        mitigation: 'Choose a second day.',
      },
    ]);
    expect(plan.guesses.map(({ guess }) => guess)).toContain('The meadow is free.');
    expect(report.notes).toContain('Strengths: Much room.');
  });

  it('[IM9] uses the dependencies that it found; a task of which it says nothing waits for the phase before', async () => {
    const taken = await takeIn(planexeZip('plain'));
    const [meadow, permits, tickets, kites, clean] = tasksOf(taken);
    expect(tickets?.prerequisites).toEqual([meadow?.task_id]);
    expect(kites?.prerequisites).toEqual([permits?.task_id]);
    expect(new Set(clean?.prerequisites)).toEqual(new Set([meadow?.task_id, permits?.task_id]));
    // A day is a day of the calendar: four days of one, then six of the other.
    expect(meadow?.start_date).toBe('2027-03-01');
    expect((tickets?.start_date ?? '') > (meadow?.finish_date ?? '')).toBe(true);
    const guesses = taken.plan.guesses.map(({ guess }) => guess).join('\n');
    expect(guesses).toContain('so it waits for the phase before it');
  });

  it('[IM10] lists every defect with its place', async () => {
    const taken = await takeIn(planexeZip('plain'));
    expect(kindsOf(taken)).toEqual({
      // p1 is right; p2 says 12, its tasks are 6 and 2 and one without a length.
      contradicted_edge: 1,
      cycle: 1,
      dangling_id: 3,
      duplicate_duration: 1,
      duplicate_link: 1,
      missing_duration: 1,
      self_link: 1,
      unlinked_task: 1,
    });
    const where = (kind: string) =>
      taken.report.defects.filter((one) => one.kind === kind).map((one) => one.where);
    expect(where('missing_duration')).toEqual([planexeId('t23')]);
    expect(where('self_link')).toEqual([`${planexeId('t21')} → ${planexeId('t21')}`]);
    expect(where('contradicted_edge')).toEqual([`${planexeId('t22')} → ${planexeId('t12')}`]);
    expect(where('dangling_id')).toContain(planexeId('gone'));
    expect(taken.report.defects.every(({ repaired }) => repaired)).toBe(true);
  });

  it('[IM10] a phase that says another time than its tasks is told', async () => {
    const tell = async (days: number) => {
      const one = (name: string, realistic: number) => ({
        ...{ task_id: planexeId(name), days_min: 1, days_realistic: realistic, days_max: 20 },
      });
      const lengths = [one('p1', days), one('t11', 4), one('t12', 5)];
      const change = { 'task_durations.json': JSON.stringify(lengths) };
      return kindsOf(await takeIn(planexeZip('plain', change))).wrong_phase_sum ?? 0;
    };
    expect([await tell(9), await tell(10)]).toEqual([0, 1]);
  });

  it('[IM10] an unfinished or broken one is read from what there is', async () => {
    const levels = {
      'wbs_project_level1_and_level2_and_level3.json': null,
      'wbs_level1.json': JSON.stringify({ id: 'x', project_title: 'Kites' }),
      'wbs_level2.json': JSON.stringify([
        { id: 'p1', major_phase_title: 'All', subtasks: [{ id: 't1', description: 'Fly' }] },
      ]),
      'wbs_level3.json': JSON.stringify([{ id: 's1', name: 'Run', parent_id: 't1' }]),
      'task_durations.json': '[broken',
      'task_dependencies_raw.json': null,
      'schedule_gantt_dhtmlx.html': 'GANTT_DATA_DHTMLX = {"tasks": [}',
    };
    const taken = await takeIn(planexeZip('plain', levels));
    expect(tasksOf(taken)).toMatchObject([{ title: 'Fly', subtasks: [{ description: 'Run' }] }]);
    expect(kindsOf(taken)).toMatchObject({ missing_file: 3, broken_file: 2 });
    const nothing = { ...levels, 'wbs_level2.json': '[]' };
    await expect(takeIn(planexeZip('plain', nothing))).rejects.toThrow('without tasks');
  });

  it('[IM10] the steps of an unfinished one stay in their order', async () => {
    const steps = ['s1', 's2', 's3'].map((id) => ({ id, name: `Do ${id}`, parent_id: 't1' }));
    const taken = await takeIn(
      planexeZip('plain', {
        [wholeName]: null,
        'wbs_level2.json': JSON.stringify([
          { id: 'p1', major_phase_title: 'All', subtasks: [{ id: 't1', description: 'Fly' }] },
        ]),
        'wbs_level3.json': JSON.stringify(steps),
      }),
    );
    expect(tasksOf(taken)[0]?.subtasks.map(({ description }) => description)).toEqual([
      ...['Do s1', 'Do s2', 'Do s3'],
    ]);
  });

  it('[IM9] large phases without stated dependencies follow one another by few links', async () => {
    const taken = await takeIn(bare(46, 46));
    expect(taken.plan.dependencies).toHaveLength(92);
    const end = tasksOf(taken).find(({ milestone }) => milestone);
    expect(end?.title).toBe('End of Phase 0');
    const [first, second] = taken.plan.phases;
    const last =
      first?.tasks
        .map(({ finish_date }) => finish_date)
        .toSorted()
        .at(-1) ?? '';
    expect(second?.tasks.every(({ start_date }) => start_date >= last)).toBe(true);
    expect(taken.plan.guesses.map(({ guess }) => guess).join()).toContain('milestone');
  });

  it('[IM8] too many tasks are refused before anything is made of them', async () => {
    await expect(takeIn(bare(1_000, 1_000))).rejects.toThrow('2000 tasks; at most 1800');
    await expect(takeIn(bare(10_000, 10_000))).rejects.toThrow('20002 rows; at most 20000');
  });

  it.each([
    ["Plan:\nFly.\n\nToday's date:\n2027-Feb-31\n", '2027-02-31'],
    ["Plan:\nFly.\n\nToday's date:\n0000-Jan-00\n", '0000-01-00'],
  ])('[IM10] a date that is none is told: %j', async (text, date) => {
    const taken = await takeIn(planexeZip('plain', { 'plan.txt': text }));
    expect(taken.plan).toMatchObject({ goal: 'Fly.', start_date: '2027-01-04' });
    const told = taken.report.defects.filter(({ kind }) => kind === 'unreadable_date');
    expect(told).toMatchObject([{ where: 'plan.txt', detail: expect.stringContaining(date) }]);
  });

  it('[IM10] where one date is none the other is taken', async () => {
    const taken = await takeIn(
      planexeZip('plain', {
        'plan.txt': "Fly.\n\nToday's date:\n2027-Feb-31\n",
        'start_time.json': JSON.stringify({ server_iso_utc: '2027-02-27T10:00:00Z' }),
      }),
    );
    expect(taken.plan.start_date).toBe('2027-02-27');
    const both = await takeIn(
      planexeZip('plain', {
        'plan.txt': 'Fly.',
        'start_time.json': JSON.stringify({ server_iso_utc: '2027-13-27T10:00:00Z' }),
      }),
    );
    expect(kindsOf(both).unreadable_date).toBe(1);
  });
});
