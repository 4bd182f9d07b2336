// What a goal in another language is about, in a few of its own words: “Hochzeit”, not the whole
// sentence. Titles are English, so that is all of it that they carry.
import type { Passage } from './act.ts';
import { englishVerb } from './foreign-verbs.ts';
import { words } from './text.ts';

const MOST_CHARS = 40;
const MOST_READ = 300;
/** Articles, prepositions and the like, of eight languages: a name neither begins nor ends with one. */
const JOINTS = new Set(
  (
    'der die das dem den des ein eine einen einem einer und in im für mit von vom zu zum zur um am an auf bis ab aus bei ' +
    'unser unsere unseren unserem mein meine meinen neue neuen neues le la les l un une des et de du d en au aux à pour avec ' +
    'dans par sur chez mon ma mes notre nos nouveau nouvelle el los las una unos unas y del para con por al mi mis nuestro ' +
    'nuestra nuestros nuestras a en et den det de og i til med på af for om min mit mine vores ved fra hos il lo gli i un uno ' +
    'di da per del della dei delle nel nella al alla het een van voor met op te mijn onze om o os as um uma do no na ett och av ' +
    'är budget presupuesto bilancio mindestens mindst senest höchstens rund etwa ca environ unos cerca circa que nach inden vers hacia hin cuando als at dal dalla contre contra gegen mod blandt unter parmi entre zwischen tra mellem hos'
  ).split(' '),
);
/** What follows says how, until when or what not. */
const END =
  /[,;:()!?.\n—–]|\s(?:ohne|sans|sin|uden|senza|zonder|bis|jusqu|avant|antes|hasta|inden|senest|binnen|innerhalb|damit|afin|budget|presupuesto|pendant|durante|während|entro)(?!\p{L})/iu;
/** A second order, or what it is for: “et rénover …”, “para reservar …”, “som …”. */
const MORE =
  /\s(?:(?:et|pour)\s(?![nv]otre)\p{L}{2,16}(?:er|ir|re)|(?:y|e|para)\s\p{L}{2,16}(?:ar|er|ir)|og\s\p{L}{3,16}e|for at|qui|que|quien|som|hvordan)(?!\p{L})/iu;
/** A German verb stands behind its object, in small letters. */
const AT_END = /\s\p{Ll}{2,16}(?:en|eln|ern)$/u;
/** What is wanted is counted: “8 clients”, “el 80 cumpleaños”. */
const COUNTED = /^\s*(?:(?:el|los|las|les?|la|die|das|der|den|de|a)\s)?\|/iu;
/** These alone say little; what they are for is kept with them. */
const GENERIC =
  /^(?:k[ao]mpagne|campagne|campaña|campagna|programm?e?|programa|projekt|projet|proyecto|(?:app|appli|application|aplicación)(?: m[oó]bile?| móvil)?|p[aá]gina web|sitio web|site web|dispositivo|dispositif|gerät|plattform|plateforme|plataforma|studie|étude|estudio|umfrage|enquête|encuesta|kurs|cours|curso)$/iu;
const LEAD_IN =
  /^(?:(?:ich|wir) (?:möchten?|wollen|will|müssen|muss|planen|plane)|(?:je|nous) (?:veux|voulons|souhaite|souhaitons|voudrais|voudrions|devons|dois)|(?:quiero|queremos|quisiera|necesito|necesitamos|debemos)|(?:jeg|vi) (?:vil gerne|vil|skal|ønsker at|ønsker)|(?:voglio|vogliamo)|(?:ik|wij|we) (?:wil|willen|moet|moeten))\s+/iu;
