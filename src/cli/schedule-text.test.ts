import { describe, expect, it } from 'vitest';
import { sampleSchedule } from '../../test/support/scheduled.ts';
import { freeOfCost } from '../schedule/run/costs.ts';
import type { AnswerInput } from './schedule-answer.ts';
import { scheduleText } from './schedule-text.ts';

const { project, rows, finish, currency, planId, title } = sampleSchedule;

const answer: AnswerInput = {
  file: {
    kind: 'plan',
    planId,
    title,
    project: { ...project, deadline: finish - 2 * 1440 },
    currency,
    budget: null,
    confidence: 0.8,
    risks: [],
    effort: null,
    stated: [],
    baseline: null,
    notes: [],
    lint: [],
    plan: {},
  },
  outcome: {
    tasks: rows,
    criticalPath: ['task_2', 'task_3', 'task_4'],
    finish,
    tickMinutes: 60,
    schedules: 1234,
    optimal: false,
    violations: [],
    lint: [{ code: 'orphan', severity: 'warning', ids: [], message: 'Link \u001b[2J task_1.' }],
    cost: freeOfCost,
    simulation: null,
    proposals: [
      {
        text: 'A second cook',
        assumption: '',
        gainMinutes: 3 * 1440,
        price: 4000,
        finish,
        meetsDeadline: true,
        meetsBudget: null,
        late: null,
      },
    ],
    progress: null,
    closed: null,
  },
  repairs: null,
  calibration: null,
  effort: { seed: 1, schedules: 1234 },
  seconds: 2.34,
  stopped: 'time_limit',
};

describe('a schedule for people', () => {
  const narrow = scheduleText(answer, 80);
  const wide = scheduleText(answer, 160);

  it('[SC96] says when it ends, what is missed, what helps and how far the search came', () => {
    expect(narrow).toContain('finish 2026-03-07 16:00 (Europe/Copenhagen)');
    expect(narrow).toContain(
      'DEADLINE MISSED: 2026-03-05 was asked for, the work ends 2 days later',
    );
    expect(narrow).toContain('critical path: task_2 → task_3 → task_4');
    expect(narrow).toContain('A second cook: 3 days earlier, costs 4,000 DKK, keeps the deadline');
    expect(narrow).toContain(
      'The time limit came after 2.3 s: this is the best of 1,234 schedules',
    );
    expect(narrow).not.toMatch(/[\p{Cc}--\n]/v);
  });

  it('[SC96] has a chart where there is room for one, within the width', () => {
    expect(narrow).not.toMatch(/[█▒◆]/u);
    expect(wide).toMatch(/\* task_2 .*█/u);
    expect(wide).toMatch(/ {2}task_1 .*▒/u);
    expect(wide).toMatch(/task_4 .*◆/u);
    for (const line of wide.split('\n')) expect([...line].length).toBeLessThanOrEqual(160);
  });
});
