// Picks the playbook by counting words that speak for and against it; words at the very start of the
// goal count most. The reason is part of the plan, and so is "none clearly fits".
import type { PlaybookChoice } from '../../../contract/plan.ts';
import type { Playbook, Variant } from './playbook.ts';
import { playbooks } from './playbooks/index.ts';
import { headOf } from './subject.ts';
import { clip } from './text.ts';

export interface Choice extends PlaybookChoice {
  readonly variant: string | null;
}

interface Score {
  readonly playbook: Playbook;
  readonly points: number;
  readonly hits: readonly string[];
}

const CLEAR = 3;
const HEAD_CHARS = 110;

export function choosePlaybook(goal: string, general: Playbook): Choice {
  const head = headOf(goal).slice(0, HEAD_CHARS);
  const ranked = playbooks
    .map((playbook) => scoreOf(playbook, head, goal.slice(0, 2_000)))
    .sort((a, b) => b.points - a.points);
  const [best, second] = ranked;
  if (!best || best.points < CLEAR) return none(general, best);
  const close = second !== undefined && second.points * 1.3 > best.points;
  const variant = variantOf(best.playbook, goal)?.name ?? null;
  const hits = best.hits.map((hit) => `“${clip(hit, 30)}”`).join(', ');
  const rival = close ? `; ${second.playbook.label} came close, so check the phases` : '';
  const why = `The goal says ${hits}, which speaks for ${best.playbook.label}${rival}.`;
  return { name: best.playbook.name, fit: close ? 'weak' : 'clear', why: clip(why, 480), variant };
}

function none(general: Playbook, best: Score | undefined): Choice {
  const nearest = best && best.points > 0 ? ` The nearest was ${best.playbook.label}.` : '';
  return {
    name: general.name,
    fit: 'none',
    why: `No playbook clearly fits, so the general one is used.${nearest}`,
    variant: null,
  };
}

function scoreOf(playbook: Playbook, head: string, whole: string): Score {
  const strongHead = hitsOf(playbook.strong, head);
  const strong = hitsOf(playbook.strong, whole);
  const weakHead = playbook.weak ? hitsOf(playbook.weak, head) : [];
  const weak = playbook.weak ? hitsOf(playbook.weak, whole) : [];
  const against = playbook.not
    ? hitsOf(playbook.not, head).length * 2 + hitsOf(playbook.not, whole).length
    : 0;
  const points =
    strongHead.length * 3 +
    Math.min(2, strong.length) * 0.5 +
    weakHead.length +
    Math.min(2, weak.length) * 0.5 -
    against;
  const hits = [...new Set([...strongHead, ...strong, ...weakHead, ...weak])].slice(0, 4);
  return { playbook, points, hits };
}

function hitsOf(pattern: RegExp, text: string): string[] {
  const all = text.match(new RegExp(pattern.source, `g${pattern.flags}`)) ?? [];
  return [...new Set(all.map((hit) => hit.toLowerCase()))];
}

export function variantOf(playbook: Playbook, goal: string): Variant | null {
  const head = headOf(goal).slice(0, HEAD_CHARS);
  return (
    playbook.variants.find((variant) => variant.words.test(head)) ??
    playbook.variants.find((variant) => variant.words.test(goal.slice(0, 600))) ??
    null
  );
}
