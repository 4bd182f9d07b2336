// What the goal is about, in its own words: the verb, the thing, the name it gives itself.
// Task titles are built from these, so a plan speaks of the goal and not of "the project".
import { capitalize, clip, sentences, words } from './text.ts';

export interface Subject {
  readonly verb: string;
  /** The object of the first clause without its article: "coffee shop", "dog breeders". */
  readonly thing: string;
  /** A name in quotation marks or of a "Project X", if the goal has one. */
  readonly name: string | null;
  readonly title: string;
  /** Short clauses of the goal, each an act of its own: "approach 10 hot leads". */
  readonly clauses: readonly string[];
}

const VERB_SOURCE = String.raw`^(?:open|launch|start|build|construct|create|develop|design|establish|organi[sz]e|host|plan|write|publish|make|find|buy|sell|move|relocate|travel|visit|renovate|remodel|repair|fix|research|study|investigate|analy[sz]e|prospect|acquire|run|set up|grow|increase|reduce|improve|implement|execute|conduct|deliver|deploy|expand|migrate|train|learn|hire|recruit|raise|produce|record|film|throw|celebrate|hold|prepare|water|get|replace|install|introduce|evaluate|compare|clean|paint|convert|turn|found|win|close|approach|sign|book|cook|walk|teach|insert|track|monitor|survey|test|automate|port|rewrite|refactor|ship|eröffnen|eröffne|gründen|gründe|baue|bauen|organisiere|plane|åbn|åbne|start|byg|ouvrir|créer|lancer|organiser|abrir|crear|lanzar|organizar|construir|aprire|creare|openen|starten|bouwen|öppna|starta|bygga|perform|enforce|manage|provide|become|quit|stop|save|lose|pass|finish|help|adopt|plant|translate|apply|obtain|switch|earn|pay|(?:establish|build|creat|open|launch|develop|organi[sz]|construct|execut|writ)ing)\b`;
const VERB = new RegExp(VERB_SOURCE, 'iu');
/** A first word before "a", "my" or a number is most likely one too: "Digitize our archive". */
const LIKELY_VERB =
  /^(?!(?:with|for|from|this|that|these|and|all|not|some|have|has|given|assume|under|after|before|during|within|because|since|when|while|what|how|why|who|our|the|there|about|into|over|phase|part|day|year|step|project|week|goal|only|also|upon|per|between|against|without|like|unlike|once|until|through|across|every|each|here|now|then|please|see|let)\b)\p{L}{3,14}(?=\s(?:an?|the|my|our|his|her|their|your|more|\d{1,9}|one|two|three|four|five|ten)\s)/iu;
/** So are “roll out”, “cut … by a third” and words with the ending of a verb: what follows is done to. */
const ORDER_SHAPE =
  /^(?:\p{L}{2,12}\s(?:out|up|down|off|back)(?=\s\p{L})|\p{L}{2,12}(?:i[sz]e|ify)(?=\s\p{L})|\p{L}{3,12}(?=\s[\p{L}\s-]{3,60}\sby\s(?:\d{1,3}\s?(?:%|percent)|half|a\s(?:third|quarter|fifth|half|tenth)))|(?:keep|cut|double|halve|triple|lower|bring|give|offer|feed|restore|protect|preserve|upgrade|merge|negotiate|secure|fund|finance|promote|advertise|map|measure|collect|gather|document|edit|print|compose|rehearse|stage|exhibit|coach|mentor|foster|breed|cycle|swim|climb|hike|sail|end|prevent|fight|tackle|combat|support|extend|rescue|revive|bake|brew|sew|knit|harvest|show|send|serve|use|vaccinate|decorate|reach|eat|drive|ride|read|play|sing|watch|furnish|attract|scale|outsource|audit|rent|lease|ban|dig)(?=\s\p{L}))/iu;
