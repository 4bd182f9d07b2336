// What the gates say of a plan. A gate is code; where a mind supplied findings, code scored them.
import { z } from 'zod';
import { text } from './plan-fields.ts';

export const gateIds = [
  'screen',
  'boost',
  'directives',
  'fermi',
  'consistency',
  'hype',
  'evidence',
  'drift',
  'red_team',
  'premises',
  'schedule',
  'money',
  'completeness',
  'readiness',
] as const;
export type GateId = (typeof gateIds)[number];

export const gateStatuses = ['pass', 'warn', 'fail', 'waived', 'not_run'] as const;
export const gateSeverities = ['info', 'major', 'critical'] as const;

export const gateFindingSchema = z.object({
  artifact: text(80).describe('The section of plan.json, or the file, that it is about.'),
  field: text(160).describe('Where in it.'),
  value: z.string().max(700),
  rule: text(400),
  remedy: text(300),
  level: z.enum(['warn', 'fail']),
});
export type GateFinding = z.infer<typeof gateFindingSchema>;

export const gateResultSchema = z.object({
  gate: z.enum(gateIds),
  severity: z.enum(gateSeverities),
  status: z.enum(gateStatuses),
  score: z.number().min(0).max(100).optional(),
  why_not_run: text(300).optional(),
  findings: z.array(gateFindingSchema).max(200),
});
export type GateResult = z.infer<typeof gateResultSchema>;

export const decisions = ['go', 'go_with_conditions', 'no_go'] as const;

export const verdictSchema = z.object({
  decision: z.enum(decisions),
  reason: text(400),
  conditions: z.array(text(1_000)).max(10),
});
