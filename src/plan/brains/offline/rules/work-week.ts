// How many hours a week those have who do it beside something else, if the goal says so.
import type { Draft } from '../draft.ts';

const HOURS_A_WEEK =
  /(?<![\d.,])(\d{1,2})\s?(?:hours?|hrs?|h|stunden|heures?|horas?|timer)\s(?:a|an|per|each|every|pro|in der|die|par|por|a la|om|i)\s?(?:week|woche|semaine|semana|ugen)(?!\p{L})/iu;
const MOST = 60;

/** Null for a full week. */
export function weekOf({ facts }: Draft): number | null {
  const hours = Number(HOURS_A_WEEK.exec(facts.goal)?.[1] ?? 0);
  return hours >= 1 && hours <= MOST ? hours : null;
}
