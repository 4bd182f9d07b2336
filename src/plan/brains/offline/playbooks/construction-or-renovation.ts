// Building, rebuilding or repairing something that stands on the ground.
import type { Playbook } from '../playbook.ts';
import { constructionPhases } from './construction-phases.ts';

export const constructionOrRenovation: Playbook = {
  name: 'construction-or-renovation',
  label: 'construction or renovation',
  strong:
    /(?<!\p{L})(?:construct|construction|renovat\w+|remodel\w*|refurbish\w*|bathroom|kitchen|extension|roof|house|barn|garage|bridge|tunnel|metro|railway|road|roundabout|building|castle|facility|underground|complex|solar panels?|deck|shed|cabin|greenhouse|skyscraper|dam|harbou?r|airport|school building|renovier\w+|umbau|haus bauen|badezimmer|küche|reforma|construir|rénov\w+|renover\w*|verbouw\w*|byg|bygge)(?!\p{L})|построить|ремонт|建造|装修/iu,
  weak: /(?<!\p{L})(?:build|contractor|architect|permit|materials|square met(?:er|re)s|floors|site|install)(?!\p{L})/iu,
  not: /(?<!\p{L})(?:leaks?|(?<=^|(?<!\p{L})to )(?:buy|rent|sell|find|clean|learn|teach|hire|lose|move)|app|website|software|platform|online|report on|game)(?!\p{L})/iu,
  cost: { lowUsd: 20_000, baseUsd: 90_000, highUsd: 400_000 },
  costWhy:
    'rule of thumb for works on a private building: design, permits, labor, materials and ten percent for surprises',
  slots: {
    survey: 'structure, damp, wiring and pipes',
    trades: 'carpentry, electricity and plumbing',
    materials: 'main materials',
  },
  numbers: [
    {
      key: 'bids',
      claim: 'Bids to collect',
      unit: 'bids',
      counted: /(?:bids|quotes|contractors)$/i,
      assumed: 3,
      confirm: 'Public buyers may have to ask more.',
    },
    {
      key: 'inspections',
      claim: 'Inspections during the works',
      unit: 'inspections',
      counted: /inspections$/i,
      assumed: 4,
      confirm: 'The permit says which are compulsory.',
    },
  ],
  variants: [
    {
      name: 'infrastructure',
      words:
        /(?<!\p{L})(?:bridge|tunnel|metro|railway|dam|airport|harbou?r|underground complex|skyscraper|power plant|reactor|base)(?!\p{L})/iu,
      cost: { lowUsd: 50_000_000, baseUsd: 2_000_000_000, highUsd: 20_000_000_000 },
      slots: {
        survey: 'ground, water, utilities and traffic',
        trades: 'civil works, structure, systems and testing',
        materials: 'concrete, steel and systems',
      },
      flags: ['public_works'],
    },
    {
      name: 'road works',
      words: /(?<!\p{L})(?:road|roundabout|bike lane|parking|square)(?!\p{L})/iu,
      cost: { lowUsd: 400_000, baseUsd: 1_500_000, highUsd: 6_000_000 },
      slots: {
        survey: 'traffic, ground, drainage and utilities',
        trades: 'earthworks, paving, drainage and lighting',
        materials: 'gravel, asphalt, curbs and signs',
      },
      flags: ['public_works'],
    },
    {
      name: 'bathroom or kitchen',
      words: /(?<!\p{L})(?:bathroom|kitchen|badezimmer|küche)(?!\p{L})/iu,
      cost: { lowUsd: 8_000, baseUsd: 25_000, highUsd: 70_000 },
      slots: {
        survey: 'pipes, wiring, ventilation and floor',
        trades: 'plumbing, electricity, tiling and carpentry',
        materials: 'fittings, tiles and cabinets',
      },
    },
    {
      name: 'large building',
      words:
        /(?<!\p{L})(?:castle|facility|complex|hospital|school|hotel|factory|stadium|lab)(?!\p{L})/iu,
      cost: { lowUsd: 2_000_000, baseUsd: 15_000_000, highUsd: 120_000_000 },
      slots: {
        survey: 'ground, access, utilities and heritage',
        trades: 'groundworks, structure, envelope and systems',
        materials: 'stone, timber, concrete and systems',
      },
      flags: ['public_works'],
    },
    {
      name: 'house',
      words: /(?<!\p{L})(?:house|cabin|home|barn|haus)(?!\p{L})/iu,
      cost: { lowUsd: 60_000, baseUsd: 350_000, highUsd: 900_000 },
    },
  ],
  phases: [...constructionPhases],
  risks: [
    {
      description: 'Hidden faults in the ground or building raise the cost of {the_thing}',
      cause: 'Survey did not see it',
      likelihood: 'high',
      impact: 'high',
      mitigation: 'Open up before the contract; price list for likely extras; reserve.',
      trigger: 'First extra above two percent of the contract',
    },
    {
      description: 'The permit for {the_thing} is late or refused',
      cause: '{local_authority}, neighbors, heritage or environment',
      likelihood: 'medium',
      impact: 'high',
      mitigation: 'Talk before filing; design to the rules; no contract before the permit.',
      trigger: 'Questions from the office after the first month',
    },
    {
      description: 'The contractor of {the_thing} is late or fails',
      cause: 'Too many sites, weak finances',
      likelihood: 'medium',
      impact: 'high',
      mitigation: 'Check references and accounts; pay by finished stage; second bidder kept warm.',
      trigger: 'Two weekly milestones missed',
    },
    {
      description: 'Somebody is hurt on site',
      cause: 'Work at height, traffic, power',
      likelihood: 'low',
      impact: 'high',
      mitigation: 'Safety plan, one person in charge, stop rule.',
      trigger: 'Any near miss',
    },
    {
      description: 'Price or delivery of {materials} moves',
      cause: 'Market',
      likelihood: 'medium',
      impact: 'medium',
      mitigation: 'Order early, fix prices, accept equivalents.',
      trigger: 'Quote older than sixty days',
    },
  ],
  questions: [
    'Who owns the site, and is it free to build on?',
    'Which standard or size is the minimum for {the_thing}?',
    'Who decides on extras during the works?',
  ],
};
