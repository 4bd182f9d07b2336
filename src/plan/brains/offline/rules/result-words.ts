// The result of a goal as something that holds: “The bakery in Graz is open by 2027-06-30”; and what it
// rules out as a thing that is left out: “bank loans”, not “without bank loans”.
import type { Draft } from '../draft.ts';
import { capitalize, lowered } from '../text.ts';

/** What can be said of a thing once the verb is done to it. */
const states: Readonly<Record<string, string>> = {
  open: 'is open',
  reopen: 'is open again',
  build: 'is built',
  construct: 'is built',
  create: 'is there',
  establish: 'is set up',
  found: 'is founded',
  'set up': 'is set up',
  start: 'has started',
  launch: 'is launched',
  develop: 'is ready for use',
  organise: 'has been held',
  organize: 'has been held',
  host: 'has been held',
  hold: 'has been held',
  write: 'is written',
  publish: 'is published',
  renovate: 'is renovated',
  remodel: 'is renovated',
  repair: 'works again',
  fix: 'works again',
  replace: 'is replaced',
  install: 'works',
  introduce: 'is introduced',
  sell: 'is sold',
  buy: 'is bought',
};

const GERUND = /^((?:establish|build|creat|open|launch|develop|organi[sz]|construct|writ)e?)ing$/u;

/** Of the goal's own verb, or of the first word of the act where that was read from another language. */
function stateOf({ facts, playbook }: Draft): string | undefined {
  const { verb, act } = facts.subject;
  if (playbook.name === 'event') return 'has been held';
  const known = states[verb.replace(GERUND, '$1')] ?? states[`${verb.replace(GERUND, '$1')}e`];
  const said = facts.language === 'en' || facts.language === 'und' ? undefined : act?.split(' ')[0];
  return said === undefined ? known : states[said];
}

export function resultOf(draft: Draft): string {
  const { facts, slots } = draft;
  const when = String(slots.by_deadline);
  const state = stateOf(draft);
  if (state !== undefined) return capitalize(`${slots.the_thing}${slots.in_place} ${state}${when}`);
  const { act, title } = facts.subject;
  return `This is reached${when}: ${lowered(act ?? title)}`;
}

const WITHOUT =
  /^(?:without(?: any| the| an?)?|with no|no|avoid|ohne|keine?n?|vermeide|sans|pas d['’]|pas de|éviter?|sin|evitar|uden|ingen|intet|undgå|senza|zonder|geen)(?:\s|(?<=['’]))/iu;
const NOT_TO = /^(?:please )?(?:do not|don['’]t|never|must not|should not|shall not)\s+(\p{L}+)/iu;

/** “sell” is “selling”, “use” is “using”, “cut” is “cutting”. */
function gerund(verb: string): string {
  if (/[^aeio]e$/u.test(verb)) return `${verb.slice(0, -1)}ing`;
  return /^[^aeiou]*[aeiou][^aeiouwxy]$/u.test(verb) ? `${verb}${verb.at(-1)}ing` : `${verb}ing`;
}

export function leftOut(ban: string): string {
  const thing = ban.replace(WITHOUT, '');
  return thing.replace(NOT_TO, (_, verb: string) => gerund(verb.toLowerCase()));
}
