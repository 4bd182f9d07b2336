import { describe, expect, it } from 'vitest';
import {
  type Criticism,
  criticizedInput,
  expertSays,
  finding,
  sampleCharter,
  samplePremises,
  samplePremortem,
} from '../../../test/support/criticized.ts';
import { sampleNetwork, sampleTask, sampleTeam } from '../../../test/support/network.ts';
import type { PlanFinding } from '../../contract/plan-critique.ts';
import { type RefinedOutput, refinedOutput } from '../outputs/critique.ts';
import type { NetworkOutput } from '../outputs/network.ts';
import type { TaskDetail } from '../outputs/work.ts';
import { filled } from '../prompt.ts';
import type { Part, StageInput } from '../stage.ts';
import { refine1Stage } from './refine-1.ts';

const said = (...findings: PlanFinding[]) =>
  criticizedInput({ critics: { experts: expertSays(...findings) } });

const found = (input: StageInput): readonly Part[] => refine1Stage.parts?.found?.(input) ?? [];

const merged = async (
  input: StageInput,
  parts: readonly { key: string; value: unknown }[],
): Promise<RefinedOutput> => refinedOutput.parse(await refine1Stage.parts?.merge(parts, input));

const partOf = (key: string): Part => ({ key, title: key, words: {} });
const problems = (input: StageInput, key: string, value: unknown) =>
  refine1Stage.parts?.problems?.(value, partOf(key), input);

const [assumption] = sampleNetwork().basis.assumptions;
const baked = sampleNetwork().details.phases[1]?.tasks[1] as TaskDetail;
const networkIn = ({ outputs }: StageInput) => outputs['rescue-2'] as NetworkOutput;

