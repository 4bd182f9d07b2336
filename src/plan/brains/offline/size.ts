// How large is this? Playbook hours are for a small project; a stated rule makes them longer for large
// money. A span that the goal itself gives is filled by rules/work-time.ts.
export interface Size {
  readonly name: 'small' | 'medium' | 'large' | 'very_large' | 'giant';
  readonly hoursFactor: number;
  readonly rule: string;
}

const classes: readonly (readonly [limitUsd: number, name: Size['name'], factor: number])[] = [
  [200_000, 'small', 1],
  [2_000_000, 'medium', 1.5],
  [50_000_000, 'large', 3],
  [1_000_000_000, 'very_large', 6],
  [Number.POSITIVE_INFINITY, 'giant', 20],
];

export function sizeOf(moneyUsd: number): Size {
  const [, name, hoursFactor] = classes.find(([limitUsd]) => moneyUsd < limitUsd) ?? [
    0,
    'giant' as const,
    20,
  ];
  const rule =
    hoursFactor === 1
      ? 'task lengths are those of a small project'
      : `task lengths are ${hoursFactor} times those of a small project, because of the money involved`;
  return { name, hoursFactor, rule };
}

const GRAND =
  /\b(?:moon|mars|lunar|planet|orbit|space station|worldwide|global(?:ly)?|nation(?:al|wide)|countries|million people|all over the world|entire (?:country|continent)|international|government)\b/iu;

/** Words that speak of an undertaking for nations rather than for a household or a firm. */
export function soundsGrand(goal: string): boolean {
  return GRAND.test(goal.slice(0, 400));
}
