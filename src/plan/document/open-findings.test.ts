import { describe, expect, it } from 'vitest';
import { finding, samplePremortem } from '../../../test/support/criticized.ts';
import { fullPlan } from '../../../test/support/full-plan.ts';
import type { Directive } from '../../contract/plan-direction.ts';
import { demandFindings, leftFindings, openFindings, type Voices } from './open-findings.ts';
import { qualityOf } from './quality.ts';

const left = (more: Parameters<typeof finding>[0] = {}) => ({
  ...finding(more),
  why_left: 'The revision of its section left it as it was.',
});

const expert = (id: string, title: string, ...findings: ReturnType<typeof finding>[]) => ({
  ...{ id, title, field: 'f', looks_at: 'l', verdict: 'No.', findings },
});

const nobody: Voices = { attack: null, experts: null, premortem: null, premises: null };

describe('what is still held against a plan', () => {
  it('[PD17] stands there once, with everybody who said it and all places', () => {
    const voices: Voices = {
      ...nobody,
      attack: { findings: [{ ...finding(), id: 'F1', lens: 'Arithmetic' }] },
      experts: { experts: [expert('E1', 'Baker', finding()), expert('E2', 'Lawyer')] },
    };
    const same = [left({ item: '2.2' }), left({ item: '1.1' })];
    expect(leftFindings(same, voices)).toEqual([
      { ...left(), item: '2.2, 1.1', from: ['F1 Red team: Arithmetic', 'E1 Baker'] },
    ]);
  });

  it('[PD17] a failure is told as headline and first sign, once for all its tasks', () => {
    const premortem = samplePremortem(false);
    const hit = { says: 'No buyers. Few come.', remedy: 'Ask fifty neighbors.' };
    const [one, ...more] = leftFindings(
      [left({ ...hit, item: '2.1' }), left({ ...hit, item: '1.1' })],
      { ...nobody, premortem },
    );
    expect(more).toEqual([]);
    expect(one).toMatchObject({
      item: '2.1, 1.1',
      says: 'It may end like this: “No buyers”. The first sign: Few come.',
      from: ['Premortem: People and market'],
    });
  });

  const directive = (id: string, importance: number): Directive => ({
    ...{ id, kind: 'requirement', text: `${id} is done.`, quote: 'q', importance, limit: null },
  });

  it('[PD18] demands that are not kept are open findings, the heaviest first', () => {
    const judged = { where: 'tasks: 2.1', by: 'mind' as const };
    const found = demandFindings(
      [
        { ...judged, directive: 'D1', verdict: 'kept', why: 'Yes.' },
        { ...judged, directive: 'D2', verdict: 'partly', why: 'Half.', remedy: 'Do the rest.' },
        { ...judged, directive: 'D3', verdict: 'broken', why: 'No.', where: 'scenario: x' },
      ],
      [directive('D1', 5), directive('D2', 3), directive('D3', 4)],
    );
    expect(found).toEqual([
      expect.objectContaining({
        ...{ section: 'other', item: 'x', severity: 'fatal', remedy: 'No.' },
        says: 'Broken: D3 D3 is done.',
      }),
      {
        ...{ section: 'phase', item: '2.1', severity: 'minor', remedy: 'Do the rest.' },
        says: 'Kept only partly: D2 D2 is done. Half.',
        why_left: 'Seen only in the finished plan, when it was held against the goal.',
        from: ['Adherence'],
      },
    ]);
    const [heaviest] = openFindings([left()], found);
    expect(heaviest?.severity).toBe('fatal');
  });

  it('[PD18] the quality summary counts open findings by weight', () => {
    const findings_left = [left(), left(), left({ severity: 'fatal' })];
    expect(qualityOf({ ...fullPlan(), findings_left }).open_findings).toEqual({
      ...{ fatal: 1, major: 2, minor: 0 },
    });
    const { findings_left: _none, ...plain } = fullPlan();
    expect(qualityOf(plain)).not.toHaveProperty('open_findings');
  });
});
