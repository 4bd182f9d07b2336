import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { csvRows } from '../../../test/support/csv-rows.ts';
import { fullPlan } from '../../../test/support/full-plan.ts';
import { hostilePlans, hostileTexts } from '../../../test/support/hostile-plan.ts';
import { planOf, taskOf } from '../../../test/support/small-plan.ts';
import { readXml } from '../../../test/support/xml-tree.ts';
import { type Plan, planSchema } from '../../contract/plan.ts';
import { exportFormats } from '../../contract/plan-export.ts';
import { scheduledPlan } from '../document/scheduled-plan.ts';
import { exportPlan, type PlanFormat } from './export-plan.ts';
import { fileNameOf, formatFiles } from './format-files.ts';

const examples = ['bicycle-repair-shop', 'clinic-shifts', 'dog-breeders'].map((name): Plan => {
  const file = new URL(`../../../examples/${name}/plan.json`, import.meta.url);
  return planSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
});
const plans = [fullPlan(), ...examples];
const formats = exportFormats.filter((format): format is PlanFormat => format !== 'zip');

const textOf = (plan: Plan, format: PlanFormat): string => String(exportPlan(plan, format));
const tasksOf = (plan: Plan) => plan.phases.flatMap(({ tasks }) => tasks);
const linksOf = (plan: Plan) => scheduledPlan(plan)?.scheduled.project.links ?? [];
const withTitle = (plan: Plan, title: string): Plan => ({
  ...plan,
  phases: plan.phases.map((phase) => ({
    ...phase,
    tasks: phase.tasks.map((task) => ({ ...task, title })),
  })),
});