const LEAD_IN =
  /^(?:(?:please|so|hi|hello|hey)[,!]?\s+|(?:i|we)(?: \([^)]{1,30}\))? (?:would like|wants?|need|plan|intend|hope|aim|have|am going|are going|wish)(?: to)?\s+|i['’]d like to\s+|(?:my|our) [\p{L}-]{2,20} (?:needs?|wants?)(?: to)?\s+|(?:my|our|the) goal is (?:to )?|help me (?:to )?|(?:create|make|develop|write|draft|prepare|give me|design) (?:me )?(?:a|an|the) (?:\w+[- ]){0,3}?(?:plan|strategy|roadmap|framework|program)(?: (?:to|for|of))\s+|the goals? for this plan:\s*|(?:create|make|write|draft|prepare|produce) (?:a|an|the) (?:[\p{L}-]+\s+){0,2}(?:report|study|analysis|overview|paper) (?:on|about|of|examining|into|regarding)\s+|from (?:the )?[^,.]{3,60} perspective,\s+|can you (?:help me )?|how (?:to|do i)\s+|let['’]s\s+|plan (?:for |to )?(?=(?:an?|the|my|our)\s)|as (?:a|an|in) [^,.]{3,90}[,.]\s+)/iu;
const STOP =
  /(?<!\s)\s+(?:in|at|by|for|with|within|using|under|between|from|on|near|across|that|which|who|where|so|to|into|headquartered|located|targeting|led|designed|because|while|until|before|after|inspired|through|worth|during|over|via|resulting|covering|following|utilizing|starting|against|budget|costing)\s|\s(?:this|next|coming)\s(?:spring|summer|autumn|fall|winter|week|weekend|month|quarter|year|january|february|march|april|may|june|july|august|september|october|november|december)(?!\p{L})|\s(?=[$€£]\s?\d)|[,.;:!?()\n—，、。]|\s[-–]\s/iu;
const ORDER = new RegExp(
  String.raw`${VERB_SOURCE}\s+(?:an?|the|my|our|all|some|new|\d+|["“'‘])(?![\p{L}])`,
  'iu',
);
const GENERIC =
  /(?:^|\s)(?:facility|system|systems|solution|solutions|programs?|platform|app|business|company|service|plan|project|center|centre|machine|tool|report|framework|situation|campaign|strategy|store|website|newsletter|podcast|course|club)$/iu;
/** "a store for $5,000" is not about the money. */
const MONEY_NEXT =
  /^\s+for\s+(?:[$€£]?\s?\d|[A-Z]{3}\s?\d|at most|under|less|about|around|up to|max)/u;
