// What the server answers, against what its description promises: every read of plans that were made,
// imported or forked, media types of files, addresses that look like ids, and inputs that need one of two.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { exportFormats } from '../../src/contract/plan-export.ts';
import { toolsOf } from '../../src/faces/mcp-tools.ts';
import { jsonOperations, operations } from '../../src/operations/table.ts';
import { mcpCall, operationNamed, restCall } from '../security/faces.ts';
import { type Bakery, openBakery } from '../support/execution.ts';
import { planFile, taskOf } from '../support/small-plan.ts';

interface Described {
  readonly responses: Readonly<
    Record<string, { readonly content: Readonly<Record<string, object>> }>
  >;
  readonly requestBody?: {
    readonly content: { readonly 'application/json': { readonly schema: { oneOf?: unknown } } };
  };
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
}

let bakery: Bakery;
let document: Document;
let imported: string;
let fork: string;

beforeAll(async () => {
  bakery = await openBakery();
  document = (await (await bakery.app.call('/openapi.json')).json()) as Document;
  const task = taskOf([{ subtask_id: 'task_1_1', action: 'send_email' }]);
  const taken = await bakery.call('plan_import', { plan: planFile([task]) });
  imported = String(taken.plan_id);
  const execution_id = await bakery.start();
  const { tasks } = await bakery.call('execution_tasks', { execution_id });
  const [group] = (tasks as { step_id: string; purpose: string }[]).filter(
    ({ purpose }) => purpose === 'group',
  );
  const parent = group?.step_id ?? '';
  const step = { step_id: `${parent}_99`, title: 'Taste', action: 'taste_bread' };
  const add = [{ ...step, parent }];
  const made = await bakery.call('execution_fork', { execution_id, add });
  fork = String(made.execution_id);
}, 60_000);
afterAll(() => bakery.close());

const describedAs = (name: string): Described => {
  const { rest } = operationNamed(name);
  const found = document.paths[rest.path]?.[rest.method.toLowerCase()];
  if (!found) throw new Error(`${name} is not described`);
  return found;
};

const mediaType = (headers: Headers): string =>
  (headers.get('content-type') ?? '').split(';', 1)[0] ?? '';

/** Reads that need nothing but the id of a plan or an execution. */
const readsOf = (field: 'plan_id' | 'execution_id') =>
  operations.filter(
    ({ kind, input, rest }) =>
      kind !== 'stream' &&
      rest.method === 'GET' &&
      rest.path.includes(`{${field}}`) &&
      (input as z.ZodObject).safeParse({ [field]: `${field.slice(0, 4)}_00000000` }).error ===
        undefined,
  );

