// A recording again, after prompts or material were changed and its answers still hold: the stages of
// this build are asked, and each gets the old answer to the nearest old question.
//
//   node scripts/renew-recording.ts FILE [brief|standard|full]
import { readFileSync, writeFileSync } from 'node:fs';
import { type Cassette, formatCassette } from '../src/plan/brains/recorded/cassette.ts';
import { readCassette } from '../src/plan/brains/recorded/read-cassette.ts';
import { restCall } from '../test/security/faces.ts';
import { openApp } from '../test/support/app.ts';
import { say } from './lib/say.ts';

interface Old {
  /** How the ids of its steps begin. */
  readonly step: string;
  readonly words: ReadonlySet<string>;
  readonly answer: unknown;
}

interface Claim {
  readonly claimed: boolean;
  readonly lease: { readonly token: string };
  readonly step: { readonly step_id: string; readonly prompt: string };
  readonly next_action: string;
}

const wordsOf = (prompt: string): Set<string> =>
  new Set((prompt.split('# Your task').at(-1) ?? '').split(/\W+/));

function oldAnswers({ entries, contents }: Cassette): Old[] {
  const text = (digest: string): string => (contents[digest] ?? []).join('\n');
  return entries.map(({ stage, prompt, reply }) => ({
    step: `stage_${stage.replaceAll('-', '_')}`,
    words: wordsOf(text(prompt)),
    answer: JSON.parse(text(reply.content)) as unknown,
  }));
}

/** Of those of its stage the one with which it has most words in common, and fewest not. */
function nearest(old: readonly Old[], { step_id, prompt }: Claim['step']): unknown {
  const words = wordsOf(prompt);
  const near = (one: Old): number => [...one.words].filter((word) => words.has(word)).length;
  const far = (one: Old): number => one.words.size - near(one);
  const ofStage = old
    .filter(({ step }) => step_id === step || step_id.startsWith(`${step}_parts_`))
    .toSorted((left, right) => near(right) - far(right) - (near(left) - far(left)));
  if (!ofStage[0]) throw new Error(`${step_id} is new: nothing was recorded for it`);
  return ofStage[0].answer;
}

/** What it was asked for stands in the text that all its prompts share. */
function goalOf({ entries, contents }: Cassette): { prompt: string; start_date: string } {
  const shared = (contents[entries[0]?.system ?? ''] ?? []).join('\n');
  const found = /The plan starts on (\S+)\.\n<goal>\n([\s\S]*)\n<\/goal>/.exec(shared);
  if (!found) throw new Error('the recording does not say its goal');
  return { prompt: found[2] ?? '', start_date: found[1] ?? '' };
}

async function renewed(before: Cassette, detail: string): Promise<Cassette> {
  const app = await openApp();
  const key = await app.makeKey({ tenant: 'tenant_renewal' });
  const call = async (name: string, input: object): Promise<unknown> => {
    const answer = await restCall(app, name, input, key);
    if (answer.status >= 300) throw new Error(answer.text);
    return answer.body;
  };
  try {
    const wish = { ...goalOf(before), brain: 'caller', detail };
    const { plan_id } = (await call('plan_create', wish)) as { plan_id: string };
    await answerAll(call, plan_id, oldAnswers(before));
    await call('plan_wait', { plan_id, timeout_seconds: 50 });
    return (await call('plan_record', { plan_id })) as Cassette;
  } finally {
    await app.close();
  }
}

type Call = (name: string, input: object) => Promise<unknown>;

async function answerAll(call: Call, plan_id: string, old: readonly Old[]): Promise<void> {
  const input = { kinds: ['model'], plan_id, wait_seconds: 20 };
  for (;;) {
    const { claimed, lease, step, next_action } = (await call('work_claim', input)) as Claim;
    if (!claimed && /plan is over|plan_wait/.test(next_action)) return;
    if (!claimed) continue;
    say(step.step_id);
    await call('work_complete', { lease_token: lease.token, output: nearest(old, step) });
  }
}

const [file, detail = 'standard'] = process.argv.slice(2);
if (file === undefined) throw new Error('Which recording? node scripts/renew-recording.ts FILE');
const after = await renewed(readCassette(readFileSync(file, 'utf8')), detail);
writeFileSync(file, formatCassette(after));
say(`${after.entries.length} answers. Run npm run format, then look at the difference.`);
