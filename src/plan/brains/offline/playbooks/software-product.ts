// Building and releasing software.
import type { Playbook } from '../playbook.ts';
import { softwarePhases } from './software-product-phases.ts';

export const softwareProduct: Playbook = {
  name: 'software-product',
  label: 'building a software product',
  strong:
    /(?<!\p{L})(?:app|apps|mobile app|web ?app|website|web ?shop|e-?commerce|saas|software|platform|api|chatbot|plugin|browser extension|dashboard|online (?:store|shop|marketplace)|marketplace|video game|cli|sdk|backend|frontend|database|open[- ]source|aplicación|logiciel|webseite|hjemmeside|applikation|sitio web|site web)(?!\p{L})|приложение|сайт|应用|アプリ|网站/iu,
  weak: /(?<!\p{L})(?:users|features?|mvp|prototype|release|ios|android|login|cloud|code|deploy|migrate|automate|ai agents?|subscription|domain)(?!\p{L})/iu,
  not: /(?<!\p{L})(?:(?<=^|(?<!\p{L})to )(?:translate|hire|recruit|learn|teach|migrate|move|switch|sell|buy|fix|find)|banned words?:[^.]*\bapp\b|restaurant|bridge|metro|close \d+|prospect)(?!\p{L})/iu,
  cost: { lowUsd: 10_000, baseUsd: 60_000, highUsd: 250_000 },
  costWhy:
    'rule of thumb for a first version by a small team: design, development, testing and a year of hosting',
  slots: { core: 'the main flow', store: 'its own address' },
  numbers: [
    {
      key: 'interviews',
      claim: 'Possible users to talk to first',
      unit: 'people',
      counted: /(?:interviews|testers)$/i,
      assumed: 8,
      confirm: 'Stop when two talks in a row bring nothing new.',
    },
    {
      key: 'testers',
      claim: 'People in the closed trial',
      unit: 'people',
      counted: /(?:beta testers|beta users|pilot users)$/i,
      assumed: 20,
      confirm: 'Set it by how many you can support personally.',
    },
    {
      key: 'users',
      claim: 'Users expected in the first quarter',
      unit: 'users',
      counted: /(?:users|customers|subscribers|agents|downloads)$/i,
      assumed: 200,
      confirm: 'Replace by sign-ups to the waiting list.',
    },
  ],
  variants: [
    {
      name: 'online shop',
      words: /(?<!\p{L})(?:e-?commerce|web ?shop|online (?:store|shop))(?!\p{L})/iu,
      cost: { lowUsd: 8_000, baseUsd: 40_000, highUsd: 150_000 },
      slots: { core: 'finding, paying for and receiving an order', store: 'its own address' },
      flags: ['shop'],
    },
    {
      name: 'mobile app',
      words: /(?<!\p{L})(?:mobile|ios|android|app|apps)(?!\p{L})/iu,
      slots: { store: 'the app stores' },
      flags: ['mobile'],
    },
    {
      name: 'website',
      words: /(?<!\p{L})(?:website|web site|webseite|hjemmeside|sitio web|site web)(?!\p{L})/iu,
      cost: { lowUsd: 2_000, baseUsd: 12_000, highUsd: 60_000 },
      slots: { core: 'finding what visitors came for and getting in touch' },
    },
    {
      name: 'game',
      words: /(?<!\p{L})(?:video game|game)(?!\p{L})/iu,
      slots: { core: 'the core loop of play', store: 'the game stores' },
    },
  ],
  phases: [...softwarePhases],
  risks: [
    {
      description: 'Nobody needs {the_thing} enough to switch',
      cause: 'Built before asking',
      likelihood: 'high',
      impact: 'high',
      mitigation:
        'Interviews and a clickable draft before code; stop if fewer than half would try it.',
      trigger: 'Under half of the interviewed ask for access',
    },
    {
      description: 'The first version of {the_thing} grows',
      cause: 'Features added without a user problem',
      likelihood: 'high',
      impact: 'medium',
      mitigation: 'Keep the waiting list; one feature in means one out.',
      trigger: 'Scope changes twice in a month',
    },
    {
      description: 'Personal data leaks from {the_thing}',
      cause: 'Weak access control or a stolen key',
      likelihood: 'low',
      impact: 'high',
      mitigation: 'Security test before release, least data, keys outside the code.',
      trigger: 'Any finding of high severity',
    },
    {
      description: 'The only engineer is not available',
      cause: 'Illness, other work',
      likelihood: 'medium',
      impact: 'high',
      mitigation: 'Written decisions, tests, a second person who has deployed once.',
      trigger: 'One week without a deployment',
    },
    {
      description: 'Running cost of {the_thing} outgrows income',
      cause: 'Pricing set without cost per user',
      likelihood: 'medium',
      impact: 'medium',
      mitigation: 'Work out cost per user early, set limits and alarms.',
      trigger: 'Cost per user above the planned price',
    },
  ],
  questions: [
    'Who are the first ten users of {the_thing}, by name?',
    'What exists already: code, design, domain, customers?',
    'Who maintains {the_thing} after release?',
  ],
};