describe('answers', () => {
  it.each(readsOf('plan_id'))('[DG2] $name of an imported plan', async (operation) => {
    const answer = await restCall(bakery.app, operation.name, { plan_id: imported }, bakery.key);
    expect([answer.status, answer.text]).not.toEqual([500, expect.anything()]);
    expect(answer.status).toBeLessThan(500);
    const fits = (output: z.ZodType): boolean => output.safeParse(answer.body).success;
    const isFine = operation.kind !== 'json' || answer.status !== 200 || fits(operation.output);
    expect(isFine).toBe(true);
  });

  it('[DG2] an imported plan has no recording, and the answer says so', async () => {
    const answer = await bakery.ask('plan_record', { plan_id: imported });
    expect(answer).toMatchObject({ status: 404, code: 'file_not_found' });
    expect(bakery.app.errors).toEqual([]);
  });

  it('[DG3] the tasks of a fork have all that its schema promises', async () => {
    const answer = await bakery.ask('execution_tasks', { execution_id: fork });
    const { output } = operationNamed('execution_tasks') as { output?: z.ZodType };
    expect(output?.safeParse(answer.body).error).toBeUndefined();
    const { tasks } = answer.body as { tasks: { step_id: string; description: string }[] };
    const before = await bakery.call('execution_tasks', { execution_id: bakery.executionId });
    const texts = new Map(
      (before.tasks as typeof tasks).map((task) => [task.step_id, task.description]),
    );
    const shared = tasks.filter(({ step_id }) => texts.has(step_id));
    expect(shared.length).toBeGreaterThan(3);
    for (const task of shared) expect(task.description).toBe(texts.get(task.step_id));
    expect([...texts.values()].some((text) => text !== '')).toBe(true);
  });

  it.each(exportFormats)(
    '[DG4] an export as %s has a media type of the description',
    async (format) => {
      const { planId: plan_id } = bakery;
      const answer = await bakery.ask('plan_export_file', { plan_id, format });
      expect(answer.status).toBe(200);
      const declared = Object.keys(describedAs('plan_export_file').responses['200']?.content ?? {});
      expect(declared).toContain(mediaType(answer.headers));
    },
  );

  it('[DG4] every file of a plan has a media type of the description', async () => {
    const { planId: plan_id } = bakery;
    const { files } = (await bakery.call('plan_files', { plan_id })) as {
      files: { path: string; content_type: string }[];
    };
    const declared = Object.keys(describedAs('plan_file').responses['200']?.content ?? {});
    const types = new Set(files.map(({ content_type }) => content_type.split(';', 1)[0]));
    expect(types.size).toBeGreaterThan(2);
    expect(declared).toEqual(expect.arrayContaining([...types]));
  });

  const fixed = operations.filter(({ rest }) => !rest.path.includes('{'));

  it.each(['GET', 'POST', 'PATCH', 'DELETE'])(
    '[DG5] %s of an address without an id never means an id of another',
    async (method) => {
      for (const path of new Set(fixed.map(({ rest }) => rest.path))) {
        const taken = fixed.filter(({ rest }) => rest.path === path).map(({ rest }) => rest.method);
        if (taken.some((one) => one === method)) continue;
        const response = await bakery.app.call(path, { method, key: bakery.key });
        const allow = response.headers.get('allow') ?? '';
        expect([path, response.status]).toEqual([path, 405]);
        for (const one of taken) expect(allow.split(', ')).toContain(one);
        expect(allow.split(', ')).not.toContain(method);
      }
    },
  );

  it.each([
    ['plan_import', ['plan', 'text', 'file_base64']],
    ['work_file', ['content', 'content_base64']],
  ])('[DG6] %s takes exactly one of %j, and the description says so', async (name, fields) => {
    const { requestBody } = describedAs(name);
    expect(requestBody?.content['application/json'].schema.oneOf).toEqual(
      fields.map((field) => ({ required: [field] })),
    );
    const others = name === 'work_file' ? { lease_token: 'x'.repeat(20), path: 'a.md' } : {};
    const both = Object.fromEntries(fields.slice(-2).map((field) => [field, 'eHh4']));
    for (const face of [restCall, mcpCall]) {
      for (const input of [others, { ...others, ...both }]) {
        const answer = await face(bakery.app, name, input, bakery.key);
        expect(answer.code).toBe('INVALID_ARGUMENTS');
        expect(answer.text).toContain(`give exactly one of ${fields.join(', ')}`);
      }
    }
  });

  it('[DG6] no tool has a choice at the top of its input, which some clients refuse', () => {
    const options = {
      services: bakery.app.services,
      report: { newErrorId: () => '', onError() {} },
    };
    const tools = toolsOf(jsonOperations, 'all', options);
    const choices = tools.filter(({ inputSchema }) =>
      ['oneOf', 'anyOf', 'allOf'].some((word) => word in inputSchema),
    );
    expect(choices.map(({ name }) => name)).toEqual([]);
  });
});

describe('a refused input', () => {
  const cases = [
    ['plan_list', { limt: 3 }, 'unknown field "limt"; known fields: limit'],
    ['work_heartbeat', { lease_token: 'abc' }, 'lease_token: too short: at least 10 characters'],
    ['plan_create', { prompt: 'Open a bakery', brain: 'modle' }, 'brain: must be one of model'],
    ['plan_get', { plan_id: 'x' }, 'plan_id: must look like plan_…'],
  ] as const;

  it.each(cases)('[DG1] %s %j says what is wrong over REST and MCP', async (name, input, words) => {
    for (const face of [restCall, mcpCall]) {
      const answer = await face(bakery.app, name, input, bakery.key);
      expect(answer.code).toBe('INVALID_ARGUMENTS');
      expect(answer.text.replaceAll(String.raw`\"`, '"').replaceAll(String.raw`\\`, '')).toContain(
        words,
      );
    }
  });
});
