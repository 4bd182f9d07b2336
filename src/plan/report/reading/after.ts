// What a task starts after, or together with, in words: the wait between the two and which ends are tied.
import type { Plan, PlanTask } from '../../../contract/plan.ts';
import { waitText } from './durations.ts';

export interface Before {
  readonly from: string;
  /** Words before its name; empty where it starts when that one is done. */
  readonly words: string;
}

type Link = Plan['dependencies'][number];

const tied: Readonly<Record<Link['type'], readonly [now: string, later: string]>> = {
  finish_to_start: ['', 'after '],
  start_to_start: ['with the start of ', 'after the start of '],
  finish_to_finish: ['to end with ', 'to end after '],
  start_to_finish: ['to end with the start of ', 'to end after the start of '],
};

function wordsOf(link: Link | undefined): string {
  if (link === undefined) return '';
  const wait = waitText(link);
  const [now, later] = tied[link.type];
  return wait === '' ? now : `${wait} ${later}`;
}

/** Those that it cannot do without first, then what else ties it. */
export function beforesOf({ dependencies }: Plan, task: PlanTask): Before[] {
  const links = new Map(
    dependencies.filter(({ to }) => to === task.task_id).map((link) => [link.from, link]),
  );
  const all = new Set([...task.prerequisites, ...links.keys()]);
  return [...all].map((from) => ({ from, words: wordsOf(links.get(from)) }));
}
