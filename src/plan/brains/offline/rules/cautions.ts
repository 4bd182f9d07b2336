// What a goal touches that needs care, by its words: told, never a reason to refuse.
interface Care {
  readonly words: RegExp;
  readonly caution: string;
}

const cares: readonly Care[] = [
  {
    words: /(?<!\p{L})(?:children|minors|teenagers|kids|schools?|pupils|students)(?!\p{L})/iu,
    caution:
      'Children or pupils are concerned: get the consent of those responsible for them, and follow the rules for their protection.',
  },
  {
    words:
      /(?<!\p{L})(?:patients?|clinic|hospital|medical|surgery|transplant\w*|clinical|drugs?|vaccin\w+|therapy|healthcare|health care)(?!\p{L})/iu,
    caution:
      'Health is concerned: no treatment or advice without licensed people, and ethical approval before anything is tried on humans.',
  },
  {
    words:
      /(?<!\p{L})(?:surveillance|monitor (?:people|employees|citizens)|personal data|biometric\w*|facial recognition|tracking of people|identit(?:y|ies))(?!\p{L})/iu,
    caution:
      'Personal data or watching people is concerned: settle the legal basis, and keep no more than is needed.',
  },
  {
    words:
      /(?<!\p{L})(?:police|military|weapons?|armed|guards?|law enforcement|riots?|unrest)(?!\p{L})/iu,
    caution:
      'Force may be used on people: no act without a legal mandate, civilian oversight and a way to complain.',
  },
  {
    words: /(?<!\p{L})(?:cull\w*|livestock|animals?|breeders?|slaughter\w*)(?!\p{L})/iu,
    caution: 'Animals are concerned: follow the rules for their welfare and health.',
  },
  {
    words:
      /(?<!\p{L})(?:explosives?|toxic|hazardous|radioactive|nuclear|chemicals?|asbestos|high voltage)(?!\p{L})/iu,
    caution:
      'Dangerous substances or energy may be involved: only trained people with permits handle them.',
  },
  {
    words:
      /(?<!\p{L})(?:genetic\w*|gene editing|synthetic biology|pathogens?|virus(?:es)?)(?!\p{L})/iu,
    caution:
      'Living matter is changed or handled: biosafety review comes before the first experiment.',
  },
];

const MOST = 6;

export const cautionsOf = (goal: string): string[] =>
  cares
    .filter(({ words }) => words.test(goal))
    .map(({ caution }) => caution)
    .slice(0, MOST);