const ARTICLE =
  /^(?:an?|the|(?:my|our)(?!\s\p{L}+['’]s\s)|some|your|this|new|ein|eine|einen|une?|una?|el|la|le|les|en|et|ett|het|de|il|lo|um|uma)\s+/iu;
const NAMED =
  /(?:^|\b(?:launch|establish|called|named|name:|start|build|open|create|project|titled)\s+)["“«'‘]([^"”»'’\n]{2,60})["”»'’]/iu;
const PREFIX =
  /^(?:\d{1,9}[- ]year,?\s+)?(?:(?:USD|EUR|GBP|US\$|[$€£])\s?[\d.,]{1,30}\s?\w{0,30},?\s+)?(?:research and development\s+)?(?:initiative|program|programme|project|effort)\s+(?:led by [^,.]{3,80}?\s+)?(?:to|will focus on)\s+/iu;

/** “a lamp and sell 500” is about the lamp. */
const NEXT_ORDER = new RegExp(String.raw`\sand\s(?=${VERB_SOURCE.slice(1)}\s).*$`, 'isu');

/** More than any name of a thing, which is cut to 60 in the end. */
const PHRASE_CHARS = 500;

/** The sentence that says what to do, in full: the first one, unless that only sets the scene. */
export function headOf(goal: string): string {
  const parts = sentences(goal)
    .filter((part) => /\p{L}{2}/u.test(part))
    .slice(0, 8);
  const first = parts[0] ?? goal;
  const aside = /^(?:as in|like in|['"“‘][^:]*$)/iu.test(first);
  if (!aside && VERB.test(stripLeadIns(first))) return first;
  const order = parts.slice(1).find((part) => ORDER.test(part) || ORDER.test(stripLeadIns(part)));
  return order ?? first;
}

/** The same without "I want to" and the like. */
export function openingOf(goal: string): string {
  return stripLeadIns(headOf(goal));
}

export function readSubject(goal: string): Subject {
  const opening = openingOf(goal);
  const verb = (
    (ORDER_SHAPE.exec(opening) ?? VERB.exec(opening) ?? LIKELY_VERB.exec(opening))?.[0] ?? ''
  ).toLowerCase();
  const name = readName(goal);
  const thing = readThing(opening, verb, name);
  return { verb, thing, name, title: readTitle(opening, name), clauses: readClauses(opening) };
}

function stripLeadIns(text: string): string {
  let rest = text.trim();
  for (let round = 0; round < 3; round += 1) {
    const shorter = rest.replace(LEAD_IN, '');
    if (shorter === rest || shorter.length < 4) break;
    rest = shorter;
  }
  return rest;
}

/** A quoted name counts where names stand: at the very start, or after "launch", "called", "name:". */
function readName(goal: string): string | null {
  const match = NAMED.exec(goal.slice(0, 500));
  const name = match?.[1]?.trim().replace(/[,.;:]+$/, '');
  return name && /\p{Lu}/u.test(name) ? clip(name, 60) : null;
}

function readThing(opening: string, verb: string, name: string | null): string {
  const rest = opening
    .slice(verb.length)
    .replace(/^\s*and \p{L}+ /iu, '')
    .trim();
  const plain = stripArticles(dropPrefix(stripArticles(rest)));
  const thing = clip(
    headPhrase(plain.slice(0, PHRASE_CHARS))
      .replace(NEXT_ORDER, '')
      .replace(/["“”«»]/gu, '')
      .trim(),
    60,
  );
  if (thing.length >= 3) return withTopic(thing.replace(/^['‘]|['’]$/gu, ''), opening);
  return name ?? (clip(plain, 48) || clip(opening, 48) || 'goal');
}

/** A cookbook "about Nordic baking" is not just a cookbook. */
function withTopic(thing: string, opening: string): string {
  const topic = /\babout ((?:[\p{L}\p{N}'’-]+\s?){1,4})/iu
    .exec(opening)?.[1]
    ?.split(/\s(?:and|in|by|for|with|to)\s/iu)[0];
  return topic && !thing.includes(topic.trim())
    ? clip(`${thing} about ${topic.trim()}`, 60)
    : thing;
}

/** "10-year, $5 million initiative to establish a lab" is about the lab. */
function dropPrefix(text: string): string {
  const short = text.replace(PREFIX, '');
  return short === text
    ? text
    : short
        .replace(VERB, '')
        .trim()
        .replace(/^(?:,\s*\p{L}+,?\s*)+(?:and \p{L}+\s+)?/iu, '');
}

/** Up to the first stop word; a lone adjective before a comma goes on: "massive, multi-level complex". */
function headPhrase(text: string): string {
  const stop = STOP.exec(` ${text}`);
  if (!stop || stop.index === 0) return text;
  const head = text.slice(0, stop.index - 1);
  const joined = /^\s+(?:for|to|of|that)\s/iu.test(text.slice(stop.index - 1));
  if (GENERIC.test(head) && joined && !MONEY_NEXT.test(text.slice(stop.index - 1))) {
    const [, joint = '', tail = ''] =
      /^(\s+\p{L}+\s+)(.*)$/su.exec(text.slice(stop.index - 1)) ?? [];
    return `${head}${joint}${headPhrase(tail.replace(/(?<!\d),(?!\d).*$/su, ''))}`;
  }
  const rest = text.slice(stop.index - 1);
  const goesOn =
    words(head).length <= 2 &&
    /^,\s+\p{Ll}/u.test(rest) &&
    !/^,\s+(?:and|or|an?|the|my|our|budget|cost|max|no|all|ideally|preferably|possibly|including|such|each|then|due|deadline|while|but|so|if|as|led|based|with|for|in|by|within|on|under|at|to|from|using|before|until|launch(?:ing)?|starting)\b/iu.test(
      rest,
    );
  if (!goesOn || VERB.test(rest.slice(2))) return head;
  return `${head}, ${headPhrase(rest.slice(2))}`;
}

function stripArticles(text: string): string {
  let rest = text;
  for (let round = 0; round < 3; round += 1) rest = rest.replace(ARTICLE, '');
  return rest;
}

function readTitle(opening: string, name: string | null): string {
  const title = capitalize(clip(opening.replace(/(?<![.;:,])[.;:,]+$/u, ''), 130));
  return name && !title.includes(name) ? clip(`${name}: ${title}`, 150) : title;
}

function readClauses(first: string): string[] {
  return first
    .split(/,\s+(?:and\s+)?|;\s+|(?<!\s)\s+and then\s+/iu)
    .map((part) => part.trim().replace(/(?<!\.)\.+$/u, ''))
    .filter((part) => VERB.test(part) && part.length > 5)
    .map((part) => clip(part, 110))
    .slice(0, 8);
}
