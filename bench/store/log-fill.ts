// A log of many events, made by the database itself: half of them in runs of a thousand, half in one
// long run. The headers have the size of real ones; nothing reads their hashes.
import { emptyHead, encodeEvent } from '../../src/engine/log-header.ts';

export interface LogRun {
  readonly run: string;
  readonly events: number;
}

const shortRunEvents = 1_000;

export function logRuns(total: number): LogRun[] {
  const shortRuns = total / 2 / shortRunEvents;
  const short = Array.from({ length: shortRuns }, (_, index) => ({
    run: `exec_short${index}`,
    events: shortRunEvents,
  }));
  return [{ run: 'exec_long', events: total / 2 }, ...short];
}

const sample = encodeEvent('exec_01bench00000000000000000001', emptyHead, 1_800_000_000_000, {
  type: 'step.started',
  data: { step: 'task_1_2_3', attempt: 1, reported_at: 1_800_000_000_000 },
});

const numbers = `with recursive numbers (seq) as (
    select 1 union all select seq + 1 from numbers where seq < $2)`;

/** By database; the marks are run, number of events, header, hash. */
export const fillSql = {
  postgres: `${numbers}
    insert into events (run, seq, header, hash) select $1, seq, $3, $4 from numbers`,
  /** Of a run that has its number. */
  sqlite: `${numbers} insert into log (id, header, hash)
    select ((select no from log_names where run = $1) << 32) + seq, $3, $4 from numbers`,
};

export const fillValues = ({ run, events }: LogRun): [string, number, string, string] => [
  run,
  events,
  sample.header,
  sample.hash,
];
