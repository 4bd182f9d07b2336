// The time that a person had for something is over: said once, as a note in the log, so that streams,
// webhooks and every page learn of it.
import { isoTime } from '../base/clock.ts';
import type { Ids } from '../base/ids.ts';
import type { DueRow, Store } from '../store/store.ts';
import { newJsonContent } from './content.ts';
import { type PersonDue, type PersonWait, personDue } from './person-wait.ts';
import { overdueNote } from './projection.ts';
import type { Runs } from './runs.ts';

interface Parts {
  readonly store: Store;
  readonly ids: Ids;
  readonly runs: Runs;
}

const words: Readonly<Record<PersonWait, string>> = {
  approval: 'an approval',
  question: 'an answer',
  task: 'a person to do it',
  check: 'a check',
  budget: 'a budget',
  undo: 'a person to look at its undo',
  failure: 'a person to look at its failure',
};

const noteOf = ({ kind, openedAt, dueAt }: PersonDue) => ({
  message: `Overdue: it waits for ${words[kind]} since ${isoTime(openedAt)}; due was ${isoTime(dueAt)}.`,
  waits_for: kind,
  opened_at: isoTime(openedAt),
  due_at: isoTime(dueAt),
});

/** The row is the fact: it goes with the note, so that no two servers, and no restart, say it twice. */
export async function ringOverdue({ store, ids, runs }: Parts, row: DueRow): Promise<void> {
  const { run, step, tenant, id, at } = row;
  const require = [{ due: id, at }];
  const due = await runs.get(run).read((state) => {
    const found = state.steps.get(step);
    return found ? personDue(state, found) : null;
  });
  if (due && due.dueAt > store.now()) {
    // What it is about got more time since.
    await store.commit([{ require, due: [{ set: { ...row, at: due.dueAt } }] }]);
    return;
  }
  if (due) {
    const note = newJsonContent(ids, tenant, run, noteOf(due));
    const command = { type: 'note', ...overdueNote, step, reportedAt: at, note: note.ref } as const;
    const submission = { commands: [command], content: [note.row], require };
    const outcome = await runs.get(run).submit(submission);
    if (outcome.ok || outcome.rejection.code === 'conflict') return;
  }
  // Nobody waits for it any more: the row is a leftover.
  await store.commit([{ require, due: [{ clear: id }] }]);
}
