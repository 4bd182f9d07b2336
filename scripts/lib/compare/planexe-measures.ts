// Measures one published PlanExe plan.
import { z } from 'zod';
import { planexeSections, visibleText } from './html-text.ts';
import type { PlanMeasures } from './measures.ts';
import type { PlanexeFiles } from './planexe-files.ts';
import {
  type PlanexeGantt,
  planexeDays,
  planexeDependencies,
  planexeGantt,
  planexeTree,
} from './planexe-schedule.ts';
import {
  auditHigh,
  duplicateFindings,
  duplicateRisks,
  planexeAssumptions,
  planexeExperts,
  planexeFailures,
  planexeRisks,
} from './planexe-texts.ts';
import { noReport, reportWords } from './report-words.ts';
import { sectionData } from './section-rows.ts';
import {
  aloneShare,
  brokenLinks,
  type Link,
  longestChain,
  type Span,
  type Tree,
} from './sequence.ts';
import { statedEnd } from './stated-end.ts';
import { summaryFigures } from './summary-figures.ts';

const dayMs = 86_400_000;

const activitySchema = z.object({
  models: z.record(z.string(), z.object({ calls: z.number() })),
  total_input_tokens: z.number(),
});

function activity(files: PlanexeFiles) {
  const read = activitySchema.safeParse(files.json('activity_overview.json'));
  if (!read.success) return { calls: null, inputTokens: null };
  const calls = Object.values(read.data.models).reduce((sum, model) => sum + model.calls, 0);
  return { calls, inputTokens: read.data.total_input_tokens };
}

function words(files: PlanexeFiles): PlanMeasures['words'] {
  const html = files.text('report.html');
  if (html === undefined) return noReport;
  return reportWords(visibleText(html), planexeSections(html), (row) => row.planexe);
}

function sections(files: PlanexeFiles): PlanMeasures['sections'] {
  const has = (names: readonly string[]) =>
    names.some((name) => (files.text(name) ?? '').trim() !== '');
  const named = (is: boolean) =>
    sectionData.filter((section) => has(section.files) === is).map(({ name }) => name);
  return { present: named(true), absent: named(false) };
}

const bounds = (spans: readonly Span[]) => ({
  startMs: Math.min(...spans.map(({ startMs }) => startMs)),
  finishMs: Math.max(...spans.map(({ finishMs }) => finishMs)),
});

/** A task with parts runs from the first of them to the last. */
function withParents(spans: readonly Span[], tree: Tree): Span[] {
  const below = new Map<string, Span[]>();
  for (const span of spans) {
    for (let at = tree.parents.get(span.id); at !== undefined; at = tree.parents.get(at)) {
      below.set(at, [...(below.get(at) ?? []), span]);
    }
  }
  return [...spans, ...[...below].map(([id, own]) => ({ id, ...bounds(own) }))];
}

function lateDays(text: string | undefined, gantt: PlanexeGantt | null): number | null {
  if (text === undefined || gantt === null || gantt.spans.length === 0) return null;
  const { startMs, finishMs } = bounds(gantt.spans);
  const end = statedEnd(text, startMs);
  return end === null ? null : Math.round((finishMs - end) / dayMs);
}

/** Tasks whose own estimate is not the sum of those of their parts, which follow one another. */
function phasesOff(tree: Tree, days: ReadonlyMap<string, number> | null) {
  if (days === null) return null;
  const partsOf = Map.groupBy(tree.parents, ([, parent]) => parent);
  const sums = [...partsOf].flatMap(([parent, parts]) => {
    const [own, ofParts] = [days.get(parent), parts.map(([id]) => days.get(id))];
    if (own === undefined || ofParts.some((count) => count === undefined)) return [];
    return [{ own, sum: ofParts.reduce<number>((sum, count) => sum + (count ?? 0), 0) }];
  });
  return { of: sums.length, are: sums.filter(({ own, sum }) => Math.abs(own - sum) > 1).length };
}

