// Messages to whoever calls, given with the next claim or heartbeat. At least once: one that was given
// in an answer that got lost is marked all the same, and two calls at once may both get it.
import { isoTime } from '../base/clock.ts';
import type { DeliveredMessage } from '../contract/work-talk.ts';
import { ReaderNames } from '../events/public-event.ts';
import type { ContentRow } from '../store/store.ts';
import type { Rows } from '../store/tables.ts';
import type { Context } from './context.ts';
import { wholeText } from './whole-text.ts';

const maxMessages = 20;

/** A role as an address: `Lead Researcher` is role:lead_researcher. */
export const roleAddress = (role: string): string => {
  const name = role.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_');
  return `role:${name.replaceAll(/^_+|_+$/g, '').slice(0, 64)}`;
};

async function viewOf(
  row: Rows['messages'],
  names: ReaderNames,
  contents: ReadonlyMap<string, ContentRow>,
): Promise<DeliveredMessage> {
  return {
    message_id: row.id,
    execution_id: row.run,
    step_id: row.step || null,
    from: row.sender,
    from_name: await names.nameOf(row.sender),
    thread: row.thread,
    text: wholeText(contents.get(row.content)),
    sent_at: isoTime(row.sent_at),
  };
}

export async function takeMessages(context: Context, role: string): Promise<DeliveredMessage[]> {
  const { principal, reader, engine } = context;
  const recipients = [principal.id, ...(role === '' ? [] : [roleAddress(role)])];
  const rows = await reader.messagesFor(principal.tenant, recipients, maxMessages);
  if (rows.length === 0) return [];
  const contents = await reader.contents(rows.map((row) => row.content));
  const names = new ReaderNames(reader, principal.tenant);
  const views = await Promise.all(rows.map((row) => viewOf(row, names, contents)));
  const now = context.now();
  const writes = rows.map(
    (row) => ({ table: 'messages', put: { ...row, delivered_at: now } }) as const,
  );
  await engine.commit([{ rows: writes }]);
  return views;
}
