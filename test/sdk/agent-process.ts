// An agent as a process of its own that prints one JSON object a line.
import { type ChildProcess, spawn } from 'node:child_process';
import process from 'node:process';

export interface AgentProcess {
  readonly child: ChildProcess;
  readonly lines: Record<string, unknown>[];
}

export function runAgentProcess(
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): AgentProcess {
  const child = spawn(command, args, {
    env: { ...process.env, PLANWRIGHT_KEY: '', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines: Record<string, unknown>[] = [];
  let rest = '';
  child.stdout.on('data', (chunk: Buffer) => {
    const parts = (rest + chunk.toString()).split('\n');
    rest = parts.pop() ?? '';
    lines.push(...parts.map((part) => JSON.parse(part) as Record<string, unknown>));
  });
  return { child, lines };
}
