// What is to be delivered, for whom and how one sees that it worked; who does and decides what; and
// what surrounds it: similar projects, strengths and threats, documents, data.
import { z } from 'zod';
import { claimStatuses } from './plan-basis.ts';
import { isoDateSchema, text } from './plan-fields.ts';

/** A target is reached by being above it, below it or on it. */
export const measureAims = ['at_least', 'at_most', 'exactly'] as const;
export type MeasureAim = (typeof measureAims)[number];

export const charterSchema = z.object({
  goal: text(600).describe('The goal in one or two sentences that can be checked.'),
  smart: z.object({
    specific: text(300),
    measurable: text(300),
    achievable: text(300),
    relevant: text(300),
    time_bound: text(300),
  }),
  in_scope: z.array(text(200)).max(10),
  out_of_scope: z.array(text(200)).max(10),
  deliverables: z
    .array(
      z.object({
        id: z.string().regex(/^V\d{1,2}$/),
        name: text(120),
        acceptance: z.array(text(300)).min(1).max(5),
      }),
    )
    .min(1)
    .max(12),
  stakeholders: z
    .array(z.object({ name: text(120), interest: text(300), what_to_do: text(300) }))
    .max(12),
  permits: z
    .array(
      z.object({
        name: text(160),
        authority: z.string().max(160),
        why: text(300),
        status: z.enum(claimStatuses).describe('How sure it is that it is needed.'),
      }),
    )
    .max(12),
  measures: z
    .array(
      z.object({
        id: z.string().regex(/^M\d{1,2}$/),
        measure: text(200),
        unit: text(40),
        target: z.number().finite().min(-1e15).max(1e15),
        aim: z.enum(measureAims).optional(),
        by: isoDateSchema.nullable(),
        how_measured: text(300),
        source: text(200).describe(
          'The directive or assumption that it comes from, or why it is set so.',
        ),
      }),
    )
    .min(1)
    .max(8),
});
export type Charter = z.infer<typeof charterSchema>;

export const teamRoleSchema = z.object({
  name: text(80),
  kind: z.enum(['person', 'agent', 'equipment']),
  count: z.int().min(1).max(10_000),
  hours_per_week: z
    .number()
    .min(1)
    .max(60)
    .nullable()
    .describe('That each of them can give to this plan; null for a full week.'),
  does: text(300),
  skills: z.array(text(80)).max(6),
  decides: z.array(text(200)).max(5).describe('What it may decide without asking.'),
  asks: z
    .string()
    .max(80)
    .describe('The role it asks for everything else; empty for the last one.'),
  rate_per_hour: z.number().finite().min(0).max(1e6).nullable(),
  rate_source: z.string().max(200),
});

export const teamSchema = z.object({
  roles: z.array(teamRoleSchema).min(1).max(16),
  bodies: z
    .array(
      z.object({
        name: text(120),
        members: z.array(text(80)).min(1).max(10).describe('Roles by name.'),
        decides: z.array(text(200)).min(1).max(6),
        meets: text(120),
      }),
    )
    .max(5),
  escalation: z
    .array(
      z.object({
        when: text(300).describe('What can be seen, with a number.'),
        from: text(80),
        to: text(80),
        within_days: z.number().min(0).max(90),
      }),
    )
    .max(8),
  reporting: z
    .array(z.object({ what: text(200), from: text(80), to: text(80), how_often: text(80) }))
    .max(6),
  days_off: z
    .array(z.object({ date: isoDateSchema, what: text(100) }))
    .max(30)
    .describe('Days of the plan on which nobody works, beside weekends.'),
  time_zone: z.string().max(60).describe('IANA name of where the work is done; empty if unknown.'),
});
export type Team = z.infer<typeof teamSchema>;

export const relatedProjectSchema = z.object({
  name: text(160),
  what: text(300),
  outcome: text(300),
  lesson: text(300),
  status: z.enum(claimStatuses),
  how_to_check: text(300),
});

const swotLine = z.object({ text: text(250), so_what: text(250) });
export const swotSchema = z.object({
  strengths: z.array(swotLine).min(1).max(5),
  weaknesses: z.array(swotLine).min(1).max(5),
  opportunities: z.array(swotLine).min(1).max(5),
  threats: z.array(swotLine).min(1).max(5),
});

const documentSchema = z.object({
  title: text(160),
  why: text(300),
  owner: text(80),
  urgency: z.enum(['first', 'soon', 'later']),
});

export const papersSchema = z.object({
  to_find: z.array(documentSchema.extend({ where: text(200) })).max(10),
  to_write: z.array(documentSchema.extend({ contents: z.array(text(160)).min(1).max(8) })).max(10),
  data: z
    .array(
      z.object({
        what: text(200),
        why: text(300),
        method: text(300),
        decides: text(300).describe('What is decided by it, and how.'),
        settles: z
          .array(z.string().regex(/^A\d{1,2}$/))
          .max(6)
          .describe('Assumptions.'),
      }),
    )
    .max(10),
});
export type Papers = z.infer<typeof papersSchema>;

export const charterFields = {
  charter: charterSchema.optional(),
  governance: teamSchema.omit({ roles: true, days_off: true, time_zone: true }).optional(),
  related_projects: z.array(relatedProjectSchema).max(8).optional(),
  swot: swotSchema.optional(),
  papers: papersSchema.optional().describe('Documents to find and to write, and data to collect.'),
};
