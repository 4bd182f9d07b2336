import { describe, expect, it } from 'vitest';
import {
  afterTask,
  networkStageInput,
  sampleCost,
  sampleNetwork,
  sampleOutline,
  sampleTask,
  sampleTeam,
} from '../../../test/support/network.ts';
import { allowances } from '../allowance.ts';
import type { OutlineOutput, TaskDetail } from '../outputs/work.ts';
import type { Detail } from '../stage.ts';
import { detailsStage } from '../stages/details.ts';
import { teamStage } from '../stages/team.ts';
import { outlineProblems } from './outline-problems.ts';
import { phaseProblems } from './phase-problems.ts';
import { teamProblems } from './team-problems.ts';

const given = sampleNetwork();

describe('what code checks of an outline', () => {
  const check = (outline: OutlineOutput) =>
    outlineProblems(outline, given.charter, allowances.brief).join('\n');
  const task = (
    id: string,
    more: Partial<OutlineOutput['phases'][number]['tasks'][number]> = {},
  ) => ({
    ...{ id, title: `Task ${id}`, yields: 'it', after: [], delivers: [] },
    ...more,
  });
  const phase = (id: string, tasks: OutlineOutput['phases'][number]['tasks']) => ({
    ...{ id, name: `Phase ${id}`, done_when: 'it is done', tasks },
  });

  it('[LV31] a sound outline passes', () => {
    expect(check(sampleOutline)).toBe('');
  });

  it('[LV31] numbers are in order, known and single; every task hangs together', () => {
    const said = check({
      phases: [
        phase('1', [
          task('1.1', { after: ['7.7'], delivers: ['V1', 'V9'] }),
          task('1.1'),
          task('2.5', { after: ['1.3'] }),
          task('1.3', { after: ['2.5'] }),
          task('1.4'),
        ]),
      ],
    });
    expect(said).toContain('1.1.after: there is no task 7.7');
    expect(said).toContain('1.1: there are two tasks of this number');
    expect(said).toContain('2.5: it stands in phase 1');
    expect(said).toMatch(/waits for .* waits for/);
    expect(said).toContain('1.4: it needs nothing and nothing needs it');
    expect(said).toContain('no deliverable V9');
    expect(said).toContain('V2: no task delivers it');
  });

  it('[LV31] there are no more phases than calls were promised for', () => {
    const phases = ['1', '2', '3', '4'].map((id) => phase(id, [task(`${id}.1`)]));
    expect(check({ phases })).toContain('at most 3');
  });
});

describe('what code checks of a team', () => {
  it('[LV32] roles have decision rights, questions end with a person, names are of this team', () => {
    expect(teamProblems(sampleTeam, given.direction)).toEqual([]);
    const [owner, agent] = sampleTeam.roles;
    if (!owner || !agent) throw new Error('the sample has two roles');
    const said = teamProblems(
      {
        ...sampleTeam,
        roles: [
          { ...owner, asks: 'Desk agent', rate_source: '' },
          { ...agent, decides: [] },
          { ...agent, asks: 'Ghost' },
        ],
        bodies: [{ name: 'Board', members: ['Nobody'], decides: ['all'], meets: 'weekly' }],
        reporting: [{ what: 'sales', from: 'Board', to: 'the bank', how_often: 'monthly' }],
        escalation: [{ when: 'late by 3 days', from: 'Owner', to: 'Heaven', within_days: 1 }],
      },
      given.direction,
    ).join('\n');
    expect(said).toContain('“Desk agent” is there twice');
    expect(said).toContain('roles.Desk agent.decides');
    expect(said).toContain('there is no role “Ghost”');
    expect(said).toContain('roles.Owner.rate_source');
    expect(said).toContain('leave "asks" of that role empty');
    expect(said).toContain('no role “Nobody”');
    expect(said).toContain('“Heaven” is no role');
    expect(said).toContain('reporting.0.to: “the bank” is no role');
    const round = teamProblems(
      { ...sampleTeam, roles: [{ ...owner, asks: agent.name }, agent] },
      given.direction,
    );
    expect(round.join()).toContain('somebody must have the last word');
  });
});

describe('the size of a team', () => {
  const alone = { ...sampleTeam, roles: sampleTeam.roles.slice(0, 1), escalation: [] };
  const input = (detail: Detail) => networkStageInput(given, null, detail);

  it('[LV92] one person is a team at any detail, and the prompt asks for no more', () => {
    for (const detail of ['brief', 'standard', 'full'] as const) {
      expect(teamStage.problems?.(alone, input(detail))).toEqual([]);
    }
    expect(teamStage.prompt).toContain('a goal of one person has one person');
    expect(teamStage.words?.(input('full'))).toMatchObject({ roles: '12' });
  });

  it('[LV92] more roles than the detail has room for go back', () => {
    const [owner] = sampleTeam.roles;
    if (!owner) throw new Error('the sample has roles');
    const many = Array.from({ length: 6 }, (_, at) => ({ ...owner, name: `Baker ${at}` }));
    const check = (detail: Detail) =>
      teamStage.problems?.({ ...alone, roles: many }, input(detail));
    expect(check('brief')).toEqual(['roles: there are 6; at most 5, so put some together']);
    expect(check('standard')).toEqual([]);
  });
});

