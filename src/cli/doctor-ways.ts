// The three ways to a mind, each with the very lines to type: a model, the agent that calls, or the rules
// that are built in. For a newcomer this is the part of `doctor` that matters.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ownName } from './own-name.ts';

interface Typed {
  /** To be typed or pasted as it stands, but for … and GOAL. */
  readonly command: string;
  readonly why?: string;
}

export interface Way {
  readonly name: 'offline' | 'model' | 'caller';
  readonly title: string;
  readonly ready: boolean;
  readonly means: string;
  readonly commands: readonly Typed[];
}

export interface Minds {
  readonly dataDir: string;
  /** Where models.json lies, if there is one: it is never to be written over. */
  readonly file: string | null;
  /** Models that answered, of those that are set up. */
  readonly answering: number;
  readonly models: number;
}

const offline: Way = {
  name: 'offline',
  title: 'Go on without a model',
  ready: true,
  means:
    'The built-in rules read amounts, dates, places, people and bans from the goal, take the playbook that fits, and give tasks, dates, costs, risks and open questions in seconds. They look nothing up and cannot tell whether the idea is good; what they guess is marked as a guess.',
  commands: [{ command: `${ownName} plan "GOAL" --brain offline` }],
};

/** A model on this machine, in a file of one line; the usual one of docs/models.md. */
const localModel = '{"models":{"local":{"provider":"ollama","model":"qwen3:8b"}}}';

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

const localLine = ({ dataDir, file }: Minds): Typed => {
  const why = 'a server on this machine: ollama, lmstudio, llamacpp or vllm (docs/models.md)';
  if (file !== null) return { why, command: `\${EDITOR:-vi} ${quoted(file)}` };
  const write = `echo ${quoted(localModel)} > ${quoted(join(dataDir, 'models.json'))}`;
  return { why, command: `mkdir -p ${quoted(dataDir)} && ${write}` };
};

const addModel = (minds: Minds): Typed[] => [
  {
    why: 'a key: this one, ANTHROPIC_API_KEY, GEMINI_API_KEY or OPENROUTER_API_KEY',
    command: 'export OPENAI_API_KEY=…',
  },
  localLine(minds),
  { why: 'then see it answer', command: `${ownName} doctor` },
];

function modelWay(minds: Minds): Way {
  const { answering, models } = minds;
  const way = { name: 'model', title: 'Add a model', ready: answering > 0 } as const;
  if (answering > 0) {
    const means = `${answering} of ${models} models answer: they think about every stage of a plan.`;
    return { ...way, means, commands: [{ command: `${ownName} plan "GOAL" --brain model` }] };
  }
  const means =
    models === 0
      ? 'None is set up. A model thinks about every stage: it takes minutes and costs what its provider asks. A key, or a server on this machine:'
      : 'Models are set up, but none answers; see below what each says. To set up another:';
  return { ...way, means, commands: addModel(minds) };
}

/** Agents start it from anywhere, so a clone is named by its whole path. */
const launcher = import.meta.url.endsWith('.ts')
  ? fileURLToPath(new URL('../../bin/planwright', import.meta.url))
  : 'planwright';

const mcpConfig = { mcpServers: { planwright: { command: launcher, args: ['mcp'] } } };

const caller: Way = {
  name: 'caller',
  title: 'Use the mind of the agent that calls',
  ready: true,
  means:
    'An agent that speaks MCP does the thinking itself, with no key here. Connect it, then tell it to use the prompt think_for_plan (docs/agents-as-minds.md).',
  commands: [
    { why: 'into the MCP settings of the agent', command: JSON.stringify(mcpConfig) },
    { why: 'or begin it here', command: `${ownName} plan "GOAL" --brain caller` },
  ],
};

/** What is ready with the best result comes first. */
export const waysToThink = (minds: Minds): readonly Way[] => [modelWay(minds), caller, offline];
