import { describe, expect, it } from 'vitest';
import { gateResultSchema } from '../contract/plan-gates.ts';
import { findingOf, findingText, gateResult, maxFindings, notRun, scoreOf } from './gate.ts';

const finding = (level: 'warn' | 'fail', field = 'x') =>
  findingOf(level, {
    ...{ artifact: 'risks', field, value: '7', rule: 'No seven.', remedy: 'Take six.' },
  });

describe('what findings come to', () => {
  it('[GT6] the worst finding is the status of the gate', () => {
    const statusOf = (...levels: ('warn' | 'fail')[]) =>
      gateResult(
        'money',
        'major',
        levels.map((level) => finding(level)),
      ).status;
    expect(statusOf()).toBe('pass');
    expect(statusOf('warn')).toBe('warn');
    expect(statusOf('warn', 'fail')).toBe('fail');
  });

  it('[GT6] no failure is left off for warnings that came before it', () => {
    const many = Array.from({ length: maxFindings + 50 }, () => finding('warn'));
    const { findings, status } = gateResult('money', 'major', [...many, finding('fail')]);
    expect(findings).toHaveLength(maxFindings);
    expect([status, findings[0]?.level]).toEqual(['fail', 'fail']);
  });

  it('[GT6] a gate that did not run says why, and is no pass', () => {
    const result = notRun('evidence', 'major', 'There is no source.');
    expect(gateResultSchema.parse(result)).toMatchObject({ status: 'not_run', findings: [] });
  });

  it('[GT6] the score counts items, a warning by half', () => {
    expect(scoreOf([])).toBe(100);
    expect(scoreOf([[], [], [finding('warn')], [finding('fail'), finding('warn')]])).toBe(63);
  });

  it('[GT6] a finding is short whatever it is about', () => {
    const long = 'x'.repeat(5000);
    const one = findingOf('fail', {
      ...{ artifact: long, field: long, value: long, rule: long, remedy: long },
    });
    const result = gateResult('money', 'major', [one]);
    expect(gateResultSchema.safeParse(result).success).toBe(true);
    expect(findingText(one).length).toBeLessThanOrEqual(600);
  });
});