describe('what code checks of the days of a team', () => {
  it('[LV38] days off are real and of this plan, and the zone is one', () => {
    const off = (date: string) => ({ date, what: 'a feast' });
    const said = (days: string[], time_zone = '') =>
      teamProblems({ ...sampleTeam, days_off: days.map(off), time_zone }, given.direction);
    expect(said(['2026-05-01'], 'Europe/Berlin')).toEqual([]);
    expect(said(['2026-02-30']).join()).toContain('there is no day 2026-02-30');
    expect(said(['2026-01-01']).join()).toContain('before the start, 2026-03-02');
    expect(said([], 'Berlin time').join()).toContain('no zone “Berlin time”');
  });
});

describe('what code checks of the details of a phase', () => {
  const { direction, basis } = given;
  const refs = { outline: sampleOutline, team: sampleTeam, direction, basis };
  const [first] = sampleOutline.phases;
  if (!first) throw new Error('the sample has phases');
  const check = (...tasks: TaskDetail[]) => phaseProblems({ tasks }, first, refs).join('\n');

  it('[LV33] sound details pass', () => {
    expect(check(...(given.details.phases[0]?.tasks ?? []))).toBe('');
  });

  it('[LV33] exactly the tasks of the phase, with known names and figures in order', () => {
    const said = check(
      sampleTask('1.1', {
        role: 'Ghost',
        after: [afterTask('1.1'), afterTask('8.8')],
        risks: ['R9'],
        assumptions: ['A9'],
        estimate: { low: 9, likely: 5, high: 20 },
        costs: [{ ...sampleCost(10), low: 20 }],
      }),
      sampleTask('3.3', { people: 4, estimate: { low: 1, likely: 20_000, high: 20_000 } }),
    );
    expect(said).toContain('1.2: it is missing');
    expect(said).toContain('3.3: phase 1 has no such task');
    expect(said).toContain('1.1.role: there is no role “Ghost”; one of “Owner”, “Desk agent”');
    expect(said).toContain('1.1.after: it cannot wait for itself');
    expect(said).toContain('1.1.after: there is no 8.8');
    expect(said).toContain('1.1.risks: there is no R9');
    expect(said).toContain('1.1.assumptions: there is no A9');
    expect(said).toContain('low ≤ likely ≤ high');
    expect(said).toContain('1.1.costs “Flour”');
    expect(said).toContain('20000 hours');
    expect(said).toContain('3.3.people: there are 1 of “Owner”, not 4');
  });

  it('[LV37] dates of a task are real, within the plan, and one of the two', () => {
    const deadline = { date: '2026-06-30', source: 'D1' };
    const at = (not_before: string | null, fixed_start: string | null) =>
      phaseProblems(
        { tasks: [sampleTask('1.1', { not_before, fixed_start }), sampleTask('1.2')] },
        first,
        { ...refs, direction: { ...direction, deadline } },
      ).join();
    expect(at('2026-04-01', null)).toBe('');
    expect(at(null, '2026-06-30')).toBe('');
    expect(at('2026-02-30', null)).toContain('1.1.not_before: there is no day 2026-02-30');
    expect(at(null, '2026-03-01')).toContain('1.1.fixed_start: 2026-03-01 is before the start');
    expect(at(null, '2026-07-01')).toContain('after 2026-06-30');
    expect(at('2026-04-01', '2026-04-01')).toContain('with a fixed start it says nothing');
  });

  it('[LV33] no ring with the other phases, and nothing binding by an agent', () => {
    const said = check(
      sampleTask('1.1', { after: [afterTask('2.1')], role: 'Desk agent', risk_tier: 'T3' }),
      sampleTask('1.2'),
    );
    expect(said).toMatch(/waits for 1\.1|waits for 2\.1/);
    expect(said).toContain('is done by a person');
  });

  it('[LV34] a phase is a part; links of the outline that nobody mentioned still hold', async () => {
    const input = networkStageInput(given, null);
    const parts = detailsStage.parts;
    const found = parts?.found?.(input) ?? [];
    expect(found.map(({ key }) => key)).toEqual(['phase1', 'phase2']);
    expect(JSON.parse(found[1]?.data?.phase ?? '')).toEqual(sampleOutline.phases[1]);
    const bare = (tasks: readonly string[]) => ({ tasks: tasks.map((id) => sampleTask(id)) });
    const own = { ...afterTask('1.1', 5), type: 'start_to_start' as const };
    const merged = await parts?.merge(
      [
        { key: 'phase2', value: bare(['2.2', '2.1']) },
        {
          key: 'phase1',
          value: { tasks: [sampleTask('1.1'), sampleTask('1.2', { after: [own] })] },
        },
      ],
      input,
    );
    expect(merged?.phases.map(({ tasks }) => tasks.map(({ id }) => id))).toEqual([
      ['1.1', '1.2'],
      ['2.1', '2.2'],
    ]);
    expect(merged?.phases[0]?.tasks[1]?.after).toEqual([own]);
    expect(merged?.phases[1]?.tasks[1]?.after).toEqual([afterTask('1.2'), afterTask('2.1')]);
    expect(
      parts?.problems?.(bare(['1.1']), found[0] ?? { key: '', title: '', words: {} }, input),
    ).toContain('1.2: it is missing');
  });
});
