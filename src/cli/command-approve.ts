// planwright approve and reject: shows exactly what is to be done, asks, and says yes or no to that
// very thing by its digest. What changed meanwhile is refused by the server.
import type { Config } from '../base/config.ts';
import { PlanwrightError } from '../base/errors.ts';
import type { Approval, executionApprovalsOutput } from '../contract/approvals.ts';
import { type Arguments, textFlag, wordAt } from './arguments.ts';
import { type Asker, alwaysYes, askOnTerminal } from './ask-yes.ts';
import { type Caller, openCaller } from './caller.ts';
import { type Io, printHuman, printJson } from './io.ts';
import { asPerson } from './person.ts';
import { jsonOf } from './short-forms.ts';
import { approvalLines } from './show-approval.ts';

type Answer = (typeof executionApprovalsOutput)['_zod']['output'];

async function findAsked(caller: Caller, run: string, step?: string): Promise<readonly Approval[]> {
  const answer = (await caller.call('execution_approvals', { execution_id: run })) as Answer;
  if (step === undefined) return answer.approvals;
  const found = answer.approvals.filter(({ step_id }) => step_id === step);
  if (found.length > 0) return found;
  const waiting = answer.approvals.map(({ step_id }) => step_id).join(', ') || 'nothing';
  const message = `${step} does not wait for an approval. What waits: ${waiting}.`;
  throw new PlanwrightError('not_allowed_now', message);
}

const control = (caller: Caller, run: string, action: string, more: object): Promise<object> =>
  caller.call('execution_control', { execution_id: run, action, ...more });

interface Said {
  readonly approved: string[];
  readonly left: string[];
}

/** One after the other; each is asked for by itself. */
async function approveEach(
  caller: Caller,
  run: string,
  asked: readonly Approval[],
  asker: Asker,
  show: (line: string) => void,
): Promise<Said> {
  const said: Said = { approved: [], left: [] };
  for (const approval of asked) {
    const { step_id, digest } = approval;
    for (const line of approvalLines(approval)) show(line);
    const isYes = await asker.ask('Approve exactly this?');
    if (isYes) await control(caller, run, 'approve', { step_id, digest });
    (isYes ? said.approved : said.left).push(step_id);
  }
  return said;
}

export async function runApprove(args: Arguments, config: Config, io: Io): Promise<number> {
  const run = wordAt(args, 0, 'approve', 'an execution');
  const instead = textFlag(args, 'instead');
  if (instead !== undefined) return runInstead(args, run, instead, config, io);
  const caller = await openCaller(await asPerson(config));
  const asker = args.flags.yes === true ? alwaysYes : askOnTerminal();
  // With --json standard output is for the answer alone.
  const out = args.flags.json ? io.stderr : io.stdout;
  try {
    const asked = await findAsked(caller, run, args.words[1]);
    const show = (line: string): void => void out.write(`${line}\n`);
    const { approved, left } = await approveEach(caller, run, asked, asker, show);
    if (args.flags.json) printJson(io, { execution_id: run, approved, left });
    else if (asked.length === 0) io.stdout.write('Nothing waits for an approval.\n');
    else printHuman(io, { approved, left });
    return 0;
  } finally {
    asker.close();
    await caller.close();
  }
}

function objectIn(text: string): object {
  const message = '--instead is a JSON object: the parameters, or the proposal, that you approve.';
  const value = jsonOf(text, message);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw new PlanwrightError('INVALID_ARGUMENTS', message);
}

/** Something else in the place of what is asked for, approved with that. */
async function runInstead(
  args: Arguments,
  run: string,
  text: string,
  config: Config,
  io: Io,
): Promise<number> {
  const step_id = wordAt(args, 1, 'approve', 'a step');
  const alternative = objectIn(text);
  const caller = await openCaller(await asPerson(config));
  try {
    const [asked] = await findAsked(caller, run, step_id);
    const say = { step_id, digest: asked?.digest, alternative };
    const answer = await control(caller, run, 'approve_alternative', say);
    if (args.flags.json) printJson(io, answer);
    else printHuman(io, answer);
    return 0;
  } finally {
    await caller.close();
  }
}

export async function runReject(args: Arguments, config: Config, io: Io): Promise<number> {
  const run = wordAt(args, 0, 'reject', 'an execution');
  const step_id = wordAt(args, 1, 'reject', 'a step');
  const reason = args.words.slice(2).join(' ').trim();
  if (reason === '') {
    const message = 'Say why: planwright reject EXECUTION STEP "REASON"';
    throw new PlanwrightError('INVALID_ARGUMENTS', message);
  }
  const caller = await openCaller(await asPerson(config));
  try {
    const [asked] = await findAsked(caller, run, step_id);
    const digest = asked?.digest;
    const answer = await control(caller, run, 'reject', { step_id, digest, reason });
    if (args.flags.json) printJson(io, answer);
    else printHuman(io, answer);
    return 0;
  } finally {
    await caller.close();
  }
}
