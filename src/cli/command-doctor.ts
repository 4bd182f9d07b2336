// planwright doctor: what this machine and this configuration allow, in plain words. It changes nothing
// but for a folder that the sandbox is tried in, and asks every model one tiny question.
import type { Config } from '../base/config.ts';
import { errorTable } from '../base/errors.ts';
import { openRecording } from '../mind-link.ts';
import { linkModels, type ModelLink } from '../model-link.ts';
import type { ModelCheck } from '../models/check-models.ts';
import { readOwnPlaybooks } from '../plan/brains/offline/own-playbooks.ts';
import { brains } from '../plan/settings.ts';
import { playbookFolder } from '../playbook-folder.ts';
import { sandboxIn } from '../work/workshop.ts';
import type { Arguments } from './arguments.ts';
import { storageOf } from './doctor-storage.ts';
import { type Way, waysToThink } from './doctor-ways.ts';
import { type Io, printJson, widthOf } from './io.ts';
import { wrapped } from './wrap.ts';

interface Finding {
  readonly name: 'agent_planning' | 'sandbox' | 'work_folders' | 'storage' | 'playbooks' | 'models';
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

function playbooks(config: Config): Finding {
  const folder = playbookFolder(config);
  const { good, bad } = readOwnPlaybooks(folder);
  const problems = bad.map(({ file, problems: [first = ''] }) => ` ${file}: ${first}.`);
  const means =
    bad.length === 0
      ? `Plans without a model follow one. Own ones go into ${folder}.`
      : `Not used:${problems.join('')} planwright playbooks check FILE tells all.`;
  return { name: 'playbooks', value: `${good.length} own`, means };
}

interface BrainCheck {
  readonly name: string;
  readonly usable: boolean;
  readonly means: string;
}

const meaning: Readonly<Record<(typeof brains)[number], string>> = {
  offline: 'Rules and playbooks; no key, no network.',
  caller: 'The agent that calls does the thinking: work_claim hands it the questions.',
  model: 'Models of the profile, in its order.',
  recorded: 'Replies from a recording, for tests and demos.',
};

const noModel =
  'No model is set up. Set OPENAI_API_KEY, ANTHROPIC_API_KEY, GEMINI_API_KEY or OPENROUTER_API_KEY, or write models.json (docs/models.md).';
const noRecording = 'No recording is named. Set PLANWRIGHT_RECORDING.';

/** Of the model brain only what the calls have shown. */
function modelBrain(checks: readonly ModelCheck[]): BrainCheck {
  const answering = checks.filter(({ usable }) => usable).length;
  const found = `${meaning.model} ${answering} of ${checks.length} answer.`;
  return { name: 'model', usable: answering > 0, means: checks.length === 0 ? noModel : found };
}

/** Read whole: a file that is there may still be none. */
async function recordedBrain(recording: string | null): Promise<BrainCheck> {
  const name = 'recorded';
  if (recording === null) return { name, usable: false, means: noRecording };
  try {
    const { entries } = await openRecording(recording);
    return { name, usable: true, means: `${meaning.recorded} ${entries.length} are in it.` };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { name, usable: false, means: `${message} It is ${recording}.` };
  }
}

function brainChecks(checks: readonly ModelCheck[], recorded: BrainCheck): BrainCheck[] {
  return brains.map((name) => {
    if (name === 'model') return modelBrain(checks);
    return name === 'recorded' ? recorded : { name, usable: true, means: meaning[name] };
  });
}

/** As an error of that kind has it: no answer. */
const noAnswer = errorTable.fetch_failed.exit;

const checkTimeoutMs = 60_000;

async function modelChecks({ config, secrets }: ModelLink): Promise<ModelCheck[]> {
  const { checkModels } = await import('../models/check-models.ts');
  return checkModels(config, { secrets }, AbortSignal.timeout(checkTimeoutMs));
}

const modelsFinding = ({ config }: ModelLink): Finding => ({
  name: 'models',
  value: config.file ?? 'no models.json',
  means: `Plans use profile ${config.defaultProfile} unless they name another. Models in it: ${config.profiles[config.defaultProfile].length}.`,
});

const lines = (name: string, value: string, means: string): string =>
  `${name}: ${value}\n  ${means}\n`;

const usableText = (usable: boolean): string => (usable ? 'usable' : 'not usable');

function wayLines({ title, ready, means, commands }: Way, width: number): string {
  const head = `${title}: ${ready ? 'ready' : 'not set up'}`;
  const typed = commands.flatMap(({ command, why }) => [
    ...(why === undefined ? [] : [`    # ${why}`]),
    `    ${command}`,
  ]);
  return `${[head, ...wrapped(means, width), ...typed].join('\n')}\n\n`;
}

/** Rules always can: only what was set up and does not work is a failure. */
const exitCode = (models: readonly ModelCheck[]): number =>
  models.length > 0 && models.every(({ usable }) => !usable) ? noAnswer : 0;

export async function runDoctor(
  args: Arguments,
  config: Config,
  io: Io,
  link: ModelLink = linkModels(config),
): Promise<number> {
  const findings: Finding[] = [
    effects(config),
    folders(config),
    await sandbox(config),
    { name: 'storage', ...(await storageOf(config)) },
    playbooks(config),
    modelsFinding(link),
  ];
  const models = await modelChecks(link);
  const minds = brainChecks(models, await recordedBrain(config.recording));
  const answering = models.filter(({ usable }) => usable).length;
  const { dataDir } = config;
  const { file } = link.config;
  const ways = waysToThink({ dataDir, file, answering, models: models.length });
  if (args.flags.json) printJson(io, { ways, findings, brains: minds, models });
  else
    io.stdout.write(
      [
        ...ways.map((way) => wayLines(way, Math.min(widthOf(io), 100))),
        'What is set up here\n',
        ...findings.map(({ name, value, means }) => lines(name, value, means)),
        ...minds.map(({ name, usable, means }) =>
          lines(`brain ${name}`, usableText(usable), means),
        ),
        ...models.map(({ key, usable, means }) => lines(`model ${key}`, usableText(usable), means)),
      ].join(''),
    );
  return exitCode(models);
}
