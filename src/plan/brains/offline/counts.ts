// Counted things and people: "10 hot leads", "50+ breeders", "5 million people", "ten-person firm".

import { languageOf } from './language.ts';
import { byLanguage, numberWords } from './number-words.ts';
import { NUMBER, parseNumber, SCALE, scaleOf } from './numbers.ts';
import { isPlaceName } from './places.ts';

export interface CountReading {
  readonly text: string;
  readonly at: number;
  readonly value: number;
  /** The counted thing, in the goal's own words: "hot leads". */
  readonly unit: string;
  readonly people: boolean;
}

const SMALL_WORDS =
  'of|in|on|at|by|for|to|with|and|or|the|a|an|from|per|over|under|into|as|is|are|will|who|that|which|within|between|each|via|near|during|using|while|across|where|including|have|has|can|must|should|would|could|than|until|before|after|total|und|oder|der|die|das|dem|den|im|für|mit|von|bis|zu|aus|auf|pro|je|in|et|ou|de|du|des|la|le|les|à|au|pour|avec|par|sur|y|o|del|el|los|las|en|para|con|por|og|eller|til|med|på|af|fra|i|om|ved|uden|ohne|sans|sin';
const TIME =
  /^(?:years?|months?|weeks?|days?|hours?|minutes?|seconds?|percent|am|pm|th|st|nd|rd|times?|usd|eur|gbp|dkk|dollars?|euros?|kroner|million|billion|trillion|thousand|january|february|march|april|may|june|july|august|september|october|november|december|q[1-4]|°c|phase|jahre?n?|monate?n?|wochen?|tage?n?|stunden?|minuten|prozent|euro|ans?|années?|mois|semaines?|jours?|heures?|pour|años?|mes|meses|semanas?|días?|horas?|år|måneder|uger?|dage?|timer|procent|kr|januar|februar|märz|mai|juni|juli|oktober|dezember|janvier|février|mars|avril|juin|juillet|août|septembre|octobre|novembre|décembre|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre|marts|maj|mio|mrd|mia|tsd|millionen|millioner|millones|mil|tausend|tusind|mille|ème|er|quartal|trimestre|kvartal|halbjahr|semestre|halvår|minutos|minutter)$/iu;
/** Also by ending: musicians, artists, trainees. Not by -ers alone: computers and papers end so. */
export const PEOPLE =
  /(?:people|persons?|women|men|girls|boys|teen(?:ager)?s|youths?|pupils|learners|beginners|seniors|parents|families|couples|neighbou?rs|developers|designers|managers|professionals|delegates|runners|athletes|farmers|nurses|doctors|lawyers|writers|singers|dancers|campers|travell?ers|makers|\p{L}{2}(?:ists|ians)|\p{L}{3}(?<!degr|coff|toff|decr|agr)ees|guests?|attendees|participants|visitors|spectators|students|patients|employees|staff|members|volunteers|citizens|customers|clients|users|scientists|engineers|households|friends|kids|children|adults|leads?|candidates|players|speakers|residents|workers|teachers|founders|colleagues|subscribers|breeders|personen|leute|gäste[n]?|kinder[n]?|schüler(?:innen)?|mitarbeiter(?:innen)?|kund(?:en|innen)|besucher[n]?|teilnehmer[n]?|mitglieder[n]?|freiwillige[n]?|personnes|gens|enfants|élèves|étudiants|invités|salariés|employés|clients|visiteurs|bénévoles|personas|niños|alumnos|estudiantes|invitados|empleados|clientes|visitantes|voluntarios|personer|mennesker|børn|elever|gæster|medarbejdere|kunder|besøgende|deltagere|medlemmer|frivillige)$/iu;
const patternFor = byLanguage(
  (language) =>
    new RegExp(
      String.raw`(?<![\p{L}\p{N}.,$€£¥₹#-])(${NUMBER}|(?:${numberWords(language)})(?![\p{L}]))(?:\s(${SCALE})(?![\p{L}])(?:\sd['’]|\sde\s)?)?(?:\s?[–-]\s?(${NUMBER}))?(\+)?[ -]?(?<=[ '’+-])((?!(?:${SMALL_WORDS})(?![\p{L}]))[\p{L}][\p{L}'’-]{0,80}(?: (?!(?:${SMALL_WORDS})(?![\p{L}]))[\p{L}][\p{L}'’-]{0,80}){0,3})`,
      'giu',
    ),
);

export function readCounts(goal: string): CountReading[] {
  const found: CountReading[] = [];
  const language = languageOf(goal);
  for (const match of goal.matchAll(patternFor(language))) {
    const [text, low, scale, high, plus, noun = ''] = match;
    const unit = countedNoun(noun);
    const value = parseNumber(high ?? low ?? '', scale !== undefined, language) * scaleOf(scale);
    if (!unit || !Number.isFinite(value) || isYear(goal, match, unit)) continue;
    if (isModel(goal.slice(Math.max(0, match.index - 60), match.index), language)) continue;
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

const TIME_BEFORE = /(?:\p{L}{3,12}\.?|(?<!\p{L})(?:in|by|of|im|ab|en|i|år))\s$/u;

/** "in 2026 schools opened" counts no schools, "plant 2000 trees" counts trees. */
function isYear(goal: string, { index, 1: low = '' }: RegExpExecArray, unit: string): boolean {
  if (!/^(?:19|20)\d\d$/.test(low) || PEOPLE.test(unit)) return false;
  const left = goal.slice(Math.max(0, index - 14), index);
  return (
    TIME_WORD.test(left) ||
    (TIME_BEFORE.test(left) && /\p{Lu}\p{L}+\s$/u.test(left) && index > left.length)
  );
}

const TIME_WORD =
  /(?<!\p{L})(?:in|by|of|since|until|before|from|im|ab|bis|seit|vor|en|de|avant|depuis|desde|hasta|antes de|inden|siden|fra|år|jan\w*|feb\w*|mar\w*|apr\w*|ma[yij]|mayo|jun\w*|jul\w*|aug\w*|sep\w*|o[ck]t\w*|nov\w*|de[cz]\w*)\.?\s$/iu;

/** The number of a model, a norm or a chapter: "Windows 11 laptops", "ISO 27001 audit", "Phase 2 trial". */
function isModel(left: string, language: string): boolean {
  const [, before = '', word = ''] =
    /(^|[^.!?:\n]\s|[.!?:\n]\s|\s)([\p{L}\p{N}-]{2,30})\s$/u.exec(left) ?? [];
  if (
    /^(?:phase|type|level|step|chapter|version|model|stage|class|grade|figure|route|apollo|iso|din|covid|formula|article|room|gate|room|typ|stufe|kapitel|étape|fase|nivel|nivå|artikel)$/iu.test(
      word,
    )
  )
    return true;
  if (/^\p{Lu}[\p{Lu}\d-]{1,}$/u.test(word)) return true;
  // German writes every noun with a capital letter, so that it says nothing there.
  return (
    language !== 'de' && /^\p{Lu}/u.test(word) && /[^.!?:\n]\s$/u.test(before) && !isPlaceName(word)
  );
}
