// Goals that nobody can reach as far as is known, or that a text with no more than a wish asks for. Rules
// cannot judge what is possible, so that they only ask: the owner may confirm and get a plan.
import type { DateReading } from './dates.ts';
import { words } from './text.ts';

/** Against the laws of nature, in general words. */
const NATURE =
  /(?<!\p{L})(?:perpetual[- ]motion|perpetuum mobile|time (?:machine|travel)|travel (?:back |forward )?(?:in|through) time|faster[- ]than[- ]light|faster than the speed of light|teleport\p{L}*|anti-?gravity|(?:infinite|unlimited|endless|free) energy|live forever|become immortal|raise the dead|turn lead into gold|zeitmaschine|zeitreise|schneller als das licht|machine à (?:remonter|voyager dans) le temps|voyager dans le temps|plus vite que la lumière|mouvement perpétuel|máquina del tiempo|viajar en el tiempo|más rápido que la luz|movimiento perpetuo|tidsmaskine|hurtigere end lyset|evighedsmaskine)(?!\p{L})/iu;
/** Told, played or built as a thing to look at, it can be done. */
const AS_A_THING =
  /(?<!\p{L})(?:novel|story|stories|films?|movie|toys?|props?|replica|books?|exhibit\p{L}*|research|study|studies|report|theme park|costume|play|comic|podcast|video game|board game|escape room|roman|film|buch|spielzeug|livre|jeu|novela|película|libro|juego|bog|spil|legetøj)(?!\p{L})/iu;
/** A thing that exists in a made-up world, and nothing else said of it. */
const FROM_FICTION =
  /(?<!\p{L})(?:like|as|just like|wie|comme|como|som|ligesom)\s(?:in|the one in|dans|en|i)\s(?:the |a |les? |la |los |las |el |den |dem |de |my )?(?:\p{L}+ )?(?:games?|movies?|films?|comics?|books?|series|shows?|anime|spiele?n?|filme?n?|jeux|juegos|películas|spil|filmen?)(?!\p{L})/iu;
const YESTERDAY =
  /(?<!\p{L})(?:by|until|before|bis|avant|antes de|inden|for|zu)\s(?:yesterday|gestern|hier|ayer|i går)(?!\p{L})|(?<!\p{L})(?:in|within) (?:0|zero) (?:days|hours|minutes|weeks)/iu;

/** Why it takes a confirmation, or null. */
export function whyImpossible(
  goal: string,
  dates: readonly DateReading[],
  start: string,
): string | null {
  if (YESTERDAY.test(goal)) return 'It is to be done before it can begin.';
  const limits = dates.filter((date) => date.deadline);
  const latest = limits
    .map((date) => date.last)
    .sort()
    .at(-1);
  if (latest !== undefined && latest < start && !dates.some((date) => date.last >= start))
    return `Its deadline, ${latest}, is before the start, ${start}.`;
  if (AS_A_THING.test(goal.replace(FROM_FICTION, ''))) return null;
  if (NATURE.test(goal))
    return 'As far as is known this cannot be done, so a plan would be pretended.';
  return FROM_FICTION.test(goal) && words(goal).length <= 12
    ? 'It names a thing from a made-up world, and does not say what the real one should be.'
    : null;
}
