// planwright doctor: what this machine and this configuration allow, in plain words. It changes nothing
// but for a folder that the sandbox is tried in.
import type { Config } from '../base/config.ts';
import { sandboxIn } from '../work/workshop.ts';
import type { Arguments } from './arguments.ts';
import { type Io, printJson } from './io.ts';

interface Finding {
  readonly name: 'agent_planning' | 'sandbox' | 'work_folders';
  readonly value: string;
  readonly means: string;
}

const effects = ({ agentPlanning }: Config): Finding => ({
  name: 'agent_planning',
  value: agentPlanning,
  means:
    agentPlanning === 'on'
      ? 'Tools may change files, run commands and fetch pages, within the policy of each execution.'
      : 'Steps with effects fail. Turn them on with PLANWRIGHT_AGENT_PLANNING=on.',
});

const folders = ({ workFolders }: Config): Finding => ({
  name: 'work_folders',
  value: workFolders.length === 0 ? 'none' : workFolders.join(', '),
  means:
    workFolders.length === 0
      ? 'Tools see no files. Name folders in PLANWRIGHT_WORK_FOLDERS.'
      : 'The root of a policy must lie in one of them.',
});

async function sandbox({ dataDir }: Config): Promise<Finding> {
  const found = await sandboxIn(dataDir);
  await found.close();
  const rest = found.kind === 'none' ? ' A person must approve each command.' : '';
  return { name: 'sandbox', value: found.kind, means: `${found.reason}${rest}` };
}

export async function runDoctor(args: Arguments, config: Config, io: Io): Promise<number> {
  const findings = [effects(config), folders(config), await sandbox(config)];
  if (args.flags.json) printJson(io, { findings });
  else
    for (const { name, value, means } of findings)
      io.stdout.write(`${name}: ${value}\n  ${means}\n`);
  return 0;
}
