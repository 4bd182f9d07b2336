import { describe, expect, it } from 'vitest';
import {
  expertSays,
  finding,
  samplePremises,
  samplePremortem,
} from '../../../test/support/criticized.ts';
import { type Critics, hitsOf } from './hits.ts';
import type { PlanState } from './plan-state.ts';
import { sortedHits } from './units.ts';

const attack = {
  findings: [
    { ...finding({ severity: 'fatal', says: 'There is no flour.' }), id: 'F1', lens: 'x' },
    { ...finding({ says: 'Nobody may sell without a permit.' }), id: 'F2', lens: 'x' },
    { ...finding({ says: 'It is the wrong town.' }), id: 'F3', lens: 'x' },
  ],
};

const critics = (more: Partial<Critics> = {}): Critics => ({
  ...{ experts: null, attack, judge: null, rebuttal: null },
  ...{ premortem: samplePremortem(), premises: samplePremises() },
  ...more,
});

const ruled = (finding: string, ruling: 'sustained' | 'partly' | 'overruled') => ({
  ...{ finding, ruling, why: 'So.' },
});

describe('what a revision takes up', () => {
  it('[LV51] what is overruled falls, and what holds in part weighs less', () => {
    const judge = {
      rulings: [ruled('F1', 'partly'), ruled('F2', 'sustained'), ruled('F3', 'overruled')],
    };
    const hits = hitsOf(critics({ judge }));
    expect(hits.map(({ severity, says }) => [severity, says])).toEqual([
      ['major', 'There is no flour.'],
      ['major', 'Nobody may sell without a permit.'],
    ]);
  });

  it('[LV51] where the author knows a better change, that one is asked for', () => {
    const answers = [
      { finding: 'F1', stance: 'revise' as const, answer: 'Order it with the oven.' },
      { finding: 'F2', stance: 'concede' as const, answer: 'True.' },
    ];
    const [one, other] = hitsOf(critics({ rebuttal: { answers } }));
    expect(one?.remedy).toBe('Order it with the oven.');
    expect(other?.remedy).toBe(finding().remedy);
  });

  it('[LV51] an expert who says what the red team said is heard once', () => {
    const experts = expertSays(
      finding({ says: 'There is no flour!' }),
      finding({ severity: 'minor' }),
    );
    expect(hitsOf(critics({ experts }))).toHaveLength(3);
  });

  it('[LV51] a prevention that no task does goes into the task named for it, else to the risks', () => {
    const premortem = samplePremortem(false);
    const [hit] = hitsOf(critics({ attack: null, premortem }));
    expect(hit).toMatchObject({ section: 'phase', item: '2.1', remedy: 'Ask fifty neighbors.' });
    const nowhere = {
      ...premortem,
      failures: premortem.failures.map((one) => ({ ...one, tasks: [] })),
    };
    const [risk] = hitsOf(critics({ attack: null, premortem: nowhere }));
    expect(risk).toMatchObject({ section: 'risks', item: '' });
  });

  it('[LV85] a prevention with tasks in two phases goes to both', () => {
    const premortem = samplePremortem(false);
    const failures = premortem.failures.map((one) => ({ ...one, tasks: ['2.1', '2.2', '3.1'] }));
    const hits = hitsOf(critics({ attack: null, premortem: { ...premortem, failures } }));
    expect(hits[0]).toMatchObject({ section: 'phase', item: '2.1, 3.1' });
    const phases = ['1', '2', '3'].map((id) => ({ id, tasks: [] }));
    const state = { details: { phases } } as unknown as PlanState;
    const { units, homeless } = sortedHits(hits, state);
    expect(units.map(({ key, item, findings }) => [key, item, findings[0]?.item])).toEqual([
      ['phase2', '2', '2.1'],
      ['phase3', '3', '3.1'],
    ]);
    expect(homeless).toEqual([]);
  });

  it('[LV51] a refuted premise is fatal to the assumption that it names', () => {
    const [hit] = hitsOf(critics({ attack: null, premises: samplePremises('refuted') }));
    expect(hit).toMatchObject({ section: 'assumptions', item: 'A1', severity: 'fatal' });
  });
});
