// Measures one of our plans: plan.json, with report.html and usage_summary.json where they are given.
import { z } from 'zod';
import { type Plan, planSchema } from '../../../src/contract/plan.ts';
import { migratePlan } from '../../../src/contract/plan-versions.ts';
import { readCassette } from '../../../src/plan/brains/recorded/read-cassette.ts';
import { firstScreenText, planwrightSections, visibleText } from './html-text.ts';
import type { PlanMeasures } from './measures.ts';
import { contradictionsOf, linksOf, spansOf, tasksOf } from './planwright-contradictions.ts';
import { computedFigures, figuresOfSummary } from './planwright-figures.ts';
import { noReport, reportWords } from './report-words.ts';
import { sectionData } from './section-rows.ts';
import { aloneShare, longestChain, type Tree } from './sequence.ts';

export interface PlanwrightFiles {
  readonly plan: string;
  readonly report?: string | undefined;
  readonly usage?: string | undefined;
  /** Of a plan that was recorded: who thought was asked by it, and not by the usage. */
  readonly recording?: string | undefined;
}

const dayMs = 86_400_000;

function words(html: string | undefined): PlanMeasures['words'] {
  if (html === undefined) return noReport;
  const first = firstScreenText(html);
  const sections = planwrightSections(html);
  return reportWords(
    visibleText(html),
    first === null ? sections : [{ key: 'first-screen', text: first }, ...sections],
    (row) => row.planwright,
  );
}

const usageSchema = z.object({ total: z.object({ calls: z.number(), tokens_in: z.number() }) });

function usage(text: string | undefined) {
  const read = usageSchema.safeParse(text === undefined ? undefined : JSON.parse(text));
  if (!read.success) return { calls: null, inputTokens: null };
  return { calls: read.data.total.calls, inputTokens: read.data.total.tokens_in };
}

/** A token is about four characters. */
const CHARS_PER_TOKEN = 4;

function asked(text: string): { calls: number; inputTokens: number } {
  const { entries, contents } = readCassette(text);
  const lengthOf = (digest: string): number => (contents[digest] ?? []).join('\n').length;
  const chars = entries.reduce(
    (sum, { system, prompt, schema }) =>
      sum + lengthOf(system) + lengthOf(prompt) + lengthOf(schema),
    0,
  );
  return { calls: entries.length, inputTokens: Math.round(chars / CHARS_PER_TOKEN) };
}

function isFilled(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return false;
  return typeof value !== 'object' || Object.keys(value).length > 0;
}

const at = (plan: Plan, field: string): unknown =>
  field.split('.').reduce<unknown>((value, name) => {
    if (typeof value !== 'object' || value === null) return undefined;
    return (value as Record<string, unknown>)[name];
  }, plan);

function sections(plan: Plan): PlanMeasures['sections'] {
  const named = (is: boolean) =>
    sectionData
      .filter(({ fields }) => fields.some((field) => isFilled(at(plan, field))) === is)
      .map(({ name }) => name);
  return { present: named(true), absent: named(false) };
}

function schedule(plan: Plan): PlanMeasures['schedule'] {
  const spans = spansOf(plan);
  const tree: Tree = { parents: new Map(), leaves: tasksOf(plan).map(({ task_id: id }) => id) };
  const span = Date.parse(plan.finish_date) - Date.parse(plan.start_date);
  return {
    days: Math.round(span / dayMs),
    alone: aloneShare(spans),
    longestChain: longestChain(tree, linksOf(plan)),
  };
}

function dependencies(plan: Plan): PlanMeasures['dependencies'] {
  const links = linksOf(plan);
  const scheduled = new Set(spansOf(plan).map(({ id }) => id));
  if (scheduled.size === 0) return { given: links.length, used: null };
  const used = links.filter(({ from, to }) => scheduled.has(from) && scheduled.has(to)).length;
  return { given: links.length, used };
}

const risks = ({ risks: all }: Plan): PlanMeasures['risks'] => ({
  all: all.length,
  owner: all.filter(({ owner }) => isFilled(owner)).length,
  trigger: all.filter(({ trigger }) => isFilled(trigger)).length,
});

/** Failures name tasks, and these have their roles; they have no owner of their own. */
function failures({ premortem }: Plan): PlanMeasures['failures'] {
  if (premortem === undefined) return null;
  const all = premortem.failures;
  return {
    all: all.length,
    owner: 0,
    tripwire: all.filter(({ tripwires }) => tripwires.length > 0).length,
  };
}

/** An expert is heard who gives a verdict. */
const experts = ({ experts: all }: Plan): PlanMeasures['experts'] =>
  all === undefined
    ? null
    : { listed: all.length, heard: all.filter(({ verdict }) => isFilled(verdict)).length };

function auditHigh({ gates }: Plan): PlanMeasures['auditHigh'] {
  const run = (gates ?? []).filter(({ status }) => status !== 'not_run');
  if (run.length === 0) return null;
  return { of: run.length, are: run.filter(({ status }) => status === 'fail').length };
}

export function planwrightMeasures(name: string, files: PlanwrightFiles): PlanMeasures {
  const plan = planSchema.parse(migratePlan(JSON.parse(files.plan)));
  const bounded = plan.assumptions.filter(({ lower, upper }) => lower <= upper).length;
  return {
    name,
    maker: 'planwright',
    words: words(files.report),
    ...(files.recording === undefined ? usage(files.usage) : asked(files.recording)),
    sections: sections(plan),
    tasks: tasksOf(plan).length,
    dependencies: dependencies(plan),
    schedule: schedule(plan),
    computed: computedFigures(plan),
    summaryFigures: figuresOfSummary(plan),
    contradictions: contradictionsOf(plan),
    experts: experts(plan),
    auditHigh: auditHigh(plan),
    risks: risks(plan),
    failures: failures(plan),
    assumptions: { all: plan.assumptions.length, bounds: bounded },
  };
}
