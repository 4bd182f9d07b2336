import { describe, expect, it } from 'vitest';
import {
  criticizedInput,
  expertSays,
  finding,
  sampleCharter,
} from '../../../test/support/criticized.ts';
import { sampleNetwork } from '../../../test/support/network.ts';
import { allowances, revisableAgain } from '../allowance.ts';
import { type RefinedOutput, refinedOutput } from '../outputs/critique.ts';
import type { TaskDetail } from '../outputs/work.ts';
import { filled } from '../prompt.ts';
import type { Detail, Part, StageInput } from '../stage.ts';
import { refine1Stage } from './refine-1.ts';
import { refine2Stage } from './refine-2.ts';

interface Answer {
  readonly key: string;
  readonly value: unknown;
}

const merged = async (
  stage: typeof refine1Stage,
  input: StageInput,
  parts: readonly Answer[],
): Promise<RefinedOutput> => refinedOutput.parse(await stage.parts?.merge(parts, input));

/** What the second round gets after these answers to the first. */
async function afterFirst(input: StageInput, parts: readonly Answer[]): Promise<StageInput> {
  const first = await merged(refine1Stage, input, parts);
  return { ...input, outputs: { ...input.outputs, 'refine-1': first } };
}

const found = (input: StageInput): readonly Part[] => refine2Stage.parts?.found?.(input) ?? [];

const [assumption] = sampleNetwork().basis.assumptions;
const baked = sampleNetwork().details.phases[1]?.tasks[1] as TaskDetail;
const painted = sampleNetwork().details.phases[1]?.tasks[0] as TaskDetail;

const oven = finding({ section: 'assumptions', item: 'A1', says: 'Ovens cost 700 by now.' });
const dearer = { key: 'assumptions', value: { assumptions: [{ ...assumption, base: 700 }] } };

/** The second round may revise; the first has room for two sections, as a brief plan has. */
const crowded = async (detail: Detail = 'standard') => {
  const input = await criticizedInput({
    critics: {
      experts: expertSays(
        finding({ section: 'risks', item: 'R1', severity: 'fatal', says: 'Far too small.' }),
        { ...oven, severity: 'fatal' },
        finding({ section: 'team', item: 'Owner', says: 'One is not enough.', severity: 'fatal' }),
        finding({ section: 'charter', item: 'V1', says: 'No warranty.', severity: 'fatal' }),
        finding({ item: '1.1', says: 'Nobody asks the price.' }),
        finding({ item: '2.2', says: 'Nobody tastes it.' }),
      ),
    },
  });
  return { ...input, intake: { ...input.intake, detail } };
};

describe('the second round of revisions', () => {
  it('[LV98] where the first left nothing and moved nothing, nothing is asked and the plan stays', async () => {
    const calm = await criticizedInput({ critics: { experts: expertSays() } });
    const input = await afterFirst(calm, []);
    expect(found(input)).toEqual([]);
    expect(await merged(refine2Stage, input, [])).toEqual(input.outputs['refine-1']);
  });

  it('[LV98] what the first round had no room for is taken up, and only the rest is left', async () => {
    const input = await afterFirst(await crowded(), [dearer]);
    expect(found(input).map(({ key }) => key)).toEqual(['phase1', 'phase2']);
    const tasted = { ...baked, acceptance: [...baked.acceptance, 'Three have tasted it.'] };
    const out = await merged(refine2Stage, input, [{ key: 'phase2', value: { tasks: [tasted] } }]);
    const rounds = out.refinements.map(({ round, section, item }) => [round, section, item]);
    expect(rounds).toEqual([
      [1, 'assumptions', ''],
      [2, 'phase', '2'],
    ]);
    const told = out.left.map(({ says, why_left }) => [says, why_left]);
    expect(told.map(([says]) => says)).not.toContain('Nobody tastes it.');
    expect(told).toContainEqual(['Nobody asks the price.', 'Nobody answered for its section.']);
    expect(told).toContainEqual(['Far too small.', 'Nobody answered for its section.']);
    const task = out.network.phases[1]?.tasks.find(({ task_id }) => task_id === 'task_2_2');
    expect(JSON.stringify(task)).toContain('Three have tasted it.');
    const first = input.outputs['refine-1'] as RefinedOutput;
    expect(out.score.before).toBe(first.score.before);
    expect(out.score.after).toBeGreaterThan(first.score.after);
  });

  it('[LV98] a brief plan has one round alone; what went back early takes from the second', async () => {
    const input = await afterFirst(await crowded('brief'), [dearer]);
    expect(found(input)).toEqual([]);
    const out = await merged(refine2Stage, input, []);
    expect(out.left).toEqual((input.outputs['refine-1'] as RefinedOutput).left);
    const room = [0, 2, 3, 4].map((returned) => revisableAgain(allowances.standard, returned));
    expect(room).toEqual([4, 4, 3, 2]);
  });

  it('[LV97] a text that still tells a figure of before goes back with the new one', async () => {
    const sample = await criticizedInput({ critics: { experts: expertSays(oven) } });
    const charter = { ...sampleCharter, in_scope: ['An oven for 500 EUR (A1)'] };
    const before = { ...sample, outputs: { ...sample.outputs, charter } };
    const input = await afterFirst(before, [dearer]);
    const [part, ...more] = found(input);
    expect(more).toEqual([]);
    expect(part?.key).toBe('charter');
    const text = filled(refine2Stage, part?.words ?? {}, part?.data);
    expect(text).toContain('A1 now has 700');
    expect(text).toContain('An oven for 500 EUR (A1)');
    const inLine = { ...charter, in_scope: ['An oven for 700 EUR (A1)'] };
    expect(refine2Stage.parts?.problems?.(inLine, part as Part, input)).toEqual([]);
    const out = await merged(refine2Stage, input, [{ key: 'charter', value: inLine }]);
    expect(out.charter.in_scope).toEqual(['An oven for 700 EUR (A1)']);
    expect(out.left).toEqual([]);
    const kept = await merged(refine2Stage, input, [{ key: 'charter', value: charter }]);
    expect(kept.left).toMatchObject([{ section: 'charter', severity: 'minor' }]);
  });
});

