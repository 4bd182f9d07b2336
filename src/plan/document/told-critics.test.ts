import { describe, expect, it } from 'vitest';
import {
  criticizedInput,
  expertSays,
  finding,
  samplePremises,
  samplePremortem,
} from '../../../test/support/criticized.ts';
import { sampleNetwork } from '../../../test/support/network.ts';
import { type RefinedOutput, refinedOutput } from '../outputs/critique.ts';
import type { NetworkOutput } from '../outputs/network.ts';
import type { TaskDetail } from '../outputs/work.ts';
import type { StageInput } from '../stage.ts';
import { refine1Stage } from '../stages/refine-1.ts';
import { critiqueSections } from './critique-sections.ts';
import { sinceThen } from './since.ts';

const [first, second] = (sampleNetwork().details.phases[1]?.tasks ?? []) as [
  TaskDetail,
  TaskDetail,
];
const longer = { ...first.estimate, low: 60, likely: 80, high: 100 };
const tasks = [{ ...first, estimate: longer, acceptance: ['Fifty neighbors were asked.'] }, second];

/** Phase 2 is revised as its critics want it. */
async function revised(input: StageInput): Promise<RefinedOutput> {
  const value = { tasks };
  return refinedOutput.parse(await refine1Stage.parts?.merge([{ key: 'phase2', value }], input));
}

const panel = {
  experts: expertSays().experts.map(({ id, title, field, looks_at }) => ({
    ...{ id, title, field, looks_at },
  })),
};

const withPanel = (input: StageInput): StageInput => ({
  ...input,
  outputs: { ...input.outputs, panel },
});

const startOf = ({ phases }: NetworkOutput, id: string): string =>
  phases.flatMap((phase) => phase.tasks).find(({ task_id }) => task_id === id)?.start_date ?? '';

describe('what critics said, told after the revision', () => {
  it('[PD19] a failure and a finding that a revision answered say what was changed', async () => {
    const heavy = finding({ item: '2.1', says: 'Nobody is asked beforehand.' });
    const open = finding({ item: '1', says: 'The first phase has no end.' });
    const input = await criticizedInput({
      critics: { premortem: samplePremortem(false), experts: expertSays(heavy, open) },
    });
    const refined = await revised(input);
    const told = critiqueSections(withPanel(input), refined);
    const { premortem, experts, findings_left } = told;
    const [failure] = premortem?.failures ?? [];
    expect(failure?.standing).toBe('answered');
    expect(failure?.answered).toContainEqual(expect.stringContaining('Fifty neighbors were asked'));
    const [mended, unmended] = experts?.[0]?.findings ?? [];
    expect(mended?.answered?.length).toBeGreaterThan(0);
    expect(unmended).not.toHaveProperty('answered');
    expect(findings_left?.map(({ says }) => says)).toEqual([open.says]);
    expect(told.refinements?.[0]?.because).toContain(
      'It may end like this: “No buyers”. The first sign: Few come.',
    );
  });

  it('[PD19] what a task prevents already is covered, and what nobody took up is open', async () => {
    const standing = async (covered: boolean) => {
      const input = await criticizedInput({ critics: { premortem: samplePremortem(covered) } });
      const refined = refinedOutput.parse(await refine1Stage.parts?.merge([], input));
      return critiqueSections(input, refined).premortem?.failures[0]?.standing;
    };
    expect(await standing(true)).toBe('covered');
    expect(await standing(false)).toBe('open');
  });

  it('[PD21] the day by which a premise is known moves with the work that waits for it', async () => {
    const sample = await criticizedInput();
    const before = sample.outputs['rescue-2'] as NetworkOutput;
    const [one] = samplePremises().premises;
    const start = startOf(before, 'task_2_2');
    const told = async (guards: string[]) => {
      const premises = { premises: [{ ...one, by: start, guards }] };
      const input = {
        ...sample,
        outputs: { ...sample.outputs, premises, premortem: samplePremortem(false) },
      };
      const refined = await revised(input);
      const [premise] = critiqueSections(input, refined).critical_premises ?? [];
      return { by: premise?.by, now: startOf(refined.network, 'task_2_2') };
    };
    const { by, now } = await told(['2.2']);
    expect(now > start).toBe(true);
    expect(by).toBe(now);
    expect((await told(['1.1', '2.2'])).by).toBe(start);
    expect((await told([])).by).toBe(start);
  });

  it('[PD20] dates that moved and tasks that went are told beside the old words', async () => {
    const sample = await criticizedInput();
    const before = sample.outputs['rescue-2'] as NetworkOutput;
    const [one] = samplePremises().premises;
    const start = startOf(before, 'task_2_2');
    const premises = {
      premises: [{ ...one, guards: ['2.2', '9.9'], test: `Ask before 2.2 begins on ${start}.` }],
    };
    const input = {
      ...sample,
      outputs: { ...sample.outputs, premises, premortem: samplePremortem(false) },
    };
    const refined = await revised(input);
    const now = startOf(refined.network, 'task_2_2');
    expect(now > start).toBe(true);
    const [premise] = critiqueSections(input, refined).critical_premises ?? [];
    expect(premise?.since).toEqual([`2.2 was to begin on ${start}; now on ${now}.`]);
    expect(premise?.guards).toEqual(['2.2']);
    const after = { ...before, phases: before.phases.slice(0, 1) };
    expect(
      sinceThen(['Without 2.2 and 1.1 it takes 2.5 weeks.'], {
        ...{ before, after, refinements: [], language: 'en' },
      }),
    ).toEqual(['2.2 is no longer in the plan.']);
  });

  it('[PD20] a number that a revision changed is told where it is named', () => {
    const change = (path: string, before: string, after: string) => ({ path, before, after });
    const refinements = [
      {
        ...{ round: 1, section: 'assumptions' as const, item: '', because: ['x'] },
        changes: [change('A3.base', '40', '30'), change('A4.base', '40', '20')],
      },
    ];
    const network = { phases: [], finish_date: '2026-12-18' } as unknown as NetworkOutput;
    expect(
      sinceThen(['At least 40% agree (A3), or 7 do.', 'It rests on A4 alone.'], {
        ...{ before: network, after: network, refinements, language: 'en' },
      }),
    ).toEqual(['A3.base was 40; now 30.']);
  });

  it('[PD17] what experts and red team both say stands there once, with both', async () => {
    const both = finding({ says: 'There is no flour in the plan.' });
    const input = await criticizedInput({
      critics: {
        attack: { findings: [{ ...both, id: 'F1', lens: 'Arithmetic' }] },
        experts: expertSays(both, finding()),
      },
    });
    const refined = refinedOutput.parse(await refine1Stage.parts?.merge([], input));
    const { red_team, experts } = critiqueSections(withPanel(input), refined);
    expect(red_team?.findings[0]?.also_by).toEqual(['E1 Baker']);
    expect(experts?.[0]?.findings.map(({ says }) => says)).toEqual([finding().says]);
  });
});
