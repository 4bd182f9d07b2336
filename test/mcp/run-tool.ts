// Runs a command-line tool of node_modules with the Node of this process, never through a shell.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const repositoryRoot = fileURLToPath(new URL('../..', import.meta.url));
const timeoutMs = 60_000;

export interface ToolRun {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export function runTool(
  name: string,
  args: readonly string[],
  moreEnv: Readonly<Record<string, string>> = {},
): Promise<ToolRun> {
  const script = `${repositoryRoot}/node_modules/.bin/${name}`;
  const env = { ...process.env, ...moreEnv };
  const options = { cwd: repositoryRoot, env, timeout: timeoutMs, maxBuffer: 50_000_000 };
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [script, ...args], options, (_error, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, stdout, stderr }),
    );
  });
}
