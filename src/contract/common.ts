// Small shapes that every operation shares.
import { z } from 'zod';

export const scopes = [
  'plan:read',
  'plan:reasoning',
  'plan:write',
  'run',
  'work',
  'approve',
  'admin',
] as const;
export type Scope = (typeof scopes)[number];

/** Of keys that are made without a list of scopes; reasoning of models is for persons. */
export const usualScopes = (kind: 'person' | 'service'): readonly Scope[] =>
  scopes.filter(
    (scope) =>
      scope !== 'admin' &&
      (kind === 'person' || (scope !== 'approve' && scope !== 'plan:reasoning')),
  );

export const principalKinds = ['person', 'agent', 'service'] as const;
export type PrincipalKind = (typeof principalKinds)[number];

const id = (prefix: string, what: string) =>
  z
    .string()
    .regex(new RegExp(`^${prefix}_[0-9a-z]{8,40}$`), `must look like ${prefix}_…`)
    .describe(what);

export const planId = id('plan', 'Id of a plan.');
export const executionId = id('exec', 'Id of an execution.');
export const agentId = id('agent', 'Id of an agent.');
export const keyId = id('key', 'Id of a key.');
export const tenantId = id('tenant', 'Id of a tenant.');
export const webhookId = id('hook', 'Id of a webhook.');
export const purseId = id('purse', 'Id of a purse.');
/** The same without its pattern, which would fill a tool's description. */
export const shortPurseId = z
  .string()
  .refine((text) => purseId.safeParse(text).success, 'must look like purse_…');
export const shortPlanId = z
  .string()
  .refine((text) => planId.safeParse(text).success, 'must look like plan_…');
export const deliveryId = id('del', 'Id of an attempt to deliver.');
export const stepId = z
  .string()
  .max(100)
  .regex(/^[a-z]+(_[a-z0-9]+)+$/, 'must look like task_1_2')
  .describe('Id of a task or subtask within its plan.');

export const leaseToken = z.string().min(10).max(400).describe('From work_claim.');

export const time = z.iso.datetime().describe('UTC time, ISO 8601.');
export const date = z.iso.date().describe('A date, YYYY-MM-DD.');
/** The same with a pattern that does not fill a page of a tool's description. */
export const shortDate = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d$/, 'must be a date, YYYY-MM-DD')
  .refine((text) => date.safeParse(text).success, 'is no day of the calendar');
/** An id today; its letters are all that is promised. */
export const cursor = z
  .string()
  .regex(/^[0-9a-z_]{1,200}$/, 'must be the next_cursor of an answer')
  .describe('next_cursor of the page before.');
export const nextAction = z.string().max(600).describe('What to do next, in plain words.');

export const signal = z
  .enum(['continue', 'pause', 'cancel'])
  .describe('What the holder of the lease should do now.');

export const serverInfo = z
  .object({
    name: z.string(),
    version: z.string(),
    mode: z.enum(['local', 'remote']),
    store: z.enum(['sqlite', 'postgres']),
    brains: z.array(z.string()),
    capabilities: z.array(z.string()),
    expected_speed: z.string(),
  })
  .describe('Which server this is and what it can do.');
export type ServerInfo = z.infer<typeof serverInfo>;

/** Exactly one of these fields is given; a JSON schema says so too. */
export const exactlyOneOf = <Input extends z.ZodObject>(
  input: Input,
  names: readonly (keyof Input['shape'] & string)[],
): Input =>
  input
    .refine(
      (value) => names.filter((name) => value[name] !== undefined).length === 1,
      `give exactly one of ${names.join(', ')}`,
    )
    .meta({ oneOf: names.map((name) => ({ required: [name] })) }) as Input;

export const pageLimit = (fallback: number, max: number) =>
  z.coerce
    .number()
    .int()
    .min(1)
    .max(max)
    .default(fallback)
    .describe(`How many at most (1–${max}).`);
