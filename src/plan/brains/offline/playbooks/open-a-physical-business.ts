// Opening a place that customers walk into.
import type { Playbook } from '../playbook.ts';
import { foundingPhases } from './open-a-physical-business-found.ts';
import { openingPhases } from './open-a-physical-business-open.ts';

export const openAPhysicalBusiness: Playbook = {
  name: 'open-a-physical-business',
  label: 'opening a physical business',
  strong:
    /(?<!\p{L})(?:coffee shops?|cafe|café|cafés|coffee house|restaurant|bakery|bar|pub|brewery|food truck|salon|barber(?:shop)?|gym|fitness studio|yoga studio|bookstore|bookshop|boutique|shop|store|clinic|dental practice|hotel|hostel|bed and breakfast|laundromat|car wash|pharmacy|florist|daycare|kindergarten|nursery|coworking|bäckerei|geschäft|laden|friseur|tienda|panadería|restaurante|peluquería|cafetería|boulangerie|boutique|magasin|butik|bageri|forretning|winkel|bakkerij|negozio|panetteria|ristorante|loja|padaria|kahvila|kavárna|kawiarnia)(?!\p{L})|кафе|ресторан|магазин|咖啡店|餐厅|カフェ|レストラン|店/iu,
  weak: /(?<!\p{L})(?:open|opening|premises|franchise|storefront|walk-in|eröffnen|eröffne|åbn|åbne|ouvrir|abrir|aprire|openen|öppna)(?!\p{L})|开一家/iu,
  not: /(?<!\p{L})(?:(?<=^|(?<!\p{L})to )(?:hire|recruit|train|teach|translate|repair|fix|clean|sell|visit|find|improve|increase|reduce|promote|move)|online|e-?commerce|web ?shop|app|software|app store|platform)(?!\p{L})/iu,
  cost: { lowUsd: 40_000, baseUsd: 120_000, highUsd: 350_000 },
  costWhy:
    'rule of thumb for small leased premises: deposit, fit-out, equipment, stock and three months of running costs',
  slots: {
    gear: 'counter, shelving and till',
    goods: 'opening stock',
    permits: 'business registration, use of the premises, fire safety and signage',
    offer: 'range and prices',
    staff: 'front-of-house staff',
  },
  numbers: [
    {
      key: 'sites',
      claim: 'Sites to compare before one is chosen',
      unit: 'sites',
      counted: /(?<!p{L})(?:sites|locations|premises)$/i,
      assumed: 8,
      confirm: 'See how many suitable premises are on the market in the first week.',
    },
    {
      key: 'suppliers',
      claim: 'Suppliers to ask for each main purchase',
      unit: 'suppliers',
      counted: /suppliers?$/i,
      assumed: 3,
      confirm: 'Three quotes are a common buying rule; ask more for the largest items.',
    },
    {
      key: 'staff_count',
      claim: 'People to hire before opening',
      unit: 'people',
      counted: /(?:employees|staff|people|person|baristas|chefs|waiters)$/i,
      assumed: 4,
      confirm: 'Work it out from opening hours and seats.',
    },
    {
      key: 'runway',
      claim: 'Months of running costs held in reserve at opening',
      unit: 'months',
      assumed: 3,
      confirm: 'Replace by the cash-flow forecast of the business case.',
    },
  ],
  variants: [
    {
      name: 'coffee shop',
      words:
        /(?<!\p{L})(?:coffee|cafe|café|cafés|cafetería|espresso|kahvila|kavárna|kawiarnia)(?!\p{L})|кафе|咖啡|カフェ/iu,
      cost: { lowUsd: 60_000, baseUsd: 150_000, highUsd: 350_000 },
      slots: {
        gear: 'espresso machine, grinders, water filter, refrigeration and till',
        goods: 'beans, milk, cups and baked goods',
        permits: 'food business registration, use of the premises, outdoor seating and fire safety',
        offer: 'drinks menu and prices',
        staff: 'baristas',
      },
      flags: ['food'],
    },
    {
      name: 'bakery',
      words:
        /(?<!\p{L})(?:bakery|bäckerei|bageri|boulangerie|panadería|bakkerij|padaria|panetteria)(?!\p{L})/iu,
      cost: { lowUsd: 80_000, baseUsd: 200_000, highUsd: 450_000 },
      slots: {
        gear: 'deck oven, mixer, proofer, refrigeration and till',
        goods: 'flour, butter, yeast and packaging',
        permits: 'food business registration, ventilation, use of the premises and fire safety',
        offer: 'bread and pastry range',
        staff: 'bakers and counter staff',
      },
      flags: ['food'],
    },
    {
      name: 'restaurant or bar',
      words:
        /(?<!\p{L})(?:restaurants?|restaurante|ristorante|bar|pub|brewery|food truck|bistro|diner)(?!\p{L})|ресторан|餐厅|レストラン/iu,
      cost: { lowUsd: 120_000, baseUsd: 350_000, highUsd: 900_000 },
      slots: {
        gear: 'kitchen line, extraction, refrigeration, tables and till',
        goods: 'food and drink for the first two weeks',
        permits:
          'food business registration, alcohol license, ventilation, use of the premises and fire safety',
        offer: 'menu and prices',
        staff: 'cooks and servers',
      },
      flags: ['food', 'alcohol'],
    },
    {
      name: 'salon',
      words: /(?<!\p{L})(?:salon|barber(?:shop)?|friseur|peluquería)(?!\p{L})/iu,
      slots: {
        gear: 'chairs, wash stations, mirrors and till',
        goods: 'hair and skin products',
        staff: 'stylists',
        offer: 'treatment list and prices',
      },
    },
    {
      name: 'gym',
      words: /(?<!\p{L})(?:gym|fitness|yoga)(?!\p{L})/iu,
      cost: { lowUsd: 80_000, baseUsd: 250_000, highUsd: 700_000 },
      slots: {
        gear: 'training equipment, flooring, lockers and access control',
        goods: 'towels, cleaning and retail stock',
        staff: 'trainers and reception',
        offer: 'memberships and class plan',
      },
    },
    {
      name: 'clinic',
      words: /(?<!\p{L})(?:clinic|dental|pharmacy|medical)(?!\p{L})/iu,
      cost: { lowUsd: 200_000, baseUsd: 700_000, highUsd: 3_000_000 },
      slots: {
        gear: 'treatment rooms, medical devices and patient records system',
        goods: 'medical supplies',
        permits:
          'health facility license, professional registrations, data protection, use of the premises and fire safety',
        staff: 'licensed clinicians',
        offer: 'services and prices',
      },
    },
    {
      name: 'lodging',
      words: /(?<!\p{L})(?:hotel|hostel|bed and breakfast|guesthouse)(?!\p{L})/iu,
      cost: { lowUsd: 200_000, baseUsd: 1_500_000, highUsd: 8_000_000 },
      slots: {
        gear: 'beds, linen, locks and booking system',
        goods: 'breakfast and cleaning supplies',
        permits: 'lodging license, fire safety and use of the premises',
        staff: 'reception and housekeeping',
        offer: 'rooms and rates',
      },
    },
  ],
  phases: [...foundingPhases, ...openingPhases],
  risks: [
    {
      description: 'A permit for {the_thing} comes late or with conditions',
      cause: '{local_authority} needs more time or asks for changes',
      likelihood: 'high',
      impact: 'high',
      mitigation:
        'Ask {local_authority} before signing the lease, and make the lease depend on permitted use.',
      trigger: 'No written answer ten working days after filing',
    },
    {
      description: 'Fit-out of {the_thing} costs more than planned',
      cause: 'Hidden faults in the premises, changes during the works',
      likelihood: 'medium',
      impact: 'high',
      mitigation: 'Fixed-price contract, survey before signing, ten percent held back.',
      trigger: 'Approved extras pass half of the reserve',
    },
    {
      description: 'Fewer customers than break-even needs{in_place}',
      cause: 'Wrong spot, strong rivals or prices',
      likelihood: 'medium',
      impact: 'high',
      mitigation: 'Count passers-by before the lease; trial sales at a market or pop-up first.',
      trigger: 'Sales below two thirds of break-even for three weeks',
    },
    {
      description: 'Not enough {staff} at opening',
      cause: 'Tight labor market or late start of hiring',
      likelihood: 'medium',
      impact: 'medium',
      mitigation: 'Start hiring at lease signing; owner covers shifts in the first month.',
      trigger: 'Half of the contracts unsigned three weeks before opening',
    },
    {
      description: 'A hygiene fault closes {the_thing}',
      cause: 'Self-checks not followed',
      likelihood: 'low',
      impact: 'high',
      mitigation: 'Train on the food safety plan, weekly own inspection.',
      trigger: 'A failed self-check',
      only: 'food',
    },
  ],
  questions: [
    'How much of the money is already there, and how much must be borrowed?',
    'Which part of {place_or_open} do you have in mind, and what rent can you carry?',
    'Who will run {the_thing} day to day?',
  ],
};
