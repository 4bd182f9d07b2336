// planwright usage PLAN: what it cost; with --calls every call of a model, a line each.
import type { Config } from '../base/config.ts';
import type { UsageCall } from '../contract/usage.ts';
import { type Arguments, wordAt } from './arguments.ts';
import { type Caller, openCaller } from './caller.ts';
import { humanText } from './human-text.ts';
import { type Io, printHuman, printJson } from './io.ts';

interface CallsPage {
  readonly calls: readonly UsageCall[];
  readonly next_cursor: string | null;
}

async function allCalls(caller: Caller, plan_id: string, more: object): Promise<UsageCall[]> {
  const calls: UsageCall[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const place = cursor === undefined ? {} : { cursor };
    const input = { plan_id, limit: 500, ...more, ...place };
    const page = (await caller.call('plan_usage_calls', input)) as CallsPage;
    calls.push(...page.calls);
    cursor = page.next_cursor;
  }
  return calls;
}

const lineOf = (call: UsageCall): object => ({
  started_at: call.started_at,
  step: call.step,
  try: call.attempt,
  model: call.model,
  seconds: (call.duration_ms / 1_000).toFixed(1),
  in: call.tokens_in,
  out: call.tokens_out,
  usd: call.cost_usd,
  ended: call.error_class ?? call.finish,
  error_id: call.error_id,
});

const callsText = (calls: readonly UsageCall[]): string =>
  calls.length === 0
    ? 'No model calls found.\n'
    : humanText({ calls: calls.map(lineOf), total: calls.length });

export async function runUsage(args: Arguments, config: Config, io: Io): Promise<number> {
  const plan_id = wordAt(args, 0, 'usage', 'PLAN');
  const isFailed = args.flags.failed === true;
  const isListed = args.flags.calls === true || isFailed;
  const caller = await openCaller(config, { withWorker: false });
  try {
    const answer = isListed
      ? { plan_id, calls: await allCalls(caller, plan_id, isFailed ? { only: 'failed' } : {}) }
      : await caller.call('plan_usage', { plan_id });
    if (args.flags.json) printJson(io, answer);
    else if ('calls' in answer && isListed) io.stdout.write(callsText(answer.calls as UsageCall[]));
    else printHuman(io, answer);
    return 0;
  } finally {
    await caller.close();
  }
}
