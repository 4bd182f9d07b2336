// What goes on when the server is killed: notes from several clients, two workers that take and
// finish tasks, and new plans now and then.
import { call, type Server } from './http.ts';
import type { HeldStep, Journal } from './journal.ts';

export interface LoadPlan {
  readonly execution: string;
  readonly planId: string;
  /** Keys of an agent and of a person. */
  readonly workers: readonly string[];
  readonly round: string;
  readonly makesPlan: boolean;
}

const noteClients = 4;

async function writeNotes(server: Server, journal: Journal, load: LoadPlan, client: number) {
  for (let count = 0; !server.signal.aborted; count += 1) {
    const text = `note ${load.round} ${client} ${count}`;
    const body = { event_type: 'task_progress', notes: text };
    const path = `/api/executions/${load.execution}/events`;
    const answer = await call<{ seq: number }>(server, 'POST', path, body);
    if (answer === null) return;
    journal.notes.push({ run: load.execution, seq: answer.seq, text });
  }
}

interface Claimed {
  readonly claimed: boolean;
  readonly lease: { readonly token: string } | null;
  readonly step: { readonly execution_id: string; step_id: string; attempt: number } | null;
}

/**
 * A lease that was acknowledged before a crash is still good after it. A completion whose answer got
 * lost is sent again with its Idempotency-Key, and is answered as if it were the first.
 */
async function complete(server: Server, journal: Journal, held: HeldStep): Promise<boolean> {
  held.wasSent = true;
  const body = { lease_token: held.token, output: { summary: `did ${held.step}` } };
  const once = `${held.run}.${held.step}.${held.attempt}`;
  const answer = await call(server, 'POST', '/api/work/complete', body, held.key, once);
  if (answer === null) return false;
  journal.completions.push({ run: held.run, step: held.step });
  journal.held.delete(held.key);
  return true;
}

async function work(server: Server, journal: Journal, load: LoadPlan, key: string): Promise<void> {
  const left = journal.held.get(key);
  if (left) {
    journal.counts.heldOver += 1;
    if (!(await complete(server, journal, left))) return;
  }
  while (!server.signal.aborted) {
    const body = { wait_seconds: 1, lease_seconds: 900, execution_id: load.execution };
    // The same until it brought a step: one whose answer got lost is not left with its lease.
    const claims = journal.claims.get(key) ?? 0;
    const once = `${load.execution}.${claims}`;
    const answer = await call<Claimed>(server, 'POST', '/api/work/claim', body, key, once);
    if (answer === null) return;
    if (!answer.step || !answer.lease) continue;
    journal.claims.set(key, claims + 1);
    const { execution_id: run, step_id: step, attempt } = answer.step;
    const held = { run, step, attempt, token: answer.lease.token, key, wasSent: false };
    journal.held.set(key, held);
    if (!(await complete(server, journal, held))) return;
  }
}

async function makePlan(server: Server, journal: Journal, round: string): Promise<void> {
  const body = { prompt: `Open a bakery in Aarhus for ${round}` };
  const answer = await call<{ plan_id: string }>(server, 'POST', '/api/plans/generate', body);
  if (answer) journal.plans.add(answer.plan_id);
}

/** Ends when the server does. */
export async function runLoad(server: Server, journal: Journal, load: LoadPlan): Promise<void> {
  const clients = Array.from({ length: noteClients }, (_, index) =>
    writeNotes(server, journal, load, index),
  );
  const workers = load.workers.map((key) => work(server, journal, load, key));
  const plans = load.makesPlan ? [makePlan(server, journal, load.round)] : [];
  await Promise.all([...clients, ...workers, ...plans]);
}