/** “Digitalise les archives”: a first word before one of these is an order. */
const DETERMINER =
  /^\p{L}{3,16}\s(?:der|die|das|den|eine?n?|unsere?n?|meine?n?|les?|la|l['’]|une?|des|mon|ma|mes|notre|nos|el|los|las|una?|mis?|nuestr[oa]s?|en|et|min|mit|mine|vores|il|lo|gli|uno|het|een|de \d|\d)(?!\p{L})/iu;

export interface Label {
  readonly thing: string;
  /** Null where its verb is not known. */
  readonly act: string | null;
}

/** Null where nothing short of the whole can be said, as in letters that have no spaces. */
export function labelOf(
  goal: string,
  opening: string,
  { cuts, counts }: { readonly cuts: readonly Passage[]; readonly counts: readonly Passage[] },
): Label | null {
  if (!/^[^\p{L}]{0,40}\p{Script=Latin}/u.test(opening)) return null;
  const line = opening.slice(0, MOST_READ);
  const from = goal.indexOf(line);
  const read = (out: readonly Passage[]) =>
    withoutVerb(blanked(line, out, from).replace(LEAD_IN, ''));
  // Where all that it names is counted, that is it: “1000 Bäume pflanzen” is about Bäume.
  const isCounted = COUNTED.test(read([...cuts, ...counts]).rest) && !COUNTED.test(read(cuts).rest);
  for (const out of isCounted ? [cuts] : [[...cuts, ...counts], cuts]) {
    const { verb, rest } = read(out);
    const thing = rest.split('|').map(shortened).find(isTelling);
    if (thing !== undefined) return { thing, act: actOf(verb, thing) };
  }
  return null;
}

const actOf = (verb: string | null, thing: string): string | null =>
  verb === null ? null : `${verb} ${verb === 'learn' ? '' : 'the '}“${thing}”`;

const isTelling = (text: string): boolean => /\p{L}{3}/u.test(text);

/** The text with strokes for what the plan states itself: dates, sums, places, numbers. */
function blanked(line: string, cuts: readonly Passage[], from: number): string {
  let text = line.replaceAll('|', ' ');
  for (const cut of from < 0 ? [] : cuts) {
    const at = cut.at - from;
    if (at < 0 || at >= text.length) continue;
    const length = Math.min(cut.text.length, text.length - at);
    text = text.slice(0, at) + '|'.repeat(length) + text.slice(at + length);
  }
  return text.replaceAll(/\d[\d.,]{0,15}\s?%/gu, (share) => '|'.repeat(share.length));
}

interface Order {
  readonly verb: string | null;
  readonly rest: string;
}

/** The order without its verb, which stands first, or in German and Dutch at the end of its clause. */
function withoutVerb(line: string): Order {
  const text = line.trimStart();
  const first = /^\p{L}+/u.exec(text)?.[0] ?? '';
  const known = englishVerb(first);
  const isOrder = DETERMINER.test(text.replaceAll('|', '1')) && !isJoint(first);
  if (known !== null || isOrder) return { verb: known, rest: text.slice(first.length) };
  const [clause = ''] = text.split(/[,;:.]|\s(?:und|en)\s/u);
  const last = words(clause).at(-1) ?? '';
  const verb = englishVerb(last);
  const end = clause.toLowerCase().lastIndexOf(last);
  return verb === null || words(clause).length < 2
    ? { verb: null, rest: text }
    : { verb, rest: clause.slice(0, end) };
}

const isJoint = (word: string): boolean => JOINTS.has(word.toLowerCase());

/** Up to its first clause, without articles around it, in whole words. */
function shortened(text: string): string {
  const whole = text.trim();
  const clause = whole.split(END)[0] ?? '';
  const first = inWords(
    (clause.split(MORE)[0] ?? '').split(/\sund\s/u)[0]?.replace(AT_END, '') ?? '',
  );
  const least = first === '' ? inWords(clause) : first;
  return GENERIC.test(least) ? inWords(whole) : least;
}

function inWords(text: string): string {
  const parts = text
    .replaceAll(/["“”«»„|]/gu, ' ')
    .trim()
    .replace(/^[ld]['’]/iu, '')
    .split(/\s+/u);
  while (parts[0] !== undefined && (isJoint(parts[0]) || /^\d/u.test(parts[0]))) parts.shift();
  while (parts.join(' ').length > MOST_CHARS) parts.pop();
  while (isJoint(parts.at(-1) ?? '')) parts.pop();
  return parts
    .join(' ')
    .replace(/^[ld]['’]/iu, '')
    .replace(/[\s,;:'’.-]+$/u, '');
}
