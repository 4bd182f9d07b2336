// Examples for those who come for the first time: finished plans, and goals to try.
import { z } from 'zod';
import { PlanwrightError } from '../base/errors.ts';
import { sha256Hex } from '../base/hash.ts';
import { zipOf } from '../base/zip.ts';
import {
  exampleFileInput,
  examplePlansOutput,
  examplePromptsOutput,
  exampleZipInput,
} from '../contract/plan-read.ts';
import type { Context } from './context.ts';
import { exampleGoals } from './example-goals.ts';
import { jsonOperation, rawOperation } from './operation.ts';
import { asZip } from './plan-file-info.ts';
import { fileMediaTypes } from './plan-views.ts';

const none = z.strictObject({});

export const examplePrompts = jsonOperation({
  name: 'example_prompts',
  title: 'List sample goals',
  description: 'Sample goals from people and agents.',
  input: none,
  output: examplePromptsOutput,
  scope: 'plan:read',
  toolsets: ['default'],
  rest: 'GET /api/examples/prompts',
  cli: 'goals',
  handler: async () => ({
    samples: [...exampleGoals],
    next_action: 'Write a goal of your own in this manner, and call plan_create with it as prompt.',
  }),
});

const placeOf = (name: string): string => `/api/examples/${name}`;

export const examplePlans = jsonOperation({
  name: 'example_plans',
  title: 'List example plans',
  description: 'Finished plans that ship with this server, with their reports.',
  input: none,
  output: examplePlansOutput,
  scope: 'plan:read',
  toolsets: ['default'],
  rest: 'GET /api/examples/plans',
  cli: 'examples',
  async handler({ examples }) {
    const found = (await examples?.list()) ?? [];
    const plans = found.map((example) => ({
      ...example,
      report_url: `${placeOf(example.name)}/files/report.html`,
      zip_url: `${placeOf(example.name)}/zip`,
    }));
    const next_action =
      plans.length > 0
        ? 'Open a report, or make a plan of your own with plan_create.'
        : 'None ship with this version. Make one with plan_create.';
    return { plans, next_action };
  },
});

async function filesOf({ examples }: Context, name: string) {
  const files = (await examples?.files(name)) ?? [];
  if (files.length > 0) return files;
  throw new PlanwrightError('not_found', 'There is no such example. example_plans lists them.');
}

const types: ReadonlyMap<string, string> = new Map([
  ['html', 'text/html; charset=utf-8'],
  ['md', 'text/markdown; charset=utf-8'],
  ['json', 'application/json'],
  ['csv', 'text/csv; charset=utf-8'],
]);

const typeOf = (path: string): string =>
  types.get(path.slice(path.lastIndexOf('.') + 1)) ?? 'application/octet-stream';

export const exampleFile = rawOperation({
  name: 'example_file',
  title: 'Download a file of an example',
  description: 'Returns the bytes of one file of an example plan.',
  input: exampleFileInput,
  mediaTypes: fileMediaTypes,
  scope: 'plan:read',
  rest: 'GET /api/examples/{name}/files/{path}',
  async handler(context, { name, path }) {
    const file = (await filesOf(context, name)).find((one) => one.path === path);
    if (file) {
      const { bytes } = file;
      return { bytes, contentType: typeOf(path), sha256: sha256Hex(bytes) };
    }
    throw new PlanwrightError('file_not_found', 'The example has no such file.');
  },
});

export const exampleZip = rawOperation({
  name: 'example_zip',
  title: 'Download an example',
  description: 'Returns all files of an example plan as a zip.',
  input: exampleZipInput,
  mediaTypes: ['application/zip'],
  scope: 'plan:read',
  rest: 'GET /api/examples/{name}/zip',
  async handler(context, { name }) {
    const files = await filesOf(context, name);
    return asZip(zipOf(files.map((file) => ({ ...file, path: `${name}/${file.path}` }))));
  },
});
