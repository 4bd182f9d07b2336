// A world in which programs may be run, and a look at what runs on this machine.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Sandbox } from '../../src/work/safety/sandbox.ts';
import { ToolWorld } from './tool-world.ts';

/** `out` is there to be written. */
export async function openCommandWorld(
  sandbox: Sandbox,
  limits: Readonly<Record<string, number>> = {},
  secrets: readonly string[] = [],
): Promise<ToolWorld> {
  const commands = [
    { command: 'sh', args: [['-c', '**']] },
    { command: 'node', args: [['-e', '**']] },
    { command: 'true' },
  ];
  const world = await ToolWorld.open({ sandbox, secrets, rest: { commands, limits } });
  mkdirSync(join(world.root, 'out'));
  return world;
}

export const shell = (script: string, more: Record<string, unknown> = {}) => ({
  command: 'sh',
  args: ['-c', script],
  ...more,
});

/** Whether any process of this machine has the text among its arguments. */
export function isRunning(marker: string): boolean {
  if (!existsSync('/proc/self/cmdline')) {
    return execFileSync('ps', ['-axo', 'args']).includes(marker);
  }
  return readdirSync('/proc').some((name) => {
    if (!/^\d+$/.test(name)) return false;
    try {
      return readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(marker);
    } catch {
      return false;
    }
  });
}
