// Links of MS Project XML. Lags are tenths of minutes, or a share of the predecessor's length.
import { childrenOf, textIn, type XmlElement } from '../../../base/xml.ts';
import { dependencyTypes } from '../../../contract/plan.ts';
import { linkWritten } from '../../../schedule/write/msproject/carried.ts';
import type { ImportedLink } from '../imported-plan.ts';
import type { Tell } from '../telling.ts';
import { hoursOf, isSet, numberIn } from './values.ts';

const [finishToStart, startToStart, finishToFinish, startToFinish] = dependencyTypes;
/** By their numbers in the file. */
const types = [finishToFinish, finishToStart, startToFinish, startToStart] as const;
const FINISH_TO_START = 1;
/** An estimated lag has the number of its unit and 32 more. */
const ESTIMATED = 32;
const PERCENT = [19, 20];
const ELAPSED = [4, 6, 8, 10, 12, 20];
const mostHours = 1e5;

export interface LinkContext {
  /** By UID. */
  readonly ids: ReadonlyMap<string, string>;
  readonly minutes: ReadonlyMap<string, number>;
  readonly tell: Tell;
}

export function linksInto(node: XmlElement, to: string, context: LinkContext): ImportedLink[] {
  return childrenOf(node, 'PredecessorLink').flatMap((link) => linkOf(link, to, context));
}

/** As the record has it that was written beside it. */
export const linksWritten = (node: XmlElement): string[] =>
  childrenOf(node, 'PredecessorLink').map((link) => {
    const [uid, type, lag, format] = ['PredecessorUID', 'Type', 'LinkLag', 'LagFormat'].map((tag) =>
      textIn(link, tag),
    );
    return linkWritten(uid, type, lag, format);
  });

function linkOf(link: XmlElement, to: string, { ids, minutes, tell }: LinkContext): ImportedLink[] {
  const uid = textIn(link, 'PredecessorUID');
  if (isSet(link, 'CrossProject')) {
    tell('cross_project_link', to, `it waits for something in another file (${uid})`, false);
    return [];
  }
  const number = numberIn(link, 'Type') ?? FINISH_TO_START;
  const type = types[number];
  if (type === undefined)
    tell('unknown_link_type', to, `link type ${number} is read as finish to start`);
  const raw = numberIn(link, 'LagFormat') ?? 7;
  const format = raw > ESTIMATED ? raw - ESTIMATED : raw;
  const lag = numberIn(link, 'LinkLag') ?? 0;
  const lagMinutes = PERCENT.includes(format) ? ((minutes.get(uid) ?? 0) * lag) / 100 : lag / 10;
  const hours = Math.min(mostHours, Math.max(-mostHours, hoursOf(Math.round(lagMinutes))));
  return [
    {
      ...{ from: ids.get(uid) ?? `task_${uid}`, to, type: type ?? finishToStart, lag: hours },
      ...(ELAPSED.includes(format) && hours !== 0 ? { lagIn: 'elapsed' as const } : {}),
    },
  ];
}
