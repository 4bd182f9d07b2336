// The reasoning of models behind their answers, call by call. A long text goes on in further items,
// and on further pages; nothing of it is left out.
import { isoTime } from '../base/clock.ts';
import { PlanwrightError } from '../base/errors.ts';
import { pageChars } from '../contract/plan-read.ts';
import { contentText } from '../engine/content.ts';
import type { UsageRow } from '../plan/ledger.ts';
import { callAfter, cursorOfCall } from '../plan/usage-calls.ts';
import type { ContentRow, Reader } from '../store/store.ts';
import type { Rows } from '../store/tables.ts';
import type { Page } from './read-page.ts';

interface Wish {
  readonly stage?: string | undefined;
  readonly cursor?: string | undefined;
}

/** The call before, and how far the next one was read. */
interface Place {
  readonly after: string;
  readonly from: number;
}

interface ReasoningItem {
  readonly call_id: string;
  readonly stage: string;
  readonly step: string;
  readonly attempt: number;
  readonly provider: string;
  readonly model: string;
  readonly started_at: string;
  /** Null where it was erased. */
  readonly text: string | null;
  readonly erased: boolean;
  /** Where this item begins in a text of so many characters. */
  readonly from: number;
  readonly characters: number;
}

const rowsAtATime = 50;
/** Of one item; with its other fields it always fits a page, even where every character is escaped. */
const itemChars = 4_000;

const startPlace: Place = { after: '', from: 0 };

function placeOf(cursor: string | undefined): Place {
  if (cursor === undefined) return startPlace;
  const [, from, call] = /^at_(\d{1,9})_(first|call_.+)$/.exec(cursor) ?? [];
  if (from === undefined || call === undefined) {
    throw new PlanwrightError('INVALID_ARGUMENTS', 'cursor: must be the next_cursor of an answer.');
  }
  return { after: call === 'first' ? '' : callAfter(call), from: Number(from) };
}

const cursorOf = ({ after, from }: Place): string =>
  `at_${from}_${after === '' ? 'first' : cursorOfCall(after)}`;

const isLowHalf = (code: number): boolean => code >= 0xdc00 && code <= 0xdfff;

function itemOf(row: UsageRow, content: ContentRow | undefined, from: number): ReasoningItem {
  const text = content ? contentText(content) : null;
  const end = from + itemChars;
  const isHalf = text !== null && end < text.length && isLowHalf(text.charCodeAt(end));
  return {
    call_id: row.id,
    stage: row.stage,
    step: row.step,
    attempt: row.attempt,
    provider: row.provider,
    model: row.model,
    started_at: isoTime(row.at),
    text: text === null ? null : text.slice(from, isHalf ? end - 1 : end),
    erased: text === null,
    from,
    characters: text?.length ?? 0,
  };
}

/** Items of the calls after a place, each with the place behind it. */
async function* items(
  reader: Pick<Reader, 'usageRows' | 'contents'>,
  { tenant, id }: Rows['plans'],
  stage: string | undefined,
  start: Place,
): AsyncGenerator<{ item: ReasoningItem; next: Place }> {
  let { after, from } = start;
  for (;;) {
    const rows = await reader.usageRows(tenant, id, after, rowsAtATime);
    const wanted = rows.filter(
      (row) => row.reasoning_hash !== '' && (stage === undefined || row.stage === stage),
    );
    const contents = await reader.contents(wanted.map(({ reasoning }) => reasoning));
    for (const row of wanted) {
      for (let isOver = false; !isOver; ) {
        const item = itemOf(row, contents.get(row.reasoning), from);
        const end = from + (item.text?.length ?? 0);
        isOver = end >= item.characters;
        if (isOver) after = row.id;
        from = isOver ? 0 : end;
        yield { item, next: { after, from } };
      }
    }
    if (rows.length < rowsAtATime) return;
    after = rows.at(-1)?.id ?? after;
  }
}

export async function reasoningPage(
  reader: Pick<Reader, 'usageRows' | 'contents'>,
  plan: Rows['plans'],
  { stage, cursor }: Wish,
): Promise<Page> {
  const page: ReasoningItem[] = [];
  let place = placeOf(cursor);
  let left = pageChars;
  for await (const { item, next } of items(reader, plan, stage, place)) {
    left -= JSON.stringify(item).length + 1;
    if (left < 0) return { items: page, next_cursor: cursorOf(place) };
    page.push(item);
    place = next;
  }
  return { items: page, next_cursor: null };
}
