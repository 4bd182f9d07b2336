// planwright verify, erase and backup: care of the data itself, on this machine.
import { closeSync, openSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Config } from '../base/config.ts';
import { PlanwrightError } from '../base/errors.ts';
import { verifyAll, verifyRun } from '../engine/verify.ts';
import type { Host } from '../host.ts';
import { openLocalHost } from '../local-host.ts';
import { openStore } from '../open-store.ts';
import { localTenant } from '../operations/principals.ts';
import type { Store } from '../store/store.ts';
import type { Arguments } from './arguments.ts';
import { runNamed } from './find-run.ts';
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
  const [word] = args.words;
  const store = await openStore(config);
  try {
    const run = word === undefined ? undefined : await runNamed(store, word);
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
  // Without the worker: it must not go on with the very plan that is being erased.
  const { host } = await openLocalHost(config, { withWorker: false });
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
    return engine.erase({ tenant: localTenant, plan });
  });
  const { contents, runs, unrecorded } = erased;
  if (args.flags.json) {
    printJson(io, { plan_id: plan, runs, contents_erased: contents, unrecorded });
  } else {
    io.stdout.write(`Erased ${contents} contents of ${plan}. The log is still verifiable.\n`);
    if (unrecorded.length > 0) {
      io.stdout.write(
        `Not recorded in these logs, which cannot be read: ${unrecorded.join(', ')}\n`,
      );
    }
  }
  return 0;
}

/** It holds all that the data holds: made for its owner's eyes before the first byte comes. */
export function createPrivate(target: string): void {
  try {
    closeSync(openSync(target, 'wx', 0o600));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const message =
      code === 'EEXIST'
        ? `${target} exists. Choose a new file.`
        : `${target} cannot be written (${code ?? 'unknown'}). Choose another place.`;
    throw new PlanwrightError('INVALID_ARGUMENTS', message);
  }
}

export async function runBackup(args: Arguments, config: Config, io: Io): Promise<number> {
  const [word] = args.words;
  if (word === undefined) {
    throw new PlanwrightError('INVALID_ARGUMENTS', 'Say where to: planwright backup FILE');
  }
  const target = resolve(word);
  const store = await openStore(config);
  try {
    createPrivate(target);
    await store.backup(target).catch((error: unknown) => {
      rmSync(target, { force: true });
      throw error;
    });
  } finally {
    await store.close();
  }
  if (args.flags.json) printJson(io, { file: target });
  else io.stdout.write(`Copied to ${target}.\n`);
  return 0;
}
