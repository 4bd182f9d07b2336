import { describe, expect, it } from 'vitest';
import {
  criticizedInput,
  finding,
  samplePremises,
  samplePremortem,
} from '../../../test/support/criticized.ts';
import { allowances } from '../allowance.ts';
import { filled } from '../prompt.ts';
import { type AnyThought, type Detail, details, type Part, type StageInput } from '../stage.ts';
import { attackStage } from './attack.ts';
import { expertsStage } from './experts.ts';
import { judgeStage } from './judge.ts';
import { panelStage } from './panel.ts';
import { premisesStage } from './premises.ts';
import { premortemStage } from './premortem.ts';
import { rebuttalStage } from './rebuttal.ts';

const expert = (id: string, title: string, looks_at: string) => ({
  ...{ id, title, field: 'a field', looks_at },
});
const panel = {
  experts: [
    expert('E1', 'Baker', 'Whether one oven suffices.'),
    expert('E2', 'Lawyer', 'Permits for food in the town.'),
    expert('E3', 'Bookkeeper', 'Whether money lasts until summer.'),
    expert('E4', 'Carpenter', 'The rooms and their floors.'),
  ],
};

const withOutputs = (input: StageInput, outputs: object): StageInput => ({
  ...input,
  outputs: { ...input.outputs, ...outputs },
});

const partsOf = (stage: AnyThought, detail: Detail): readonly Part[] =>
  stage.parts?.known?.(detail) ?? [];