describe('exports of a plan', () => {
  it.each(formats)('[EX1] %s is the same bytes for the same plan, and not empty', (format) => {
    for (const plan of plans) {
      const once = exportPlan(plan, format);
      expect(once.length).toBeGreaterThan(100);
      expect(exportPlan(structuredClone(plan), format)).toEqual(once);
    }
  });

  it('[EX2] csv has a row for each phase and task with its dates, role, cost and predecessors', () => {
    for (const plan of plans) {
      const [head = [], ...rows] = csvRows(textOf(plan, 'csv'));
      const at = (name: string) => head.indexOf(name);
      const ofTasks = rows.filter((row) => row[at('kind')] !== 'summary');
      expect(ofTasks.map((row) => row[at('id')])).toEqual(tasksOf(plan).map((one) => one.task_id));
      for (const [index, task] of tasksOf(plan).entries()) {
        const row = ofTasks[index] ?? [];
        expect(row[at('start')]?.slice(0, 10)).toBe(task.start_date);
        expect(row[at('name')]?.replace(/^'(?=[=+\-@])/, '')).toBe(task.title);
        expect(row[at('roles')] !== '' || task.milestone).toBe(true);
      }
      const waits = ofTasks.filter((row) => row[at('predecessors')] !== '').length;
      expect(waits).toBe(new Set(linksOf(plan).map(({ to }) => to)).size);
      expect(rows.some((row) => Number(row[at('cost')]) > 0)).toBe(true);
    }
  });

  it.each(['=1+1', '+x', '-x', '@x', '\t=1+1', '＝1'])(
    '[EX2] csv: a title %j is no formula',
    (title) => {
      const [, ...rows] = csvRows(textOf(withTitle(fullPlan(), title), 'csv'));
      for (const [, name] of rows) expect(name).not.toMatch(/^[=+\-@＝\t]/);
    },
  );

  it('[EX3] mermaid has every task once, under its phase', () => {
    for (const plan of plans) {
      const lines = textOf(plan, 'mermaid').trimEnd().split('\n');
      expect(lines[0]).toBe('gantt');
      expect(lines.filter((line) => line.startsWith('  section '))).toHaveLength(
        plan.phases.length,
      );
      const bars = lines.filter((line) => / :(?:[a-z]+, )*t\d+, \d{4}-\d\d-\d\dT/.test(line));
      expect(bars).toHaveLength(tasksOf(plan).length);
    }
  });

  it('[EX3] flowchart has a box for every task and an arrow for every link, and nothing else', () => {
    for (const plan of [
      ...plans,
      withTitle(fullPlan(), '%%{init: 1}%% "b" `c` --> d <i>#35; end\n}'),
    ]) {
      const [, title, , kind, ...lines] = textOf(plan, 'flowchart').trimEnd().split('\n');
      expect([title?.slice(0, 8), kind]).toEqual(['title: "', 'flowchart LR']);
      const count = (shape: RegExp) => lines.filter((line) => shape.test(line)).length;
      const label = '"[^"#<>`%{}\\\\]+"';
      const found = {
        boxes: count(new RegExp(`^ +t\\d+(?:\\[${label}\\]|\\{\\{${label}\\}\\})$`)),
        arrows: count(/^ {2}[tp]\d+ (?:-->|-- "(?:[SF][SF])?(?:[+-][\d.]+e?h)?" -->) [tp]\d+$/),
        frames: count(new RegExp(`^ +(?:subgraph p\\d+\\[${label}\\]|end)$`)),
        looks: count(/^ {2}(?:classDef critical stroke-width:3px|class t\d+ critical)$/),
      };
      expect(found.boxes).toBe(tasksOf(plan).length);
      expect(found.arrows).toBe(linksOf(plan).length);
      expect(found.frames).toBe(plan.phases.length * 2);
      expect(found.boxes + found.arrows + found.frames + found.looks).toBe(lines.length);
    }
  });

  it('[EX4] ical has one event for each task, in lines of at most 75 octets', () => {
    for (const plan of [
      ...plans,
      withTitle(fullPlan(), 'Näht 🧵 und prüft, jede; Naht '.repeat(6)),
    ]) {
      const text = textOf(plan, 'ical');
      expect(text.endsWith('\r\n')).toBe(true);
      for (const line of text.split('\r\n'))
        expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
      const whole = text.replaceAll('\r\n ', '').split('\r\n');
      const values = (name: string) => whole.filter((line) => line.startsWith(`${name}:`));
      expect(values('BEGIN')).toHaveLength(tasksOf(plan).length + 1);
      expect(new Set(values('UID')).size).toBe(tasksOf(plan).length);
      const titles = values('SUMMARY').map((line) => line.slice(8).replace(/\\([\\;,])/g, '$1'));
      expect(titles).toEqual(tasksOf(plan).map(({ title }) => title.trim()));
    }
  });

  it('[EX6] the checklist has a box for each task and each condition; what is finished is ticked', () => {
    for (const plan of plans) {
      const boxes = textOf(plan, 'checklist').match(/^ *- \[ \] /gm) ?? [];
      const conditions = tasksOf(plan).flatMap((task) => task.acceptance_criteria);
      const { open_questions } = plan;
      expect(boxes).toHaveLength(tasksOf(plan).length + conditions.length + open_questions.length);
    }
    const done = taskOf([], { actual: { finished: '2027-01-05' } });
    const taken = taskOf([], { actual: { progress: 1 } });
    const half = taskOf([], { actual: { progress: 0.5 } });
    for (const [task, mark] of [
      [done, 'x'] as const,
      [taken, 'x'] as const,
      [half, ' '] as const,
    ]) {
      const text = textOf(planOf([task]), 'checklist');
      expect(text).toContain(`\n- [${mark}] **1.1 Repair add**`);
    }
  });

  it('[EX11] a plan that was never scheduled gets dates, the same each time', () => {
    const plan = planOf([
      taskOf([], { estimated_hours: 8, estimate: { low: 8, likely: 8, high: 8 } }),
      taskOf([], { task_id: 'task_2', title: 'Ship it', prerequisites: ['task_1'] }),
    ]);
    const rows = csvRows(textOf(plan, 'csv'));
    expect(rows.map(([id]) => id)).toEqual(['id', 'phase_1', 'task_1', 'task_2']);
    expect(rows.at(-1)?.at(-1)).toBe('task_1');
    expect(String(rows[2]?.[6]).slice(0, 10)).toBe('2027-01-04');
  });

  it('[EX11] one whose tasks wait for each other is told so, and still has the other formats', () => {
    const ring = [
      taskOf([], { prerequisites: ['task_2'] }),
      taskOf([], { task_id: 'task_2', title: 'Ship it', prerequisites: ['task_1'] }),
    ];
    const refused = expect.objectContaining({
      code: 'not_allowed_now',
      message: expect.stringContaining('checklist and zip need none'),
    });
    for (const format of ['csv', 'mermaid', 'flowchart', 'msproject', 'ical'] as const) {
      expect(() => exportPlan(planOf(ring), format)).toThrow(refused);
    }
    for (const format of ['docx', 'checklist', 'json', 'md', 'html'] as const) {
      expect(exportPlan(planOf(ring), format).length).toBeGreaterThan(100);
    }
  });

  it('[EX13] hostile text in any field breaks no format and stays bounded', () => {
    for (const plan of hostilePlans().plans) {
      for (const format of ['docx', 'checklist', 'json', 'md', 'html'] as const) {
        expect(exportPlan(plan, format).length).toBeLessThan(3_000_000);
      }
    }
    for (const title of hostileTexts) {
      const plan = withTitle(fullPlan(), title);
      for (const format of formats) expect(exportPlan(plan, format).length).toBeGreaterThan(100);
      expect(csvRows(textOf(plan, 'csv'))).toHaveLength(
        tasksOf(plan).length + plan.phases.length + 1,
      );
      expect(() => readXml(textOf(plan, 'msproject'))).not.toThrow();
    }
  });

  it('[EX8] files are named after the title in plain letters, or by the id', () => {
    expect(fileNameOf('csv', 'Café “Zürich”: Öffnung / Umbau', 'plan_a1')).toBe(
      'cafe-zurich-offnung-umbau.csv',
    );
    expect(fileNameOf('checklist', '開店計画', 'plan_a1')).toBe('plan_a1-checklist.md');
    expect(fileNameOf('zip', `"\r\nx: y`.repeat(90), 'plan_a1')).toMatch(/^[a-z0-9-]{3,60}\.zip$/);
    expect(Object.keys(formatFiles)).toEqual([...exportFormats]);
  });
});
