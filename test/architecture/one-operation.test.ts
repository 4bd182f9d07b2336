// An operation is one file: everything else follows from it. Shown on a copy of the tree with one more.
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandsText } from '../../scripts/lib/operations/printed-commands.ts';
import { adminKill } from '../../src/operations/admin.ts';
import { root } from './source-tree.ts';

const operation = `import { z } from 'zod';
import { planId } from '../contract/common.ts';
import { jsonOperation } from './operation.ts';

export const wordEcho = jsonOperation({
  name: 'word_echo',
  title: 'Say a word back',
  description: 'Gives the word that it was given.',
  input: z.strictObject({ plan_id: planId, word: z.string().max(40) }),
  output: z.strictObject({ said: z.string() }),
  scope: 'plan:read',
  rest: 'GET /api/words/{plan_id}/{word}',
  cli: { command: 'echo', group: 'Data' },
  examples: [{ plan_id: 'plan_00000000', word: 'hello' }],
  async handler(_context, { word }) {
    return { said: word };
  },
});
`;

const parts = ['src', 'sdk', 'scripts', 'test', 'web/src', 'package.json'];
const isTest = /\.test\.ts$|\/(data|parked)$/;

interface Seen {
  readonly [face: string]: unknown;
}

describe('one more operation, in one file', () => {
  let tree: string;
  let seen: Seen;
  beforeAll(async () => {
    tree = mkdtempSync(path.join(tmpdir(), 'planwright-operation-'));
    for (const part of parts) {
      const filter = (from: string): boolean => !isTest.test(from.slice(root.length));
      cpSync(path.join(root, part), path.join(tree, part), { recursive: true, filter });
    }
    symlinkSync(path.join(root, 'node_modules'), path.join(tree, 'node_modules'));
    writeFileSync(path.join(tree, 'src/operations/word-echo.ts'), operation);
    const probe = path.join(tree, 'test/architecture/one-operation-probe.ts');
    const args = [probe, 'word_echo', JSON.stringify({ plan_id: 'plan_00000000', word: 'hello' })];
    const env = { ...process.env, PLANWRIGHT_HOME: path.join(tree, 'home') };
    const { stdout } = await promisify(execFile)(process.execPath, args, { env });
    seen = JSON.parse(stdout) as Seen;
  });
  afterAll(() => rmSync(tree, { recursive: true, force: true }));

  it.each(['rest', 'mcp', 'sdk', 'page'])('[OP22] is there through %s', (face) => {
    expect(seen[face]).toEqual({ said: 'hello' });
  });

  it('[OP22] is a command with its words', () => {
    expect(seen.cli).toMatchObject({ said: 'hello' });
    expect(seen.help).toContain('echo PLAN WORD');
  });

  it('[OP22] is in OpenAPI once', () => {
    expect(seen.openapi).toEqual([
      { at: '/api/words/{plan_id}/{word}', method: 'get', operationId: 'word_echo' },
    ]);
  });

  it('[OP22] needs its scope', () => {
    expect(seen.refusals).toEqual(['forbidden', 'forbidden']);
  });

  it('[OP22] is in the authorization matrix, with its example and a plan that exists', () => {
    expect(seen.matrix).toEqual([{ name: 'word_echo', what: 'word_echo', scope: 'plan:read' }]);
    expect(seen.fixture).toEqual({ word: 'hello', plan_id: 'plan_of_world' });
    expect(seen.strangerSees).toEqual({ status: 404, code: 'PLAN_NOT_FOUND' });
  });

  it('[OP22] a command whose tag has no group in the help is not built', () => {
    const found = { file: 'word-echo.ts', exportName: 'wordEcho', operation: adminKill };
    const rest = { ...adminKill.rest, tag: 'Words' };
    const unknown = { ...found, operation: { ...adminKill, rest } };
    expect(() => commandsText([unknown])).toThrow('the help has no group for Words');
    expect(commandsText([found])).toContain('"name":"kill"');
  });
});