describe('those who criticize a plan', () => {
  it('[LV44] the panel has as many experts as are paid for, each of another kind', async () => {
    const input = await criticizedInput();
    expect(panelStage.problems?.(panel, input)).toEqual([]);
    const [first, ...rest] = panel.experts;
    expect(panelStage.problems?.({ experts: rest }, input)).toEqual([
      'experts: name exactly 4, as E1, E2, E3, E4, in this order',
    ]);
    const twins = { experts: [first, { ...first, id: 'E2' }, ...rest.slice(1)] };
    expect(panelStage.problems?.(twins, input)).toEqual([
      'experts: “baker” stands there twice; choose another profession',
      'experts: E2 looks at the same as another one',
    ]);
  });

  it('[LV45] all experts of the panel are asked, and all are heard', async () => {
    const input = withOutputs(await criticizedInput(), { panel });
    const parts = expertsStage.parts?.found?.(input) ?? [];
    expect(parts.map(({ key }) => key)).toEqual(['e1', 'e2', 'e3', 'e4']);
    const said = parts.map(({ key }) => ({ key, value: { verdict: `${key} says`, findings: [] } }));
    const out = await expertsStage.parts?.merge(said, input);
    expect(out?.experts.map(({ title, verdict }) => `${title}: ${verdict}`)).toEqual([
      'Baker: e1 says',
      'Lawyer: e2 says',
      'Bookkeeper: e3 says',
      'Carpenter: e4 says',
    ]);
    const text = filled(expertsStage, expertsStage.words?.(input) ?? {}, parts[1]?.data);
    expect(text).toContain('"title":"Lawyer"');
    expect(text).not.toContain('Baker');
  });

  it('[LV46] a premortem has an archetype for each part, and tripwires within the plan', async () => {
    const input = await criticizedInput();
    for (const detail of details) {
      expect(partsOf(premortemStage, detail)).toHaveLength(allowances[detail].archetypes);
    }
    const [{ archetype: _name, ...failure } = { tripwires: [] }] = samplePremortem().failures;
    const value = { ...failure, stop_rule: 'Stop at 10.' };
    const part = partsOf(premortemStage, 'full')[0] as Part;
    const problems = (more: object) =>
      premortemStage.parts?.problems?.({ ...value, ...more }, part, input);
    expect(problems({})).toEqual([]);
    expect(problems({ tasks: ['9.9'] })).toEqual([
      'tasks: there is no task 9.9; copy the number of one that there is',
    ]);
    const late = failure.tripwires.map((one) => ({ ...one, by: '2031-01-01' }));
    expect(problems({ tripwires: late })).toEqual([
      'tripwires.0.by: 2031-01-01 is not between 2026-03-02 and 2026-12-18',
    ]);
    expect(problems({ tasks: [] })).toEqual([
      'tasks: say which task does the prevention, or set "covered" to false',
    ]);
    const merged = await premortemStage.parts?.merge(
      ['delivery', 'people'].map((key) => ({ key, value })),
      input,
    );
    expect(merged?.failures.map(({ archetype }) => archetype)).toEqual([
      'Delivery',
      'People and market',
    ]);
    expect(merged?.stop_rule).toBe('Stop at 10.');
  });

  it('[LV47] premises are known while the plan runs, each once', async () => {
    const input = await criticizedInput();
    const { premises } = samplePremises();
    expect(premisesStage.problems?.({ premises }, input)).toEqual([]);
    const guarding = premises.map((one) => ({ ...one, guards: ['2.1', '9.9'] }));
    expect(premisesStage.problems?.({ premises: guarding }, input)?.[0]).toBe(
      'premises.0.guards: there is no task 9.9; copy the number of one',
    );
    const late = premises.map((one) => ({ ...one, id: 'C1', by: '2031-01-01' }));
    const problems = premisesStage.problems?.({ premises: late }, input) ?? [];
    expect(problems[0]).toBe('premises: C1 is used twice');
    expect(problems).toHaveLength(4);
  });

  it('[LV48] attacks are numbered by weight and said once; every one is answered and judged once', async () => {
    const input = await criticizedInput();
    for (const detail of ['standard', 'full'] as const) {
      expect(partsOf(attackStage, detail)).toHaveLength(allowances[detail].attackers);
    }
    const said = (...findings: object[]) => ({ verdict: 'No.', findings });
    const heavy = finding({ severity: 'fatal', says: 'There is no flour in the plan.' });
    const parts = [
      { key: 'arithmetic', value: said(finding()) },
      {
        key: 'omission',
        value: said(finding({ says: 'Nobody tastes the bread before sale.' }), heavy),
      },
    ];
    const attack = await attackStage.parts?.merge(parts, input);
    expect(attack?.findings.map(({ id, lens, says }) => [id, lens, says])).toEqual([
      ['F1', 'What was left out', heavy.says],
      ['F2', 'Arithmetic, What was left out', finding().says],
    ]);
    const judged = withOutputs(input, { attack });
    const answers = [{ finding: 'F1', stance: 'concede', answer: 'Yes.' }];
    expect(rebuttalStage.problems?.({ answers }, judged)).toEqual(['answers: F2 is missing']);
    const rulings = ['F1', 'F2', 'F2', 'F3'].map((id) => ({
      ...{ finding: id, ruling: 'partly', why: 'So.' },
    }));
    expect(judgeStage.problems?.({ rulings }, judged)).toEqual([
      'rulings: there is no finding F3',
      'rulings: F2 stands there twice',
    ]);
  });

  it('[LV73] what several lenses show stands there once, with all of them', async () => {
    const said = (value: object) => ({ verdict: 'No.', findings: [value] });
    const attack = await attackStage.parts?.merge(
      ['arithmetic', 'omission', 'license'].map((key) => ({ key, value: said(finding()) })),
      await criticizedInput(),
    );
    expect(attack?.findings.map(({ id, lens }) => [id, lens])).toEqual([
      ['F1', 'Arithmetic, What was left out, Law and license'],
    ]);
  });

  it('[LV48] an attack on something that is not there goes back', async () => {
    const input = await criticizedInput();
    const part = partsOf(attackStage, 'full')[0] as Part;
    const value = { verdict: 'No.', findings: [finding({ item: '9.9' })] };
    expect(attackStage.parts?.problems?.(value, part, input)).toHaveLength(1);
  });
});
