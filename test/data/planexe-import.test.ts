// The six published PlanExe plans are taken in, and what the import says of them is held against a count
// of its own, which shares no code with the readers.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { findOutsideData } from '../../scripts/lib/outside-data.ts';
import { readZip } from '../../src/base/unzip.ts';
import { planSchema } from '../../src/contract/plan.ts';
import { checkGraph } from '../../src/engine/graph.ts';
import { hasErrors, lint } from '../../src/schedule/graph/lint.ts';
import { readPlan } from '../../src/schedule/read/plan.ts';
import { executionSteps } from '../../src/work/execution-graph.ts';
import { kindsOf, takeIn, tasksOf } from '../support/take-in.ts';

const root = path.resolve(import.meta.dirname, '..', '..');
const folder = path.join(findOutsideData(root) ?? '', 'planexe');
const names = readdirSync(folder).filter((name) => name.endsWith('.zip'));

interface Node {
  readonly id: string;
  readonly task_children?: readonly Node[];
}

interface Raw {
  readonly phases: readonly Node[];
  readonly days: readonly { readonly task_id: string; readonly days_realistic: number }[];
  readonly links: readonly (readonly [string, string])[];
  /** First and last day of leaves in the Gantt. */
  readonly bars: ReadonlyMap<string, readonly [number, number]>;
}

function rawOf(bytes: Uint8Array): Raw {
  const zip = readZip(bytes);
  const text = (end: string): string => {
    const found = zip.paths.find((one) => one.endsWith(end) && !one.startsWith('__MACOSX'));
    return found === undefined ? '' : Buffer.from(zip.read(found) ?? []).toString();
  };
  const tree = JSON.parse(text('wbs_project_level1_and_level2_and_level3.json'));
  const needs = JSON.parse(text('task_dependencies_raw.json')) as {
    task_dependency_details: { dependent_task_id: string; depends_on_task_id_list: string[] }[];
  };
  const page = text('schedule_gantt_dhtmlx.html');
  // Its rows are flat: each ends with the first closing brace after its id.
  const rows = page.matchAll(
    /"id":\s*"([0-9a-f-]{36})"[^}]*?"start_date":\s*"([\d-]+)",\s*"duration":\s*([\d.]+)/g,
  );
  return {
    phases: tree.wbs_project.task_children,
    days: JSON.parse(text('task_durations.json')),
    links: needs.task_dependency_details.flatMap((one) =>
      one.depends_on_task_id_list.map((from) => [from, one.dependent_task_id] as const),
    ),
    bars: new Map(
      [...rows].map(([, id = '', start = '', length = '']) => {
        const first = Date.parse(start) / 86_400_000;
        return [id, [first, first + Number(length)]];
      }),
    ),
  };
}

const below = (node: Node): string[] => [node.id, ...(node.task_children ?? []).flatMap(below)];

/** Links of which one end follows from the other. */
function rings(links: Raw['links']): number {
  const after = (id: string, seen: Set<string>): Set<string> => {
    for (const [from, to] of links) {
      if (from !== id || seen.has(to)) continue;
      seen.add(to);
      after(to, seen);
    }
    return seen;
  };
  return links.filter(([from, to]) => from !== to && after(to, new Set()).has(from)).length;
}

function counted({ phases, days, links, bars }: Raw) {
  const ids = new Set(phases.flatMap(below));
  const nodes = new Map(
    phases.flatMap((phase) => [phase, ...(phase.task_children ?? [])]).map((one) => [one.id, one]),
  );
  const length = new Map(days.map((one) => [one.task_id, one.days_realistic]));
  const tasks = phases.flatMap((phase) => phase.task_children ?? []);
  const span = (id: string) => {
    const own = below(nodes.get(id) ?? { id }).flatMap((leaf) => bars.get(leaf) ?? []);
    return own.length === 0 ? null : { first: Math.min(...own), last: Math.max(...own) };
  };
  const wrongSums = phases.filter((phase) => {
    const parts = (phase.task_children ?? []).map((one) => length.get(one.id) ?? Number.NaN);
    return parts.reduce((sum, one) => sum + one, 0) !== length.get(phase.id);
  });
  const broken = links.filter(([from, to]) => {
    const [one, other] = [span(from), span(to)];
    return one !== null && other !== null && other.first < one.last;
  });
  return {
    tasks: tasks.length,
    dangling_id: links.filter(([from, to]) => !ids.has(from) || !ids.has(to)).length,
    self_link: links.filter(([from, to]) => from === to).length,
    duplicate_link: links.length - new Set(links.map((link) => link.join())).size,
    missing_duration: tasks.filter(({ id }) => !length.has(id)).length,
    duplicate_duration: days.length - length.size,
    wrong_phase_sum: wrongSums.length,
    contradicted_edge: broken.length,
    isFreeOfRings: rings(links) === 0,
    span: bars.size === 0 ? undefined : spanOf(bars),
  };
}

function spanOf(bars: Raw['bars']) {
  const all = [...bars.values()].flat();
  return { first: Math.min(...all), last: Math.max(...all) };
}

describe('published plans, taken in', () => {
  it('[IM18] there are six of them', () => {
    expect(names).toHaveLength(6);
  });

  it.each(names)('[IM18] %s is valid and executable, and every defect is listed', async (name) => {
    const bytes = readFileSync(path.join(folder, name));
    const taken = await takeIn(bytes, undefined, name);
    const { plan, report } = taken;
    const { tasks, isFreeOfRings, span, ...expected } = counted(rawOf(bytes));
    const kinds = kindsOf(taken);
    const found = Object.fromEntries(Object.keys(expected).map((kind) => [kind, kinds[kind] ?? 0]));
    expect(found).toEqual(expected);
    expect((kinds.cycle ?? 0) === 0).toBe(isFreeOfRings);
    expect(report.schedule.stated_days).toBe(span && Math.round(span.last - span.first));
    expect(tasksOf(taken)).toHaveLength(tasks);
    expect(planSchema.parse(plan)).toEqual(plan);
    expect(hasErrors(lint(readPlan(plan).project))).toBe(false);
    const steps = executionSteps(plan);
    expect(checkGraph(steps.map(({ def }) => def))).toBeNull();
    expect(report.schedule.days).toBeLessThan(report.schedule.waterfall_days);
  });

  it.each(names)('[IM18] the dates of %s keep every link', async (name) => {
    const { plan } = await takeIn(readFileSync(path.join(folder, name)), undefined, name);
    const rows = new Map((plan.schedule.tasks ?? []).map((row) => [row.id, row]));
    expect(plan.dependencies.length).toBeGreaterThan(10);
    for (const { from, to, type } of plan.dependencies) {
      expect(type).toBe('finish_to_start');
      const [one, other] = [rows.get(from), rows.get(to)];
      expect(Date.parse(other?.start ?? '')).toBeGreaterThanOrEqual(Date.parse(one?.finish ?? ''));
    }
  });
});