function unknownIds(tree: Tree, links: readonly Link[] | null): number | null {
  if (links === null) return null;
  const known = new Set([...tree.parents.keys(), ...tree.parents.values()]);
  return new Set(links.flatMap(({ from, to }) => [from, to]).filter((id) => !known.has(id))).size;
}

function contradictions(files: PlanexeFiles, tree: Tree, gantt: PlanexeGantt | null) {
  const given = planexeDependencies(files);
  const timeBound = /^- \*\*Time-bound:\*\*(.*)$/m.exec(files.text('project_plan.md') ?? '')?.[1];
  const timeline = /^## Timeline[\s\S]*?(?=^## |$(?![\s\S]))/m.exec(
    files.text('executive_summary.md') ?? '',
  )?.[0];
  return {
    charterEndLateDays: lateDays(timeBound, gantt),
    summaryEndLateDays: lateDays(timeline, gantt),
    phasesOff: phasesOff(tree, planexeDays(files)),
    unknownIds: unknownIds(tree, given),
    brokenLinks:
      given === null || gantt === null
        ? null
        : brokenLinks(given, withParents(gantt.spans, tree)).length,
    totalsOff: null,
    duplicateRisks: duplicateRisks(files),
    duplicateFindings: duplicateFindings(files),
  };
}

function dependencies(files: PlanexeFiles, gantt: PlanexeGantt | null) {
  const given = planexeDependencies(files);
  if (given === null || gantt === null) return { given: given?.length ?? null, used: null };
  const drawn = new Set(gantt.links.map(({ from, to }) => `${from} ${to}`));
  const used = given.filter(({ from, to }) => drawn.has(`${from} ${to}`)).length;
  return { given: given.length, used };
}

function schedule(tree: Tree, gantt: PlanexeGantt | null): PlanMeasures['schedule'] {
  if (gantt === null) return { days: null, alone: null, longestChain: null };
  const { startMs, finishMs } = bounds(gantt.spans);
  return {
    days: Math.round((finishMs - startMs) / dayMs),
    alone: aloneShare(gantt.spans),
    longestChain: longestChain(tree, gantt.links),
  };
}

/** The audit counts its levels; the check of the prompt has one score. */
function scores(files: PlanexeFiles): number | null {
  const audit = auditHigh(files) === null ? 0 : 3;
  const adherence = /^\*\*Overall Adherence: \d+%/m.test(files.text('prompt_adherence.md') ?? '');
  return audit + (adherence ? 1 : 0) || null;
}

function figures(files: PlanexeFiles, gantt: PlanexeGantt | null) {
  const summary = files.text('executive_summary.md');
  if (summary === undefined || gantt === null) return null;
  const { startMs, finishMs } = bounds(gantt.spans);
  const days = gantt.spans.flatMap((span) => [span.startMs, span.finishMs]);
  return summaryFigures(summary, {
    computed: { days, numbers: [(finishMs - startMs) / dayMs] },
    goal: files.text('plan.txt') ?? '',
    assumptions: files.text('make_assumptions.json') ?? '',
  });
}

export function planexeMeasures(name: string, files: PlanexeFiles): PlanMeasures {
  const [tree, gantt] = [planexeTree(files), planexeGantt(files)];
  return {
    name,
    maker: 'planexe',
    words: words(files),
    ...activity(files),
    sections: sections(files),
    tasks: tree.leaves.length,
    dependencies: dependencies(files, gantt),
    schedule: schedule(tree, gantt),
    computed: {
      dates: gantt === null ? null : gantt.rows * 2,
      floats: null,
      odds: null,
      money: null,
      scores: scores(files),
    },
    summaryFigures: figures(files, gantt),
    contradictions: contradictions(files, tree, gantt),
    experts: planexeExperts(files),
    auditHigh: auditHigh(files),
    risks: planexeRisks(files),
    failures: planexeFailures(files),
    assumptions: planexeAssumptions(files),
  };
}
