// The coding proof with a mind: tools read, edit, test and commit, and the edits were thought out by somebody
// who saw no more than what work_claim hands out. That exchange was recorded once, against a server. Here it
// is replayed strictly: the same is handed out, the recorded answers are given, and it ends the same.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sha256Hex } from '../../src/base/hash.ts';
import { type FaceCall, mcpCall, restCall } from '../security/faces.ts';
import { footprint } from './coding-story.ts';
import { readStory, recordingText } from './proof-recording.ts';
import { Proof } from './proof-run.ts';

/** SHA-256 of every file, by path. */
function filesOf(root: string, below = ''): Record<string, string> {
  const entries = readdirSync(join(root, below), { withFileTypes: true });
  const found = entries.map((entry): Record<string, string> => {
    const path = join(below, entry.name);
    if (path === '.git') return {};
    if (entry.isDirectory()) return filesOf(root, path);
    return { [path]: sha256Hex(readFileSync(join(root, path))) };
  });
  return Object.assign({}, ...found) as Record<string, string>;
}

let proof: Proof;
afterEach(() => proof.close());

describe.each([
  ['REST', restCall],
  ['MCP', mcpCall as FaceCall],
] as const)('the coding proof with a mind, replayed over %s', (_, face) => {
  it('[TL62] an edit that the tests reject is mended by whoever is handed what they said, and it converges', async () => {
    proof = new Proof(face, 'converges');
    await proof.open();
    expect(await proof.replay()).toBe('COMPLETED');
    const { repository } = proof;
    expect(filesOf(repository.root)).toEqual(readStory('converges').files);
    expect(repository.git('log', '--format=%s', 'quarters')).toBe(
      'Bill by the quarter of an hour\nfirst',
    );
    expect(repository.git('status', '--porcelain')).toBe('?? notes.txt');
    expect(proof.app.errors).toEqual([]);
  });

  it('[TL62] a mind that knows no more says so: all edits are undone, to the byte', async () => {
    proof = new Proof(face, 'gives_up');
    const before = footprint(proof.repository);
    await proof.open();
    expect(await proof.replay()).toBe('CANCELLED');
    expect(footprint(proof.repository)).toEqual(before);
    expect(filesOf(proof.repository.root)).toEqual(readStory('gives_up').files);
    expect((await proof.status()).uncompensated).toEqual([]);
    expect(proof.app.errors).toEqual([]);
  });
});

describe('the recording of the coding proof', () => {
  beforeEach(() => {
    proof = new Proof(restCall, 'converges');
  });

  it('[TL62] a replay on something else stops and names the place', async () => {
    proof.repository.file('src/duration.mjs', '// Reads how long something lasts.\n');
    await proof.open();
    await expect(proof.replay()).rejects.toThrow(
      'task_1_6.inputs.task_1_3.result.text differs at line 1, column 29',
    );
  });

  it('[TL62] holds no folder of a machine, no key and no id of a run', () => {
    expect(recordingText()).not.toMatch(/\/(?:tmp|home|Users|root)\/|pw_|lt_|exec_|plan_|agent_/);
  });
});
