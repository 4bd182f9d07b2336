// Counted things and people: "10 hot leads", "50+ breeders", "5 million people", "ten-person firm".
import { NUMBER, NUMBER_WORD, parseNumber, SCALE, scaleOf } from './numbers.ts';

export interface CountReading {
  readonly text: string;
  readonly at: number;
  readonly value: number;
  /** The counted thing, in the goal's own words: "hot leads". */
  readonly unit: string;
  readonly people: boolean;
}

const SMALL_WORDS =
  'of|in|on|at|by|for|to|with|and|or|the|a|an|from|per|over|under|into|as|is|are|will|who|that|which|within|between|each|via|near|during|using|while|across|where|including|have|has|can|must|should|would|could|than|until|before|after|total';
const TIME =
  /^(?:years?|months?|weeks?|days?|hours?|minutes?|seconds?|percent|am|pm|th|st|nd|rd|times?|usd|eur|gbp|dkk|dollars?|euros?|kroner|million|billion|trillion|thousand|january|february|march|april|may|june|july|august|september|october|november|december|q[1-4]|°c|phase)$/iu;
/** Also by ending: musicians, artists, trainees. Not by -ers alone: computers and papers end so. */
export const PEOPLE =
  /(?:people|persons?|women|men|girls|boys|teen(?:ager)?s|youths?|pupils|learners|beginners|seniors|parents|families|couples|neighbou?rs|developers|designers|managers|professionals|delegates|runners|athletes|farmers|nurses|doctors|lawyers|writers|singers|dancers|campers|travell?ers|makers|\p{L}{2}(?:ists|ians|ees)|guests?|attendees|participants|visitors|spectators|students|patients|employees|staff|members|volunteers|citizens|customers|clients|users|scientists|engineers|households|friends|kids|children|adults|leads?|candidates|players|speakers|residents|workers|teachers|founders|colleagues|subscribers|breeders)$/iu;
const pattern = new RegExp(
  String.raw`(?<![\p{L}\p{N}.,$€£¥₹#-])(${NUMBER}|(?:${NUMBER_WORD})(?![\p{L}]))(?:\s(${SCALE})(?![\p{L}]))?(?:\s?[–-]\s?(${NUMBER}))?(\+)?[ -]((?!(?:${SMALL_WORDS})\b)[\p{L}][\p{L}'’-]{0,80}(?: (?!(?:${SMALL_WORDS})\b)[\p{L}][\p{L}'’-]{0,80}){0,3})`,
  'giu',
);

export function readCounts(goal: string): CountReading[] {
  const found: CountReading[] = [];
  for (const match of goal.matchAll(pattern)) {
    const [text, low, scale, high, plus, noun = ''] = match;
    const unit = countedNoun(noun);
    const value = parseNumber(high ?? low ?? '', scale !== undefined) * scaleOf(scale);
    if (!unit || !Number.isFinite(value) || looksLikeYear(low, unit)) continue;
    const shown = text.slice(0, text.length - noun.length + unit.length).trim();
    found.push({
      text: shown,
      at: match.index,
      value,
      unit: plus ? `${unit} or more` : unit,
      people: PEOPLE.test(unit),
    });
  }
  return found.slice(0, 40);
}

/** Cuts "hot leads close" back to "hot leads": stops after the first plural word, if there is one. */
function countedNoun(raw: string): string {
  const parts = raw.split(' ');
  if (TIME.test(parts[0]?.split('-')[0] ?? '')) return '';
  const plural = parts.findIndex((part) => /(?:[^s]s|people|men|children|data)$/iu.test(part));
  return (plural >= 0 ? parts.slice(0, plural + 1) : parts.slice(0, 1)).join(' ');
}

function looksLikeYear(low: string | undefined, unit: string): boolean {
  return /^(?:19|20)\d\d$/.test(low ?? '') && !PEOPLE.test(unit);
}
