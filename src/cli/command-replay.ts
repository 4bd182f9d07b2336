// planwright replay: does the log still lead to the same state, and would we decide it the same way.
import type { Config } from '../base/config.ts';
import { machineVersion } from '../engine/machine.ts';
import {
  type DecideReport,
  type FoldReport,
  replayDecide,
  replayFold,
  type SnapshotVerdict,
} from '../engine/replay.ts';
import { openStore } from '../open-store.ts';
import type { Arguments } from './arguments.ts';
import { findRun } from './find-run.ts';
import { type Io, printJson } from './io.ts';
import { safeText } from './safe-text.ts';

const snapshotWords: Readonly<Record<SnapshotVerdict, string>> = {
  none: '',
  fits: '; its snapshot fits',
  differs: '; its snapshot does not fit',
  other_version: '; its snapshot is of another version and not used',
};

function foldLine(report: FoldReport): string {
  const { run, events, status, problem } = report;
  if (problem) return `${run}: BROKEN at event ${problem.seq}: ${safeText(problem.what, 500)}`;
  const view = report.view_hash.slice(0, 16);
  return `${run}: folds ${events} events to ${status}, view ${view}${snapshotWords[report.snapshot]}`;
}

const eventText = (event: object | null): string =>
  event === null ? 'nothing' : safeText(JSON.stringify(event), 1_000);

function decideLines(report: DecideReport): string {
  const { run, difference, problem, machine } = report;
  const whose = report.same_machine
    ? ''
    : ` (machine ${machine} wrote it; this is ${machineVersion})`;
  if (problem) return `${run}: BROKEN at event ${problem.seq}: ${safeText(problem.what, 500)}`;
  if (!difference) {
    return `${run}: decides ${report.events} events again from ${report.commands} commands, no difference${whose}`;
  }
  return [
    `${run}: DIFFERS at event ${difference.seq}${whose}: ${safeText(difference.why, 300)}`,
    `  decided: ${eventText(difference.expected)}`,
    `  in the log: ${eventText(difference.found)}`,
  ].join('\n');
}

/** Another machine may decide otherwise: that is said, and is no failure. */
const isDecided = ({ ok, same_machine, problem }: DecideReport): boolean =>
  ok || (!same_machine && !problem);

export async function runReplay(args: Arguments, config: Config, io: Io): Promise<number> {
  const { fold, decide, json } = args.flags;
  const isBoth = fold !== true && decide !== true;
  const store = await openStore(config);
  try {
    const run = await findRun(store, args, 'replay RUN');
    const folded = isBoth || fold === true ? await replayFold(store, run) : null;
    const decided = isBoth || decide === true ? await replayDecide(store, run) : null;
    const ok = (folded?.ok ?? true) && (!decided || isDecided(decided));
    if (json) {
      printJson(io, {
        run,
        ok,
        ...(folded ? { fold: folded } : {}),
        ...(decided ? { decide: decided } : {}),
      });
    } else {
      if (folded) io.stdout.write(`${foldLine(folded)}\n`);
      if (decided) io.stdout.write(`${decideLines(decided)}\n`);
    }
    return ok ? 0 : 1;
  } finally {
    await store.close();
  }
}
