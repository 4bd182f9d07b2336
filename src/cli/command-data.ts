// planwright verify, erase and backup: care of the data itself, on this machine.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Config } from '../base/config.ts';
import { PlanwrightError } from '../base/errors.ts';
import { createLogger } from '../base/log.ts';
import { verifyAll, verifyRun } from '../engine/verify.ts';
import { type Host, openHost, openStore } from '../host.ts';
import { localTenant } from '../operations/principals.ts';
import type { Store } from '../store/store.ts';
import type { Arguments } from './arguments.ts';
import { type Io, printJson } from './io.ts';

type Verdict = Awaited<ReturnType<typeof verifyRun>>;

const verdictLine = (verdict: Verdict): string => {
  const erased = verdict.erased > 0 ? `, ${verdict.erased} erased` : '';
  if (verdict.ok) return `${verdict.run}: valid, ${verdict.events} events${erased}`;
  return `${verdict.run}: BROKEN at event ${verdict.problem?.seq ?? 0}: ${verdict.problem?.what ?? ''}`;
};

/** A misspelled id is not a broken log. */
async function checkKnown(store: Store, run: string): Promise<void> {
  if ((await store.run(run)) !== null) return;
  const events = await store.events(run, 0, 1);
  if (events.length === 0) throw new PlanwrightError('run_not_found', `There is no run ${run}.`);
}

export async function runVerify(args: Arguments, config: Config, io: Io): Promise<number> {
  const [run] = args.words;
  const store = await openStore(config);
  try {
    if (run !== undefined) await checkKnown(store, run);
    const verdicts = run === undefined ? await verifyAll(store) : [await verifyRun(store, run)];
    const isValid = verdicts.every((verdict) => verdict.ok);
    if (args.flags.json) printJson(io, { ok: isValid, runs: verdicts });
    else for (const verdict of verdicts) io.stdout.write(`${verdictLine(verdict)}\n`);
    if (!args.flags.json && verdicts.length === 0) io.stdout.write('There is no run yet.\n');
    return isValid ? 0 : 1;
  } finally {
    await store.close();
  }
}

async function withHost<Result>(
  config: Config,
  work: (host: Host) => Promise<Result>,
): Promise<Result> {
  const log = await createLogger({ level: config.logLevel });
  const host = await openHost(config, (error) => log.error({ err: error }, 'engine'));
  try {
    return await work(host);
  } finally {
    await host.close();
  }
}

export async function runErase(args: Arguments, config: Config, io: Io): Promise<number> {
  const [plan] = args.words;
  if (plan === undefined || args.flags.yes !== true) {
    throw new PlanwrightError(
      'INVALID_ARGUMENTS',
      'This deletes every text of a plan and its executions for good: planwright erase PLAN --yes',
    );
  }
  const erased = await withHost(config, async ({ engine, store }) => {
    const row = await store.plan(localTenant, plan);
    if (!row) throw new PlanwrightError('PLAN_NOT_FOUND', `There is no plan ${plan}.`);
    const runs = (await store.planRuns(localTenant, plan)).map((one) => one.id);
    return { runs, count: await engine.erase({ tenant: localTenant, plan, runs }) };
  });
  const answer = { plan_id: plan, runs: erased.runs, contents_erased: erased.count };
  if (args.flags.json) printJson(io, answer);
  else
    io.stdout.write(`Erased ${erased.count} contents of ${plan}. The log is still verifiable.\n`);
  return 0;
}

export async function runBackup(args: Arguments, config: Config, io: Io): Promise<number> {
  const [word] = args.words;
  if (word === undefined) {
    throw new PlanwrightError('INVALID_ARGUMENTS', 'Say where to: planwright backup FILE');
  }
  const target = resolve(word);
  if (existsSync(target)) {
    throw new PlanwrightError('INVALID_ARGUMENTS', `${target} exists. Choose a new file.`);
  }
  const store = await openStore(config);
  try {
    await store.backup(target);
  } finally {
    await store.close();
  }
  if (args.flags.json) printJson(io, { file: target });
  else io.stdout.write(`Copied to ${target}.\n`);
  return 0;
}
