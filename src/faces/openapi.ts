// OpenAPI 3.1 from the operation table. zod gives the JSON Schemas; nothing is written twice.
import { z } from 'zod';
import { healthOutput, readyOutput } from '../contract/health.ts';
import { problem } from '../contract/problem.ts';
import type { Operation } from '../operations/operation.ts';
import { scopeText } from './scope-text.ts';

type Schema = Record<string, unknown>;

export function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Schema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    target: 'draft-2020-12',
    unrepresentable: 'any',
  });
  return rest;
}

const parameterNames = (path: string): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');

/** On every call that writes; see docs/steering.md. */
const idempotencyParameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'The same key with the same body is done once and answered the same.',
  schema: { type: 'string', minLength: 1, maxLength: 200 },
};

const headersOf = (operation: Operation): Schema[] =>
  operation.kind === 'json' && operation.effect !== 'read' && operation.rest.method !== 'GET'
    ? [idempotencyParameter]
    : [];

function splitInput(operation: Operation): { parameters: Schema[]; body: Schema | null } {
  const schema = jsonSchema(operation.input, 'input') as {
    properties?: Record<string, Schema>;
    required?: string[];
    oneOf?: Schema[];
  };
  const inPath = new Set(parameterNames(operation.rest.path));
  const hasBody = operation.rest.method === 'POST' || operation.rest.method === 'PATCH';
  const properties = Object.entries(schema.properties ?? {});
  const parameters = properties
    .filter(([name]) => inPath.has(name) || !hasBody)
    .map(([name, property]) => {
      const { description, ...type } = property;
      const isRequired = inPath.has(name) || (schema.required ?? []).includes(name);
      const place = inPath.has(name) ? 'path' : 'query';
      return { name, in: place, required: isRequired, description, schema: type };
    });
  if (!hasBody) return { parameters, body: null };
  const rest = properties.filter(([name]) => !inPath.has(name));
  const required = (schema.required ?? []).filter((name) => !inPath.has(name));
  const body = {
    type: 'object',
    properties: Object.fromEntries(rest),
    additionalProperties: false,
    ...(required.length > 0 ? { required } : {}),
    ...(schema.oneOf === undefined ? {} : { oneOf: schema.oneOf }),
  };
  return { parameters, body };
}

const binary = { type: 'string', format: 'binary' };

/** A file may be sent as it is, with the other fields in the query. */
const fileContent = ({ rest }: Operation): Schema =>
  rest.file === undefined ? {} : { 'application/octet-stream': { schema: binary } };

function contentOf(operation: Operation): Schema {
  switch (operation.kind) {
    case 'json':
      return { 'application/json': { schema: jsonSchema(operation.output, 'output') } };
    case 'raw':
      return Object.fromEntries(operation.mediaTypes.map((type) => [type, { schema: binary }]));
    case 'stream':
      return { 'text/event-stream': { schema: { type: 'string' } } };
  }
}

const problemAnswer = (description: string): Schema => ({
  description,
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
});

const pascal = (name: string): string =>
  name.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());

function operationObject(operation: Operation): Schema {
  const { parameters: own, body } = splitInput(operation);
  const parameters = [...own, ...headersOf(operation)];
  const [example] = operation.examples;
  const withExample = example === undefined ? {} : { example };
  const isBodyRequired = body !== null && 'required' in body;
  return {
    operationId: operation.name,
    summary: operation.title,
    description: `${operation.description}\n\nScope: ${scopeText(operation)}.`,
    tags: [operation.rest.tag],
    security: [{ key: [] }, {}],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body === null
      ? {}
      : {
          requestBody: {
            required: isBodyRequired,
            content: {
              'application/json': { schema: body, ...withExample },
              ...fileContent(operation),
            },
          },
        }),
    responses: {
      [operation.rest.status]: {
        description: `${pascal(operation.name)} answer`,
        content: contentOf(operation),
      },
      ...(operation.rest.isEmpty ? { 204: { description: 'There is nothing.' } } : {}),
      '4XX': problemAnswer(
        'The call was refused; detail says why and what to do. error_id names it in the log at debug.',
      ),
      '5XX': problemAnswer('The server failed; error_id names it in the log.'),
    },
  };
}

const healthContent = { 'application/json': { schema: jsonSchema(healthOutput, 'output') } };
const readyContent = { 'application/json': { schema: jsonSchema(readyOutput, 'output') } };

/** What machines ask about the server; not operations, since no tool calls them. */
const probePaths = {
  '/health': {
    get: {
      operationId: 'health',
      summary: 'Health of the server',
      description: 'Whether the server can write to its store, and what needs attention.',
      tags: ['Server'],
      security: [{}],
      responses: {
        '200': { description: 'The server works; status may be degraded.', content: healthContent },
        '503': {
          description: 'The server cannot write; problems says why.',
          content: healthContent,
        },
        '4XX': problemAnswer('A bad key was shown.'),
      },
    },
  },
  '/ready': {
    get: {
      operationId: 'ready',
      summary: 'Readiness for requests',
      description: 'For load balancers: 503 while the server cannot write or is stopping.',
      tags: ['Server'],
      security: [{}],
      responses: {
        '200': { description: 'Send it requests.', content: readyContent },
        '503': { description: 'Send requests elsewhere.', content: readyContent },
        '4XX': problemAnswer('A bad key was shown.'),
      },
    },
  },
  '/metrics': {
    get: {
      operationId: 'metrics',
      summary: 'Figures for Prometheus',
      description:
        'Needs the token of PLANWRIGHT_METRICS_TOKEN, or a key with the scope admin of the first tenant; local callers need neither.',
      tags: ['Server'],
      security: [{ key: [] }, {}],
      responses: {
        '200': {
          description: 'The text format of Prometheus, version 0.0.4.',
          content: { 'text/plain': { schema: { type: 'string' } } },
        },
        '4XX': problemAnswer('The caller may not read the metrics.'),
      },
    },
  },
};

export function openApiDocument(
  operations: readonly Operation[],
  info: { version: string; url: string },
): object {
  const paths: Record<string, Record<string, unknown>> = { ...probePaths };
  for (const operation of operations) {
    const { method, path } = operation.rest;
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationObject(operation) };
  }
  const tags = [...new Set(operations.map((operation) => operation.rest.tag)), 'Server'];
  return {
    openapi: '3.1.0',
    info: {
      title: 'Planwright',
      version: info.version,
      description: 'A goal becomes a checked plan; the plan is run by agents, tools and people.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: info.url }],
    tags: tags.map((name) => ({ name, description: `${name}.` })),
    paths,
    components: {
      securitySchemes: {
        key: { type: 'http', scheme: 'bearer', description: 'A key: pw_<id>_<secret>.' },
      },
      schemas: { Problem: jsonSchema(problem, 'output') },
    },
  };
}
