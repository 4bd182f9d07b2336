// Places in a goal: known names as whole words in the right case, and names that stand right beside
// a known one ("Thonglor, Bangkok") or after "Location:".
import { countries, countryNames } from './countries.ts';
import { gazetteerEntries } from './gazetteer.ts';
import { languageOf } from './language.ts';
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
for (const { code, name, spelling } of countryNames()) {
  if (!known.has(spelling)) known.set(spelling, { name, country: code, kind: 'country' });
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

/** A name that stands in the list, also as the last word of one. */
export const isPlaceName = (word: string): boolean => known.has(word);

/** Names that are also ordinary words or people's names count only where a place would stand. */
const DOUBTFUL =
  /^(?:Nice|Split|Cork|Lund|Georgia|Jordan|Washington|US|Island|Florence|Phoenix|Reading|York|Faro|Paris|Austin|Charlotte|Virginia|Madeira|Perth|Santiago|Salvador|Victoria|Linz|Granada|Turkey|Chile|Goa|Nantes|Lima|Palma|Cuba|Arctic|Asia|Bergen|Sofia|Riga|Kazan|Alexandria|Bath|Tours|Essen|Halle|Derby|Nancy|Angers|Brest|Metz|Chad|Hue|Cali|Fez|Kent|Devon|Hamilton|Buffalo|Rochester|Richmond|Queens|Columbus|León|Mérida|Greve|Ribe|Kiel|Trier|Guinea|Niger|Mali|Togo|Darwin|Memphis|Kingston|Orange|Rhodes|Victoria|Bohemia|Medina|Mecca|Norden|Alps|Provence|Highlands|Colonia|Concepción|Mendoza|Toledo|Burgos|Santa Cruz de la Sierra|Dominica|Jersey)$/;
const PLACE_BEFORE =
  /(?:(?<!\p{L})(?:in|to|von|af|from|near|at|around|across|of|for|outside|through|throughout|between|and|within|visit|the|into|en|nach|aus|bei|i|à|au|aux|de|del|a|cerca de|desde|hasta|hacia|près de|vers|til|fra|ved|zu|der|und|et|y|og)|[,/–-]|location:|^)\s*$/iu;
const NEIGHBOR =
  /(?:\b[Ii]n|\bnear|\bat|\bto|\bfrom|\b[Ff]or)\s+((?:\p{Lu}[\p{L}'’-]+)(?:\s\p{Lu}[\p{L}'’-]+){0,2}),\s*$/u;
/** A name after "in" or "near" that no list has: a village, a quarter. */
const AFTER_IN =
  /(?<!\p{L})(in|near|outside|i|nær|ved|à|près d['’e]|en|cerca de)\s(\p{Lu}[\p{Ll}'’]{2,20}(?:[ -]\p{Lu}[\p{Ll}'’]{2,20}){0,2})(?![\p{L}\p{N}])/gu;
/** What is also written with a capital letter after "in": tongues, tools, months, parts of the plan. */
const NO_PLACE =
  /^(?:English|German|French|Spanish|Danish|Italian|Dutch|Chinese|Japanese|Arabic|Russian|Portuguese|Swedish|Norwegian|Python|Java|JavaScript|TypeScript|Excel|React|Rust|Go|Figma|Word|PowerPoint|Slack|Notion|Unity|Blender|Phase|Year|Month|Week|Stage|Part|Section|Chapter|Step|January|February|March|April|May|June|July|August|September|October|November|December|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|Spring|Summer|Autumn|Fall|Winter|Christmas|Easter|Earth|God|Internet|Online|Swift|Kotlin|Docker|Kubernetes|Lego|Latin|Sanskrit|Hindi|Braille|Shopify|Etsy|Amazon|Google|Microsoft|Spotify|Instagram|Facebook|You[Tt]ube)(?![\p{L}])/u;
/** German writes every noun with a capital letter: only endings that places have count there. */
const GERMAN_PLACE =
  /(?:stadt|burg|dorf|heim|hausen|ingen|berg|furt|bach|feld|felde|kirchen|hagen|rode|walde|itz|stedt|büttel|münde|brück|brücken)$/u;
const DISTRICTS =
  /((?:\p{Lu}[\p{L}-]{2,30},\s){0,9}\p{Lu}[\p{L}-]{2,30},?\s(?:and|und|et|y|og)\s\p{Lu}[\p{L}-]{2,30})\s(?:districts|counties|provinces|parishes|municipalities|villages)(?!\p{L})/gu;
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
  for (const { name, at } of unlisted(goal)) {
    if (!found.some((other) => overlaps(other, name, at)))
      add({ text: name, name, at, country: null, kind: 'unlisted' });
  }
  return found.sort((a, b) => a.at - b.at).slice(0, 30);
}

function overlaps(place: PlaceReading, name: string, at: number): boolean {
  return (place.at < at + name.length && at < place.at + place.text.length) || name === place.text;
}

/** Places that no list has, by where they stand. */
function unlisted(goal: string): { name: string; at: number }[] {
  const german = languageOf(goal) === 'de';
  const after = [...goal.matchAll(AFTER_IN)].flatMap((match) => {
    const name = match[2] ?? '';
    if (NO_PLACE.test(name) || known.has(name) || (german && !GERMAN_PLACE.test(name))) return [];
    // "near European labs", "in Italian style": a kind of thing, no place.
    const next = goal.slice(match.index + match[0].length, match.index + match[0].length + 2);
    if (/(?:an|ish|ese|ern|ic|ch|sk)$/u.test(name) && /^\s\p{Ll}/u.test(next)) return [];
    return [{ name, at: match.index + match[0].length - name.length }];
  });
  const listed = [...goal.matchAll(DISTRICTS)].flatMap((match) =>
    [...(match[1] ?? '').matchAll(/\p{Lu}[\p{L}-]{2,30}/gu)].map((word) => ({
      name: word[0],
      at: match.index + word.index,
    })),
  );
  return [...after, ...listed].slice(0, 20);
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
