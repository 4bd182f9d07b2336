// Goals that ask for grave harm get no plan. Narrow on purpose: an act and a target must both be
// there, so that studying, preventing or treating the same thing is not refused.
interface HarmRule {
  readonly kind: string;
  /** Act and target may stand anywhere in the goal. */
  readonly anywhere?: boolean;
  readonly act: RegExp;
  /** Without a target the act's pattern says it all. */
  readonly target?: RegExp;
}

const PERSON =
  'wife|husband|boss|neighbou?r|ex|girlfriend|boyfriend|mother|father|parents|brother|sister|colleague|teacher|family';
const GROUP =
  'people|civilians|citizens|presidents?|ministers?|politicians?|journalists?|minorit(?:y|ies)|jews|muslims|christians|immigrants|refugees|children|everyone|humans';
const CHILDREN = '(?:child(?:ren)?|minors|underage|kids|toddlers|teenagers)';

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
    target: /\b(?:mirror[- ]life|mirror bacteria)\b/iu,
  },
  {
    kind: 'killing people',
    act: new RegExp(
      String.raw`\b(?:kill|murder|assassinate|behead|lynch|massacre|exterminate|poison)\s+(?:(?:all|the|these|many|some|our|my|a|as many|local)\s+){0,3}(?:${PERSON}|${GROUP}|him|her|them)\b|\bexecute (?:the )?(?:prisoners|hostages|civilians|him|her|them)\b|\b(?:commit|organi[sz]e|plan|start) (?:a )?(?:genocide|ethnic cleansing|massacre)\b|\bmeinen? \p{L}+ (?:umbringen|ermorden|töten)\b|\b(?:asesinar|assassiner) (?:a |à )?\p{L}+`,
      'iu',
    ),
  },
  {
    kind: 'killing people as punishment or as a show',
    act: /\b(?:executioner|life-or-death (?:competition|game|show)|death (?:games?|match)|fight to the death)\b/iu,
    target:
      /\b(?:offen[cs]es?|citizens|participants|people|debts?|prisoners|police|spectators)\b/iu,
  },
  {
    kind: 'attacks on the systems people live by',
    act: /\b(?:turn off|shut down|sabotage|(?<!(?:heart|panic|asthma) )attack|destroy|infiltrat\w*|hack|gain access|take down|poison|cripple|disable)\b/iu,
    target:
      /\b(?:all electricity|electricity (?:grids?|supply|network|of a (?:country|city))|power grids?|scada|(?:the|a|city['’]s) water supply|the hospitals|air traffic control|stromnetz|nuclear plants?)\b/iu,
  },
  {
    kind: 'sexual abuse of children',
    act: new RegExp(
      String.raw`\bcsam\b|\bchild porn\w*|\bporn\w* (?:of|with) ${CHILDREN}\b|\bsexual(?:ly|i[sz]e|i[sz]ing)?\s+(?:abuse|exploit\w*|content|images|videos|acts)?[^.\n]{0,30}\b${CHILDREN}\b|\b(?:nude|explicit) (?:images|photos|videos|content)[^.\n]{0,40}\b${CHILDREN}\b`,
      'iu',
    ),
  },
  {
    kind: 'trade in people',
    act: /\b(?:enslave|kidnap|abduct) (?:\p{L}+ ){0,2}\p{L}+|\btraffic (?:women|children|people|humans|girls|migrants)\b|\b(?:sell|smuggle) (?:(?:my|the|young|poor) )*(?:slaves|children|girls|women|humans|human organs|people)\b|\b(?:run|start|set up|organi[sz]e) (?:a |an )?human trafficking\b/iu,
  },
  {
    kind: 'capturing or attacking a person by force outside the law',
    anywhere: true,
    act: /\b(?:covert|secret|black op(?:eration)?s?|bypass[^.]{0,40}(?:ethics|law|courts?)|outside the law)\b/iu,
    target: /\b(?:capture (?:him|her|them)|military assault|abduct)\b/iu,
  },
  {
    kind: 'terror',
    act: /\b(?:plant a bomb|(?:car|pipe|nail|suicide) bomb(?:ing)?s?|bomb (?:the|a|an)|terror(?:ist)? attack|mass shooting|suicide attack|carry out an attack|blow up)\b/iu,
    target:
      /\b(?:crowd|stadium|school|mosque|church|synagogue|subway|metro|airport|mall|concert|embassy|market|station|building)\b/iu,
  },
];

const PROTECTIVE =
  /\b(?:prevent|preventing|prevention|protect(?:ion)? (?:against|from)|stop|combat|reduce|treat|cure|vaccines?|antidote|detect|museum|history of|memorial|awareness|disarm|dismantle|decommission|disposal|treaty|non-?proliferation|campaign against|fight against|documentary|novel|film|book|podcast|article|course|lecture|exhibition|video game|board game|screenplay|security audit|penetration test|defen[cs]e against|sex education|safety of|rescue|survivors|counter-?terror\w*|report on|study of|response to|drill)\b/iu;

/** What grave harm the goal asks for, or null. Act and target must stand within one sentence or two. */
export function graveHarm(goal: string): string | null {
  const parts = goal.split(/(?<=[.!?\n])\s+/u);
  return rules.find((rule) => asksFor(rule, goal, parts))?.kind ?? null;
}

function asksFor(rule: HarmRule, goal: string, parts: readonly string[]): boolean {
  if (rule.anywhere) return rule.act.test(goal) && (rule.target?.test(goal) ?? true);
  return parts.some((part, index) => {
    const near = `${part} ${parts[index + 1] ?? ''}`;
    return rule.act.test(part) && (rule.target?.test(near) ?? true) && !PROTECTIVE.test(part);
  });
}