describe('revisions after the critics', () => {
  it('[LV50] where nothing is hit nothing is asked and the plan stays as it is', async () => {
    const input = await said(finding({ severity: 'minor' }));
    expect(found(input)).toEqual([]);
    const out = await merged(input, []);
    expect(out.network).toEqual(networkIn(input));
    expect(out).toMatchObject({ refinements: [], left: [], score: { before: 100, after: 100 } });
  });

  it('[LV51] grave findings, what the judge let stand, what nobody prevents and what is refuted are taken up', async () => {
    const attack = {
      findings: [
        {
          ...finding({ section: 'risks', item: 'R1', says: 'It is too small.' }),
          id: 'F1',
          lens: 'x',
        },
        { ...finding({ section: 'charter', item: 'V1', says: 'Wrong.' }), id: 'F2', lens: 'x' },
      ],
    };
    const ruling = (id: string, how: 'partly' | 'overruled') => ({
      ...{ finding: id, ruling: how, why: 'So.' },
    });
    const critics: Criticism = {
      experts: expertSays(finding({ section: 'team', item: 'Owner', severity: 'fatal' })),
      attack,
      judge: { rulings: [ruling('F1', 'partly'), ruling('F2', 'overruled')] },
      premortem: samplePremortem(false),
      premises: samplePremises('refuted'),
    };
    const keys = found(await criticizedInput({ critics })).map(({ key }) => key);
    expect(keys.toSorted()).toEqual(['assumptions', 'phase2', 'risks', 'team']);
    expect(keys.slice(0, 2).toSorted()).toEqual(['assumptions', 'team']);
  });

  it('[LV51] a part shows the section as it is, what was found and how to answer', async () => {
    const input = await said(finding());
    const [part] = found(input);
    const text = filled(refine1Stage, part?.words ?? {}, part?.data);
    expect(text).toContain('"title":"Bake and sell"');
    expect(text).toContain('Nobody tastes the bread');
    expect(text).toContain('Give only the items that change');
    expect(part?.title).toBe('phase 2 (Bake)');
  });

  it('[LV52] only so many sections are revised; what waits is kept with the reason', async () => {
    const findings = [
      finding({ section: 'risks', item: 'R1', severity: 'fatal', says: 'Far too small a risk.' }),
      finding({ section: 'assumptions', item: 'A1', severity: 'fatal', says: 'Ovens cost more.' }),
      finding({ section: 'team', item: 'Owner', says: 'One person is not enough.' }),
      finding({ section: 'other', item: '', says: 'The wind may turn.' }),
    ];
    const input = await criticizedInput({
      detail: 'brief',
      critics: { experts: expertSays(...findings) },
    });
    expect(found(input).map(({ key }) => key)).toEqual(['risks', 'assumptions']);
    const out = await merged(input, []);
    expect(out.left.map(({ says, why_left }) => [says, why_left])).toContainEqual([
      'One person is not enough.',
      'Sections that were hit harder came first.',
    ]);
    expect(out.left.map(({ section }) => section)).toContain('other');
  });

  it('[LV53] a revision is taken over, the graph is reckoned anew and the change is told', async () => {
    const input = await said(
      finding(),
      finding({ section: 'assumptions', item: 'A1', says: 'Ovens cost 700 by now.' }),
    );
    const longer: TaskDetail = { ...baked, estimate: { low: 24, likely: 40, high: 60 } };
    const out = await merged(input, [
      { key: 'phase2', value: { tasks: [longer] } },
      { key: 'assumptions', value: { assumptions: [{ ...assumption, base: 700 }] } },
    ]);
    const task = out.network.phases[1]?.tasks.find(({ task_id }) => task_id === 'task_2_2');
    expect(task?.estimate.likely).toBe(40);
    expect(out.network.finish_date > networkIn(input).finish_date).toBe(true);
    expect(out.network.assumptions[0]?.base).toBe(700);
    expect(out.refinements).toContainEqual({
      ...{ round: 1, section: 'assumptions', item: '', because: ['Ovens cost 700 by now.'] },
      changes: [{ path: 'A1.base', before: '500', after: '700' }],
    });
    expect(out.refinements.find(({ section }) => section === 'phase')?.changes).toContainEqual({
      ...{ path: '2.2.estimate.likely', before: '16', after: '40' },
    });
    expect(out.left).toEqual([]);
    expect(out.score.after).toBe(100);
    expect(out.score.before).toBeLessThan(100);
  });

  it('[LV91] a task that becomes another gets another title; the others keep theirs', async () => {
    const input = await said(finding());
    const tasting = { ...baked, title: 'Bake, taste and sell', description: 'With three tasters.' };
    const [part] = found(input);
    expect(part?.data?.now).toContain('"title":"Bake and sell"');
    const value = { tasks: [tasting] };
    expect(problems(input, 'phase2', value)).toEqual([]);
    const out = await merged(input, [{ key: 'phase2', value }]);
    expect(out.network.phases[1]?.tasks.map(({ title }) => title)).toEqual([
      ...['Paint the sign', 'Bake, taste and sell'],
    ]);
    expect(out.refinements[0]?.changes).toContainEqual({
      ...{ path: '2.2.title', before: 'Bake and sell', after: 'Bake, taste and sell' },
    });
    const untitled = await merged(input, [{ key: 'phase2', value: { tasks: [baked] } }]);
    expect(untitled.refinements).toEqual([]);
  });

  const early = async (by: string) => {
    const input = await said(finding({ severity: 'minor' }));
    const [one] = sampleCharter.measures;
    if (!one) throw new Error('the sample has a measure');
    const measures = [{ ...one, by, source: 'V2 is there', measure: 'Bread of V2' }];
    const charter = { ...sampleCharter, measures };
    return { input: { ...input, outputs: { ...input.outputs, charter } }, charter, one };
  };

  it('[LV95] a measure that is due before it can be there goes back with the reckoned date', async () => {
    const { input, charter } = await early('2026-03-05');
    const likely = networkIn(input).schedule.simulation?.finish.p80.slice(0, 10) ?? '';
    const parts = found(input);
    expect(parts.map(({ key }) => key)).toEqual(['charter']);
    expect(parts[0]?.data?.findings).toContain('M1 is due on 2026-03-05');
    expect(parts[0]?.data?.findings).toContain(likely);
    const moved = {
      ...charter,
      smart: { ...charter.smart, time_bound: `Bread by ${likely}.` },
      measures: charter.measures.map((measure) => ({ ...measure, by: likely })),
    };
    expect(problems(input, 'charter', moved)).toEqual([]);
    const out = await merged(input, [{ key: 'charter', value: moved }]);
    expect(out.charter.measures[0]?.by).toBe(likely);
    expect(out.left).toEqual([]);
  });

  it('[LV95] left as it is, it is told; what can be kept or was laid down is no matter', async () => {
    const { input, charter } = await early('2026-03-05');
    const out = await merged(input, [{ key: 'charter', value: charter }]);
    expect(out.left).toMatchObject([
      { section: 'charter', item: 'M1', says: expect.stringContaining('2026-03-05') },
    ]);
    expect(found((await early('2026-12-01')).input)).toEqual([]);
    const laid = await early('2026-03-05');
    const goal = 'Open a bakery by 2026-03-05.';
    expect(found({ ...laid.input, intake: { ...laid.input.intake, goal } })).toEqual([]);
  });

  it('[LV54] a finding that the revision did not touch stays open', async () => {
    const input = await said(finding(), finding({ item: '2.1', says: 'The sign is too small.' }));
    const value = { tasks: [{ ...baked, description: 'Baked, tasted, sold.' }] };
    const out = await merged(input, [{ key: 'phase2', value }]);
    expect(out.left).toMatchObject([
      { item: '2.1', why_left: 'The revision of its section left it as it was.' },
    ]);
    expect(out.score.after).toBeGreaterThan(out.score.before);
    expect(out.score.after).toBeLessThan(100);
  });

  it('[LV55] a revision that misses the deadline is left out, the others stay', async () => {
    const input = await said(
      finding(),
      finding({ section: 'assumptions', item: 'A1', says: 'Ovens cost 700 by now.' }),
    );
    const endless: TaskDetail = { ...baked, estimate: { low: 4000, likely: 5000, high: 6000 } };
    const out = await merged(input, [
      { key: 'phase2', value: { tasks: [endless] } },
      { key: 'assumptions', value: { assumptions: [{ ...assumption, base: 700 }] } },
    ]);
    expect(out.network.misses).toEqual([]);
    expect(out.network.finish_date).toBe(networkIn(input).finish_date);
    expect(out.assumptions[0]?.base).toBe(700);
    expect(out.refinements.map(({ section }) => section)).toEqual(['assumptions']);
    expect(out.left[0]?.why_left).toMatch(/^With its revision a limit was missed: deadline /);
  });

  it('[LV89] a plan that misses its deadline can be mended though it costs a day', async () => {
    const critics = { experts: expertSays(finding()) };
    const deadline = { date: '2026-03-03', source: 'D1' };
    const input = await criticizedInput({ critics, direction: { deadline } });
    expect(networkIn(input).misses).toHaveLength(1);
    const { low, likely, high } = baked.estimate;
    const longer = (hours: number): TaskDetail => ({
      ...baked,
      estimate: { low: low + hours, likely: likely + hours, high: high + hours },
    });
    const little = await merged(input, [{ key: 'phase2', value: { tasks: [longer(0.1)] } }]);
    expect(little.refinements).toHaveLength(1);
    const much = await merged(input, [{ key: 'phase2', value: { tasks: [longer(400)] } }]);
    expect(much.left[0]?.why_left).toMatch(/^With its revision a limit was missed/);
  });

  it('[LV55] a revision that a gate refuses is left out', async () => {
    const input = await said(finding({ section: 'assumptions', item: 'A1' }));
    const wild = { ...assumption, lower: 1, base: 700, upper: 90_000 };
    const out = await merged(input, [{ key: 'assumptions', value: { assumptions: [wild] } }]);
    expect(out.assumptions[0]?.base).toBe(500);
    expect(out.left[0]?.why_left).toBe('With its revision a gate failed that had passed.');
  });

  it('[LV56] what others refer to stays; what was wrong before is not held against it', async () => {
    const input = await said(finding());
    expect(problems(input, 'phase2', { tasks: [baked] })).toEqual([]);
    expect(problems(input, 'phase2', { tasks: [sampleTask('2.3')] })).toEqual([
      '2.3: it was not there; change those that there are instead',
    ]);
    expect(problems(input, 'phase2', { tasks: [{ ...baked, role: 'Mayor' }] })).toHaveLength(1);
    const fewer = { ...sampleTeam, roles: sampleTeam.roles.slice(0, 1) };
    expect(problems(input, 'team', fewer)).toEqual(['Desk agent: it is missing; keep it']);
    const charter = { ...sampleCharter, deliverables: sampleCharter.deliverables.slice(1) };
    expect(problems(input, 'charter', charter)).toEqual(['V1: it is missing; keep it']);
    const upside = { assumptions: [{ ...assumption, lower: 900 }] };
    expect(problems(input, 'assumptions', upside)).toHaveLength(1);
  });
});
