// Reads the published plans from outside, in all generations of their file names, and holds the page
// that compares them with ours against what the code measures today.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  measureOurs,
  measurePublished,
  shippedExamples,
} from '../../scripts/lib/compare/find-plans.ts';
import { filledPage } from '../../scripts/lib/compare/page.ts';
import { planexeFiles } from '../../scripts/lib/compare/planexe-files.ts';
import { planexeGantt, planexeTree } from '../../scripts/lib/compare/planexe-schedule.ts';
import { findOutsideData } from '../../scripts/lib/outside-data.ts';

const root = path.resolve(import.meta.dirname, '..', '..');
const data = findOutsideData(root) ?? '';
const plans = measurePublished(data);
const withReport = plans.filter(({ words }) => words.total !== null);

describe('published plans from outside', () => {
  it('[CP11] all six are read: tasks, dependencies, experts and assumptions', () => {
    expect(plans).toHaveLength(6);
    for (const plan of plans) {
      expect(plan.tasks).toBeGreaterThan(50);
      expect(plan.dependencies.given).toBeGreaterThan(5);
      expect(plan.experts?.listed).toBe(8);
      expect(plan.assumptions?.all).toBe(8);
      expect(plan.contradictions.phasesOff?.of).toBeGreaterThan(3);
    }
  });

  it('[CP11] the one without a report, a Gantt and an account of calls has null for them', () => {
    const old = plans.filter(({ words }) => words.total === null);
    expect(old).toHaveLength(1);
    expect(old[0]?.calls).toBeNull();
    expect(old[0]?.schedule).toEqual({ days: null, alone: null, longestChain: null });
    expect(old[0]?.computed.dates).toBeNull();
  });

  it('[CP12] the sections make up the whole report', () => {
    expect(withReport).toHaveLength(5);
    for (const { words } of withReport) {
      const rows = Object.values(words.bySection ?? {});
      const sum = rows.reduce((all, count) => all + count, 0);
      expect(rows.length).toBeGreaterThanOrEqual(17);
      expect(sum / (words.total ?? 0)).toBeGreaterThan(0.99);
      expect(sum).toBeLessThanOrEqual(words.total ?? 0);
    }
  });

  it('[CP14] every Gantt of them is one task after the other', () => {
    for (const { schedule, tasks, dependencies } of withReport) {
      expect(schedule.alone).toBe(1);
      expect(schedule.longestChain).toBe(tasks);
      expect(dependencies.used).toBeLessThan(dependencies.given ?? 0);
    }
  });

  it('[CP14] their links from finish to start join neighbors of the breakdown only', () => {
    const folder = path.join(data, 'planexe');
    let links = 0;
    for (const name of readdirSync(folder)) {
      const files = planexeFiles(readFileSync(path.join(folder, name)));
      const { parents } = planexeTree(files);
      const inOrder = [...parents.keys()];
      const siblings = Map.groupBy(inOrder, (id) => parents.get(id));
      for (const { from, to, type } of planexeGantt(files)?.links ?? []) {
        if (type !== 'FS') continue;
        const row = siblings.get(parents.get(from)) ?? [];
        expect(row[row.indexOf(from) + 1]).toBe(to);
        links += 1;
      }
    }
    expect(links).toBeGreaterThan(400);
  });

  it('[CP16] the page has the figures of today (node scripts/compare-plans.ts --write)', () => {
    const page = readFileSync(path.join(root, 'docs', 'compared-with-planexe.md'), 'utf8');
    const ours = shippedExamples(root).map(measureOurs);
    expect(filledPage(page, [...plans, ...ours])).toBe(page);
  });
});
