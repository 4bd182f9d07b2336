// The format of a playbook file: one JSON object, strict and bounded, so that anybody's file can be
// read safely. docs/playbooks.md tells it; schema/playbook.schema.json is made from it.
import { z } from 'zod';

const text = (max: number) => z.string().trim().min(1).max(max);
const key = z.string().regex(/^[a-z][a-z_]{0,29}$/, 'small letters and "_" only, at most 30');
const amount = z.number().min(0).max(1e13);
const level = z.enum(['low', 'medium', 'high']);
const flag = key.describe('A name that variants may carry; what names it applies to those only.');

const words = z
  .record(
    z.string().regex(/^(?:any|[a-z]{2,3})$/, 'a language code such as "de", or "any"'),
    z.array(text(240)).min(1).max(300),
  )
  .refine((lists) => Object.keys(lists).length <= 30, 'at most 30 languages')
  .describe(
    'Lists of words by language. "bake*", "shop|store", "fix my * tap", "# deals", "^hire".',
  );

const cost = z
  .strictObject({
    lowUsd: amount,
    baseUsd: amount,
    highUsd: amount,
    per: key.optional().describe('A number of this playbook: the cost is for each of them.'),
  })
  .describe('What it typically costs, in US dollars.');

const slots = z.record(key, text(200)).describe('Words that texts of this playbook use as {name}.');

const number = z.strictObject({
  key,
  claim: text(200),
  unit: text(40),
  counted: words.optional().describe('Words that a counted thing of the goal ends with.'),
  derived: z
    .strictObject({ from: key, times: z.number().positive().max(1e6), why: text(200) })
    .optional(),
  assumed: z.number().positive().max(1e9),
  confirm: text(300),
});

const variant = z.strictObject({
  name: text(60),
  words: words.optional().describe('Left out: it fits whenever no earlier variant does.'),
  cost: cost.optional(),
  slots: slots.optional(),
  flags: z.array(flag).max(10).optional(),
});

const param = z.union([text(200), z.number(), z.boolean(), z.array(text(120)).max(20)]);

const step = z.strictObject({
  action: z.string().regex(/^[a-z][a-z0-9_]{0,59}$/, 'small letters, digits and "_" only'),
  what: text(300),
  params: z.record(z.string().regex(/^[a-z][a-z0-9_]{0,39}$/), param),
});

const hours = z.number().positive().max(20_000);

const task = z.strictObject({
  key,
  title: text(160),
  does: text(600),
  role: text(60),
  hours: z
    .tuple([hours, hours, hours])
    .describe('Low, likely and high working hours for a small project.'),
  after: z.array(key).max(12).optional().describe('Keys of tasks that must be done before.'),
  lasts: z
    .boolean()
    .optional()
    .describe('Goes on for as long as the goal gives: a deadline is filled, not only kept.'),
  waitHours: z.number().min(0).max(20_000).optional(),
  tier: z.enum(['T1', 'T2', 'T3']).optional(),
  human: z.boolean().optional(),
  daysBefore: z.int().min(0).max(365).optional(),
  isDue: z.boolean().optional(),
  share: z.number().min(0).max(1).optional(),
  only: flag.optional(),
  optional: z.boolean().optional().describe('May be dropped when time or money is short.'),
  brief: z.boolean().optional().describe('The shortest plan keeps it.'),
  done: z.array(text(300)).min(1).max(8),
  steps: z.array(step).min(1).max(8),
});

const phase = z.strictObject({ name: text(110), tasks: z.array(task).min(1).max(20) });

const risk = z.strictObject({
  description: text(400),
  cause: text(300),
  likelihood: level,
  impact: level,
  mitigation: text(400),
  trigger: text(300),
  only: flag.optional(),
});

const option = z.strictObject({ name: text(60), what: text(300) });
const lever = z
  .strictObject({ name: text(80), why: text(300), options: z.array(option).length(3) })
  .describe('A decision that shapes the whole, with three ways to take it.');

const lines = z.array(text(300)).min(1).max(12);

export const playbookFileSchema = z
  .strictObject({
    $schema: z.string().max(300).optional(),
    format: z.literal(1),
    name: z.string().regex(/^[a-z][a-z0-9-]{1,58}$/, 'small letters, digits and "-" only'),
    version: z.int().min(1).max(1e6),
    label: text(80).describe('As in "which speaks for …".'),
    strong: words.optional().describe('Words that speak for this playbook.'),
    weak: words.optional(),
    not: words.optional().describe('Words that speak against it.'),
    cost,
    costWhy: text(300),
    slots,
    numbers: z.array(number).max(12),
    variants: z.array(variant).max(30),
    phases: z.array(phase).min(1).max(12),
    risks: z.array(risk).min(1).max(20),
    questions: z.array(text(300)).min(1).max(12),
    levers: z.array(lever).max(10).optional(),
    roles: z
      .record(
        text(60),
        z.strictObject({ decides: text(300), count: z.int().min(1).max(1000).optional() }),
      )
      .optional(),
    related: lines.optional().describe('Kinds of project to look at and learn from.'),
    swot: z
      .strictObject({ strengths: lines, weaknesses: lines, opportunities: lines, threats: lines })
      .optional(),
    documents: z.strictObject({ find: lines, write: lines }).optional(),
    experts: z
      .array(z.strictObject({ field: text(100), asks: text(300) }))
      .max(10)
      .optional(),
    failures: z
      .array(z.strictObject({ how: text(300), sign: text(300) }))
      .max(12)
      .optional(),
    deliverables: lines.optional(),
  })
  .describe('A playbook of Planwright: see docs/playbooks.md.');

export type PlaybookFile = z.infer<typeof playbookFileSchema>;