describe('a revision of which a part makes the plan worse', () => {
  const input = () =>
    criticizedInput({
      critics: {
        experts: expertSays(
          finding({ item: '2.2', says: 'Nobody tastes it.' }),
          finding({ item: '2.1', says: 'The sign is too small.' }),
        ),
      },
    });
  const endless = { low: 1700, likely: 1800, high: 2000 };

  it('[LV99] the other tasks are taken, of this one the words; what was not is told', async () => {
    const given = await input();
    const value = {
      tasks: [
        { ...painted, description: 'Painted two meters wide.' },
        { ...baked, estimate: endless, acceptance: ['Three have tasted it.'] },
      ],
    };
    const out = await merged(refine1Stage, given, [{ key: 'phase2', value }]);
    const paths = out.refinements.flatMap(({ changes }) => changes.map(({ path }) => path));
    expect(paths).toEqual(['2.1.description', '2.2.acceptance']);
    expect(out.network.misses).toEqual([]);
    expect(out.left).toMatchObject([
      {
        item: '2.2',
        why_left: expect.stringMatching(
          /^Only its words were taken over, not its hours, costs and links\. With its revision a limit was missed/,
        ) as string,
      },
    ]);
  });

  it('[LV99] a task that no finding names is told too when its hours were not taken', async () => {
    const sample = await criticizedInput({
      critics: { experts: expertSays(finding({ item: '2.1', says: 'The sign is too small.' })) },
    });
    const value = {
      tasks: [
        { ...painted, description: 'Painted two meters wide.' },
        { ...baked, estimate: endless },
      ],
    };
    const out = await merged(refine1Stage, sample, [{ key: 'phase2', value }]);
    expect(out.refinements.flatMap(({ changes }) => changes.map(({ path }) => path))).toEqual([
      '2.1.description',
    ]);
    expect(out.left).toMatchObject([{ item: '2.2', severity: 'minor' }]);
  });

  it('[LV99] of a list the items are taken one by one', async () => {
    const sample = await criticizedInput({ critics: { experts: expertSays(oven) } });
    const wild = { ...assumption, lower: 1, base: 700, upper: 90_000 };
    const more = {
      ...assumption,
      id: 'A9',
      claim: 'Flour for a month.',
      base: 300,
      lower: 200,
      upper: 400,
    };
    const value = { assumptions: [wild, more] };
    const out = await merged(refine1Stage, sample, [{ key: 'assumptions', value }]);
    expect(out.assumptions.map(({ id, base }) => [id, base])).toContainEqual(['A9', 300]);
    expect(out.assumptions[0]?.base).toBe(assumption?.base);
    expect(out.left).toMatchObject([
      { item: 'A1', why_left: 'With its revision a gate failed that had passed.' },
    ]);
  });
});
