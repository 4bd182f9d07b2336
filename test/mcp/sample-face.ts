// A face with two ordinary tools, a prompt and a resource: what the tests of the protocol need until,
// and beside, the real operation table.
import type {
  McpFaceOptions,
  McpHttpOptions,
  McpPrompt,
  McpTool,
} from '../../src/faces/mcp-types.ts';
import { fixtureExtension } from './fixtures/extension.ts';
import { annotations, productFixtureTools } from './fixtures/product-tools.ts';
import { fixtureResources } from './fixtures/resources.ts';

export const echoTool: McpTool<unknown> = {
  name: 'sample_echo',
  title: 'Echo',
  description: 'Returns the text it was given.',
  inputSchema: {
    type: 'object',
    properties: { text: { type: 'string', maxLength: 200 } },
    required: ['text'],
    additionalProperties: false,
  },
  outputSchema: {
    type: 'object',
    properties: { text: { type: 'string' }, caller: { type: 'string' } },
    required: ['text', 'caller'],
  },
  annotations,
  call: async (input, context) => {
    const { text } = input as { text?: unknown };
    if (typeof text === 'string')
      return { ok: true, value: { text, caller: String(context.caller) } };
    const message = 'Give "text" as a string.';
    return { ok: false, error: { code: 'INVALID_ARGUMENTS', message, error_id: 'err_sample' } };
  },
};

/** Writes where only the protocol may, and then fails. */
export const noisyTool: McpTool<unknown> = {
  ...echoTool,
  name: 'sample_noisy',
  title: 'Noisy',
  description: 'Prints to standard output and fails.',
  call: async () => {
    console.log('noise on standard output');
    throw new Error('secret detail');
  },
};

const samplePrompt: McpPrompt = {
  name: 'sample_prompt',
  title: 'Sample',
  description: 'A prompt with one argument.',
  arguments: [{ name: 'topic', description: 'What about', required: true }],
  render: (values) => `Write about ${values.topic}.`,
};

let errors = 0;

export const sampleFace: McpFaceOptions<unknown> = {
  info: { name: 'sample', title: 'Sample', version: '0.0.0' },
  instructions: 'A sample server for tests.',
  prompts: [samplePrompt],
  resources: fixtureResources,
  newErrorId: () => {
    errors += 1;
    return `err_${errors}`;
  },
};

export const sampleHttp: McpHttpOptions<unknown> = {
  ...sampleFace,
  toolsets: { default: [echoTool], worker: [noisyTool], all: [echoTool, noisyTool] },
  authenticate: async () => ({ ok: true, caller: 'tester' }),
};

export const fixturePath = '/mcp-fixtures';

export const fixtureHttp: McpHttpOptions<unknown> = {
  ...sampleHttp,
  basePath: fixturePath,
  extension: fixtureExtension,
  toolsets: { default: [echoTool, ...productFixtureTools], worker: [], all: [] },
};
