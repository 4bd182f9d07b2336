// Picks the playbook by counting words that speak for and against it; words at the very start of the
// goal count most. The reason is part of the plan, and so is "none clearly fits".
import type { PlaybookChoice } from '../../../contract/plan.ts';
import type { Playbook, Variant } from './playbook.ts';
import { shelf } from './shelf.ts';
import { headOf, openingOf } from './subject.ts';
import { clip } from './text.ts';
import type { Words } from './word-list.ts';

export interface Choice extends PlaybookChoice {
  readonly variant: string | null;
}

interface Score {
  readonly playbook: Playbook;
  readonly points: number;
  /** A strong word is there; hints alone choose nothing. */
  readonly isSpoken: boolean;
  readonly hits: readonly string[];
}

/** One word that speaks for it, and nothing against it. */
const ENOUGH = 3;
/** Something else agrees: a second word, or the one that opens the goal. */
const CLEAR = 4.5;
const HEAD_CHARS = 110;

export function choosePlaybook(goal: string): Choice {
  const { playbooks, general } = shelf();
  const head = headOf(goal).slice(0, HEAD_CHARS);
  const opening = openingOf(goal).toLowerCase();
  const ranked = playbooks
    .map((playbook) => scoreOf(playbook, { opening, head, whole: goal.slice(0, 2_000) }))
    .sort((a, b) => b.points - a.points);
  const [best, second] = ranked;
  if (!best || best.points < ENOUGH || !best.isSpoken) return none(general, best);
  const close = second !== undefined && second.points * 1.3 > best.points;
  const isClear = !close && best.points >= CLEAR;
  const variant = variantOf(best.playbook, goal)?.name ?? null;
  const hits = best.hits.map((hit) => `“${clip(hit, 30)}”`).join(', ');
  const why = `The goal says ${hits}, which speaks for ${best.playbook.label}${doubt(second, { close, isClear })}.`;
  return {
    ...identityOf(best.playbook),
    fit: isClear ? 'clear' : 'weak',
    why: clip(why, 480),
    variant,
  };
}

/** What a stored plan says it was made from. */
const identityOf = ({ name, version, digest }: Playbook) => ({
  name,
  version,
  digest,
  origin: shelf().originOf(name),
});

function doubt(second: Score | undefined, of: { close: boolean; isClear: boolean }): string {
  if (of.close && second) return `; ${second.playbook.label} came close, so check the phases`;
  return of.isClear ? '' : '; nothing else in it agrees, so check the phases';
}

function none(general: Playbook, best: Score | undefined): Choice {
  const nearest = best && best.points > 0 ? ` The nearest was ${best.playbook.label}.` : '';
  return {
    ...identityOf(general),
    fit: 'none',
    why: `No playbook clearly fits, so the general one is used.${nearest}`,
    variant: null,
  };
}

interface Read {
  readonly opening: string;
  readonly head: string;
  readonly whole: string;
}

function scoreOf(playbook: Playbook, { opening, head, whole }: Read): Score {
  const strongHead = hitsOf(playbook.strong, head);
  const strong = hitsOf(playbook.strong, whole);
  const weakHead = hitsOf(playbook.weak, head);
  const weak = hitsOf(playbook.weak, whole);
  const against = hitsOf(playbook.not, head).length * 2 + hitsOf(playbook.not, whole).length;
  const points =
    strongHead.length * 3 +
    (strongHead.some((hit) => opening.startsWith(hit)) ? 1 : 0) +
    Math.min(2, strong.length) * 0.5 +
    weakHead.length +
    Math.min(2, weak.length) * 0.5 -
    against;
  const hits = [...new Set([...strongHead, ...strong, ...weakHead, ...weak])].slice(0, 4);
  return { playbook, points, isSpoken: strong.length > 0, hits };
}

const hitsOf = (words: Words | undefined, text: string): readonly string[] =>
  words?.hits(text) ?? [];

/** Where it is first spoken of; a variant without words fits wherever no other does. */
function firstAt({ words }: Variant, text: string): number {
  if (!words) return text.length;
  const [first] = words.hits(text);
  return first === undefined ? -1 : text.toLowerCase().indexOf(first);
}

const WITH = /\s(?:with|including|and|plus|mit|und|samt|avec|et|con|y|med|og|met)\s|\s?[,&+]\s/iu;

/** In the order of the playbook; but “a bakery with a café” is a bakery, whatever comes first there. */
function variantIn(variants: readonly Variant[], text: string): Variant | undefined {
  const found = variants
    .map((variant) => ({ variant, at: firstAt(variant, text) }))
    .filter(({ at }) => at >= 0);
  const [first] = found;
  const before = found
    .filter(({ at }) => first !== undefined && WITH.test(text.slice(at, first.at)))
    .toSorted((one, other) => one.at - other.at);
  return (before[0] ?? first)?.variant;
}

export function variantOf(playbook: Playbook, goal: string): Variant | null {
  const head = headOf(goal).slice(0, HEAD_CHARS);
  return (
    variantIn(playbook.variants, head) ?? variantIn(playbook.variants, goal.slice(0, 600)) ?? null
  );
}
