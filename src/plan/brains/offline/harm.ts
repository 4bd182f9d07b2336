// Goals that ask for grave harm get no plan. Narrow on purpose: an act and a target must both be
// there, so that studying, preventing or treating the same thing is not refused.
interface HarmRule {
  readonly kind: string;
  /** Act and target may stand anywhere in the goal. */
  readonly anywhere?: boolean;
  readonly act: RegExp;
  readonly target: RegExp;
}

const rules: readonly HarmRule[] = [
  {
    kind: 'weapons that kill many people',
    act: /\b(?:build|make|create|produce|develop|acquire|buy|synthesi[sz]e|weaponi[sz]e|release|spread|deploy|smuggle|baue?n?|herstellen|fabricar|fabriquer)\b/iu,
    target:
      /\b(?:nuclear (?:bomb|weapon|warhead)s?|dirty bomb|bio-?weapons?|biological weapons?|chemical weapons?|nerve (?:agent|gas)|sarin|vx gas|novichok|anthrax|weaponi[sz]ed (?:virus|pathogen)|pandemic (?:virus|pathogen)|atombombe|bomba nuclear|ricin)\b/iu,
  },
  {
    kind: 'life forms that could escape every natural control',
    act: /\b(?:design|construct|create|build|explore|synthesi[sz]e|develop)\b/iu,
    target: /\b(?:mirror[- ]life|mirror bacteria|d-chiral|opposite chirality)\b/iu,
  },
  {
    kind: 'killing people',
    act: /\b(?:kill|murder|assassinate|behead|lynch|massacre|exterminate|poison|umbringen|ermorden|töten|asesinar|assassiner)\b(?=[^.!?\n]{0,40}\b(?:my \w+|people|civilians|president|minister|politicians?|journalists?|minorit(?:y|ies)|jews|muslims|christians|immigrants|children|everyone|him|her|them)\b)|\bexecute (?:the )?(?:prisoners|hostages|civilians|him|her|them)\b|\b(?:genocide|ethnic cleansing)\b|\b(?:meinen?|meine) \w+ (?:umbringen|ermorden|töten)\b/iu,
    target: /\p{L}/u,
  },
  {
    kind: 'killing people as punishment or as a show',
    act: /\b(?:executioner|on-the-spot sentences|terminal judge?ment|life-or-death|death (?:games?|match)|deathmatch|going to die|fight to the death)\b/iu,
    target:
      /\b(?:offen[cs]es?|citizens|participants|people|debts?|prisoners|police|spectators)\b/iu,
  },
  {
    kind: 'attacks on the systems people live by',
    act: /\b(?:turn off|shut down|sabotage|attack|destroy|infiltrat\w*|hack|gain access|take down|poison|cripple|disable)\b/iu,
    target:
      /\b(?:all electricity|power grids?|scada|water supply|hospitals?|air traffic control|global power outage|emergency services|stromnetz|nuclear plants?)\b/iu,
  },
  {
    kind: 'sexual abuse of children',
    act: /\b(?:sex(?:ual(?:ly|ize)?)?|porn\w*|nude|groom(?:ing)?|explicit|exploit)\b/iu,
    target: /\b(?:child(?:ren)?|minors?|underage|kids?|toddlers?|teen(?:ager)?s?)\b/iu,
  },
  {
    kind: 'trade in people',
    act: /\b(?:traffic(?:king)?|enslave|kidnap|abduct|sell|smuggle)\b/iu,
    target:
      /\b(?:slaves|women and girls|migrants|children|human beings|humans|girls|organs|hostages?)\b/iu,
  },
  {
    kind: 'capturing or attacking a person by force outside the law',
    anywhere: true,
    act: /\b(?:black op|bypass[^.]{0,40}ethics|act first and justify|overwhelming force)\b/iu,
    target: /\b(?:capture (?:him|her|them)|military assault|president|surveillance of)\b/iu,
  },
  {
    kind: 'terror',
    act: /\b(?:bomb|terror(?:ist)? attack|mass shooting|suicide attack|carry out an attack)\b/iu,
    target:
      /\b(?:crowd|stadium|school|mosque|church|synagogue|subway|metro|airport|mall|concert|embassy|market)\b/iu,
  },
];

const PROTECTIVE =
  /\b(?:prevent|preventing|prevention|protect(?:ion)? (?:against|from)|stop|combat|reduce|treat|cure|detect|museum|history of|memorial|awareness|disarm|dismantle|decommission|novel about|film about|video game|board game|screenplay|security audit|penetration test|defen[cs]e against|sex education|safety of|rescue|counter-?terror\w*|report on|study of)\b/iu;

/** What grave harm the goal asks for, or null. Act and target must stand within one sentence or two. */
export function graveHarm(goal: string): string | null {
  const parts = goal.split(/(?<=[.!?\n])\s+/u);
  for (const rule of rules) {
    if (rule.anywhere && rule.act.test(goal) && rule.target.test(goal)) return rule.kind;
    const hit = parts.some((part, index) => {
      const near = `${part} ${parts[index + 1] ?? ''}`;
      return rule.act.test(part) && rule.target.test(near) && !PROTECTIVE.test(part);
    });
    if (hit) return rule.kind;
  }
  return null;
}
