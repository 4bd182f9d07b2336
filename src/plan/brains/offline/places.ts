// Places in a goal: known names as whole words in the right case, and names that stand right beside
// a known one ("Thonglor, Bangkok") or after "Location:".
import { countries } from './countries.ts';
import { gazetteerEntries } from './gazetteer.ts';
import { escapeRegExp } from './text.ts';

export interface PlaceReading {
  readonly text: string;
  readonly name: string;
  readonly at: number;
  readonly country: string | null;
  readonly kind: 'country' | 'city_or_region' | 'unlisted';
}

interface Known {
  readonly name: string;
  readonly country: string | null;
  readonly kind: PlaceReading['kind'];
}

const known = new Map<string, Known>();
for (const entry of gazetteerEntries()) {
  known.set(entry.spelling, { name: entry.name, country: entry.country, kind: 'city_or_region' });
}
for (const { code, name, aliases } of countries) {
  for (const spelling of [name, ...aliases]) {
    const part = /^(?:England|Scotland|Wales|Northern Ireland)$/.test(spelling) ? spelling : name;
    known.set(spelling, { name: part, country: code, kind: 'country' });
  }
}
const names = [...known.keys()].sort((a, b) => b.length - a.length);
const wide = names.filter((name) => /[\u3040-\u9fff\uac00-\ud7af]/.test(name)).map(escapeRegExp);
const latin = names.filter((name) => !/[\u3040-\u9fff\uac00-\ud7af]/.test(name)).map(escapeRegExp);
const pattern = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(${latin.join('|')})(?![\p{L}\p{N}])|(${wide.join('|')})`,
  'gu',
);

/** Names that are also ordinary words or people's names count only where a place would stand. */
const DOUBTFUL =
  /^(?:Nice|Split|Cork|Lund|Georgia|Jordan|Washington|US|Island|Florence|Phoenix|Reading|York|Faro|Paris|Austin|Charlotte|Virginia|Madeira|Perth|Santiago|Salvador|Victoria|Linz|Granada|Turkey|Chile|Goa|Nantes|Lima|Palma|Cuba|Arctic|Asia|Bergen|Sofia|Riga|Kazan|Alexandria|Bath)$/;
const PLACE_BEFORE =
  /(?:\b(?:in|to|from|near|at|around|across|of|for|outside|through|throughout|between|and|within|visit|the|into|en|nach|i|à|til|zu|der)|[,/–-]|location:|^)\s*$/iu;
const NEIGHBOR =
  /(?:\b[Ii]n|\bnear|\bat|\bto|\bfrom|\b[Ff]or)\s+((?:\p{Lu}[\p{L}'’-]+)(?:\s\p{Lu}[\p{L}'’-]+){0,2}),\s*$/u;
const LABELLED =
  /\b(?:location|city|place|venue|town)s?\s*:\s*((?:\p{Lu}[\p{L}'’-]+)(?:[\s,]+\p{Lu}[\p{L}'’-]+){0,3})/giu;

export function readPlaces(goal: string): PlaceReading[] {
  const found: PlaceReading[] = [];
  const add = (place: PlaceReading) => {
    if (!found.some((other) => other.name === place.name)) found.push(place);
  };
  for (const match of goal.matchAll(pattern)) {
    const text = match[0];
    const place = known.get(text);
    const left = goal.slice(Math.max(0, match.index - 40), match.index);
    if (!place || (DOUBTFUL.test(text) && !PLACE_BEFORE.test(left))) continue;
    const neighbor = NEIGHBOR.exec(left)?.[1];
    if (neighbor && !known.has(neighbor)) {
      add({
        text: neighbor,
        name: neighbor,
        at: match.index - 1,
        country: place.country,
        kind: 'unlisted',
      });
    }
    add({ text, ...place, at: match.index });
  }
  for (const match of goal.matchAll(LABELLED)) addLabelled(match, found, add);
  return found.sort((a, b) => a.at - b.at).slice(0, 30);
}

function addLabelled(
  match: RegExpExecArray,
  found: readonly PlaceReading[],
  add: (place: PlaceReading) => void,
): void {
  const name = match[1] ?? '';
  if (found.some((place) => name.includes(place.text))) return;
  add({ text: name, name, at: match.index, country: null, kind: 'unlisted' });
}

const TOWARD = /(?:\bto|\bnach|\btil|\bhacia|\bvers|\bnaar|→)\s*$/iu;

/** The place the plan is for: where it goes to, or the most local of those named; and its country. */
export function mainPlace(
  places: readonly PlaceReading[],
  goal: string,
): { name: string | null; country: string | null } {
  const target = places.find(({ at }) => TOWARD.test(goal.slice(Math.max(0, at - 12), at)));
  const local = target ?? places.find((place) => place.kind !== 'country') ?? places[0];
  if (!local) return { name: null, country: null };
  const country = local.country ?? places.find((place) => place.country !== null)?.country ?? null;
  return { name: local.name, country };
}
