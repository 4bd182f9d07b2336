import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { failpointNames, failpointVariable, parseFailpoints } from './failpoints.ts';

const script = `
  const { failpoint } = await import(${JSON.stringify(new URL('./failpoints.ts', import.meta.url).href)});
  for (let passing = 1; passing <= 3; passing += 1) {
    failpoint('commit-done');
    console.log(passing);
  }`;

function passThrice(text: string): { signal: string | null; stdout: string } {
  const { signal, stdout } = spawnSync(
    process.execPath,
    ['--input-type=module', '--eval', script],
    { env: { ...process.env, [failpointVariable]: text }, encoding: 'utf8' },
  );
  return { signal, stdout };
}

describe('failpoints', () => {
  it('[CR5] do nothing unless they are asked for', () => {
    expect(parseFailpoints(undefined)).toBeNull();
    expect(parseFailpoints('')).toBeNull();
    expect(passThrice('')).toEqual({ signal: null, stdout: '1\n2\n3\n' });
    expect(passThrice('run-decided=kill')).toEqual({ signal: null, stdout: '1\n2\n3\n' });
  });

  it('[CR5] kill the process at the passing that was named', () => {
    expect(passThrice('commit-done=kill')).toEqual({ signal: 'SIGKILL', stdout: '' });
    expect(passThrice('commit-done=kill@3')).toEqual({ signal: 'SIGKILL', stdout: '1\n2\n' });
    expect(passThrice('commit-done=kill@4').signal).toBeNull();
  });

  it('[CR5] read several, and refuse what they do not know', () => {
    const plan = parseFailpoints('commit-done=kill@2, run-decided=sleep:5');
    expect([...(plan ?? [])]).toEqual([
      ['commit-done', { kind: 'kill', passing: 2 }],
      ['run-decided', { kind: 'sleep', ms: 5 }],
    ]);
    for (const bad of ['commit-done', 'nowhere=kill', 'commit-done=stop', 'commit-done=kill@x']) {
      expect(() => parseFailpoints(bad)).toThrow(
        expect.objectContaining({ code: 'config_invalid' }),
      );
    }
  });

  it('[CR5] have each a name of its own', () => {
    expect(new Set(failpointNames).size).toBe(failpointNames.length);
  });
});
