// Going somewhere: for good, or for a while.
import type { Playbook } from '../playbook.ts';

export const relocationOrTravel: Playbook = {
  name: 'relocation-or-travel',
  label: 'moving or traveling',
  strong:
    /(?<!\p{L})(?:relocat\w+|move (?:to|from|house|my|our|abroad)|moving (?:to|from|house|abroad)|emigrat\w+|immigrat\w+|travel(?:ing)?|trip|vacation|holiday|journey|backpack\w*|road trip|honeymoon|visit|commute|expat|umzug|umziehen|reise|urlaub|mudarse|mudanza|viaje|viajar|déménag\w+|voyage|vacances|flytte|rejse|verhuizen|trasferir\w+|viaggio|viagem|resa|flytta)(?!\p{L})|переезд|путешеств|旅行|搬家/iu,
  weak: /(?<!\p{L})(?:visa|flight|flights|hotel|luggage|family|pets?|school|apartment|abroad|itinerary|passport|bike)(?!\p{L})/iu,
  not: /(?<!\p{L})(?:app|software|shop|business|company|study of|agency|website|time travel)(?!\p{L})/iu,
  cost: { lowUsd: 1_500, baseUsd: 6_000, highUsd: 25_000 },
  costWhy:
    'rule of thumb for a household or small group: transport, lodging, papers and a month of overlap',
  slots: {
    placed_thing: 'trip',
    stay: 'lodging',
    papers: 'passports, visas and insurance',
    transport: 'transport',
  },
  numbers: [
    {
      key: 'people',
      claim: 'People who go',
      unit: 'people',
      counted: /(?:people|persons?|adults|kids|children|friends|employees|members|travelers)$/i,
      assumed: 2,
      confirm: 'Name them.',
    },
    {
      key: 'options',
      claim: 'Options to compare for transport and lodging',
      unit: 'options',
      assumed: 4,
      confirm: 'Three to five are usually enough.',
    },
  ],
  variants: [
    {
      name: 'move',
      words:
        /(?<!\p{L})(?:relocat\w+|mov(?:e|ing)|emigrat\w+|immigrat\w+|umzug|umziehen|mudarse|déménag\w+|flytte|verhuizen)(?!\p{L})/iu,
      cost: { lowUsd: 3_000, baseUsd: 12_000, highUsd: 50_000 },
      slots: { placed_thing: 'move', stay: 'home', papers: 'residence, work and tax papers' },
      flags: ['move'],
    },
    {
      name: 'commute',
      words: /\bcommute\b/iu,
      cost: { lowUsd: 50, baseUsd: 300, highUsd: 1_500 },
      slots: { placed_thing: 'commute', stay: 'route', papers: 'tickets and insurance' },
      flags: ['commute'],
    },
  ],
  phases: [
    {
      name: 'Decide on {the_thing}{to_place}',
      tasks: [
        {
          key: 'wishes',
          title: 'Agree wishes and limits of {the_thing} for {people} people',
          does: 'Dates, money, must-haves and what would make it a failure.',
          role: 'Planner',
          human: true,
          hours: [1, 3, 6],
          done: ['Must-haves and limits are written down', 'Everybody who goes has agreed'],
          steps: [
            [
              'draft_document',
              'Write wishes and limits',
              { template: 'trip_brief', people: '{people}', place: '{place_or_open}' },
            ],
          ],
        },
        {
          key: 'learn',
          title: 'Find rules, seasons and costs for {the_thing}{to_place}',
          does: 'Entry and residence rules, prices, weather, health and safety advice, with dates and sources.',
          role: 'Researcher',
          hours: [4, 8, 16],
          done: [
            'Each rule has an official source and a date',
            'Cost per day or month has a range',
          ],
          steps: [
            [
              'search_web',
              'Read official advice',
              { query: '{country} entry rules cost of living{in_place}', max_results: 20 },
            ],
            [
              'draft_document',
              'Write the fact sheet',
              { template: 'fact_sheet', place: '{place_or_open}' },
            ],
          ],
        },
        {
          key: 'compare',
          title: 'Compare {options} ways for {the_thing}',
          does: 'Transport and {stay} side by side: price, time, comfort, cancellation.',
          role: 'Researcher',
          hours: [3, 6, 12],
          after: ['wishes', 'learn'],
          done: ['{options} options with total cost', 'The choice has a reason'],
          steps: [
            [
              'compare_options',
              'Compare',
              { options: ['price', 'time', 'comfort', 'cancellation'], output: 'options.csv' },
            ],
          ],
        },
      ],
    },
    {
      name: 'Papers and bookings for {the_thing}',
      tasks: [
        {
          key: 'papers',
          title: 'Get {papers} for {people} people{in_place}',
          does: 'List what each person needs, apply early, keep copies.',
          role: 'Planner',
          human: true,
          hours: [4, 10, 24],
          after: ['compare'],
          waitHours: 80,
          tier: 'T3',
          share: 0.1,
          done: ['Each person has each paper or a dated receipt', 'Copies are kept apart'],
          steps: [
            [
              'search_web',
              'Find the forms',
              { query: '{papers} {country} application', max_results: 10 },
            ],
            [
              'draft_document',
              'Fill in the forms',
              { template: 'application_forms', people: '{people}' },
            ],
          ],
        },
        {
          key: 'stay',
          title: 'Book the {stay} for {people} people{in_place}',
          does: 'Ask about the area, noise, deposit and cancellation; no money before a contract or a trusted platform.',
          role: 'Planner',
          hours: [5, 10, 24],
          after: ['compare'],
          tier: 'T2',
          share: 0.4,
          done: ['Confirmed in writing', 'Cancellation terms are known'],
          steps: [
            [
              'search_web',
              'Find offers',
              { query: '{stay} for {people} people{in_place}', max_results: 30 },
            ],
            [
              'send_email',
              'Ask the best three',
              { to: 'chosen offers', subject: '{stay} for {people} people', count: 3 },
            ],
          ],
        },
        {
          key: 'transport',
          title: 'Book {transport} for {the_thing}{to_place}',
          does: 'Tickets or carrier; insured; with time to spare at changes.',
          role: 'Planner',
          hours: [3, 6, 12],
          after: ['compare'],
          tier: 'T2',
          share: 0.3,
          done: ['Booked and insured', 'A fallback for the most fragile leg'],
          steps: [
            [
              'collect_quotes',
              'Ask for prices',
              { item: '{transport}', count: 3, currency: '{currency}' },
            ],
            ['place_order', 'Book', { item: '{transport}' }],
          ],
        },
        {
          key: 'job',
          only: 'move',
          title: 'Settle work, school, bank and health care{in_place}',
          does: 'Contract or income, school places, bank account, doctor and insurance.',
          role: 'Planner',
          human: true,
          hours: [10, 24, 50],
          after: ['learn'],
          waitHours: 40,
          tier: 'T3',
          share: 0.05,
          done: ['Income for the first three months is certain', 'Places are confirmed in writing'],
          steps: [
            [
              'make_phone_call',
              'Ask schools, banks and doctors',
              { purpose: 'places and papers', place: '{place_or_open}' },
            ],
            ['schedule_meeting', 'Book appointments', { with: 'bank and authorities', count: 3 }],
          ],
        },
      ],
    },
    {
      name: 'Prepare and go{by_deadline}',
      tasks: [
        {
          key: 'ready',
          title: 'Prepare home, luggage and people for {the_thing}',
          does: 'Lists for packing, notice to landlord and services, keys, pets, mail.',
          role: 'Planner',
          human: true,
          hours: [6, 14, 36],
          after: ['stay', 'transport'],
          share: 0.08,
          done: ['Each list is ticked off', 'Somebody at home has keys and copies'],
          steps: [
            [
              'draft_document',
              'Write the lists',
              { template: 'packing_lists', people: '{people}' },
            ],
            [
              'send_email',
              'Give notice',
              { to: 'services and landlord', subject: 'Notice of absence or move' },
            ],
          ],
        },
        {
          key: 'go',
          daysBefore: 0,
          title: 'Go: {the_thing}{to_place}',
          does: 'Travel, check the {stay} on arrival, report faults the same day.',
          role: 'Planner',
          human: true,
          hours: [8, 16, 40],
          after: ['ready', 'papers', 'job'],
          tier: 'T2',
          share: 0.05,
          done: ['Everybody and everything has arrived', 'Faults are reported in writing'],
          steps: [
            [
              'draft_document',
              'Write the travel sheet',
              { template: 'travel_sheet', people: '{people}' },
            ],
          ],
        },
        {
          key: 'settle',
          title: 'Settle in and close open points of {the_thing}',
          does: 'Register where needed, claim costs, compare cost with plan.',
          role: 'Planner',
          human: true,
          hours: [3, 8, 20],
          after: ['go'],
          share: 0.02,
          done: ['Duties on arrival are done in time', 'Actual cost is known'],
          steps: [
            ['draft_document', 'Write the review', { template: 'trip_review', subject: '{thing}' }],
          ],
        },
      ],
    },
  ],
  risks: [
    {
      description: 'A paper for {the_thing} is late or refused',
      cause: 'Rules changed or form incomplete',
      likelihood: 'medium',
      impact: 'high',
      mitigation: 'Apply first, book what can be cancelled.',
      trigger: 'No answer after the usual waiting time',
    },
    {
      description: 'The {stay}{in_place} is not as promised',
      cause: 'Booked unseen',
      likelihood: 'medium',
      impact: 'medium',
      mitigation: 'Trusted platform or a visit by somebody local; first week cancellable.',
      trigger: 'Landlord asks for money before a contract',
    },
    {
      description: 'Costs{in_place} are higher than planned',
      cause: 'Deposits, overlap, exchange rate',
      likelihood: 'high',
      impact: 'medium',
      mitigation: 'Keep a month of cost in reserve.',
      trigger: 'Deposits pass a quarter of the money',
    },
    {
      description: 'Illness or a missed connection',
      cause: 'Chance',
      likelihood: 'low',
      impact: 'high',
      mitigation: 'Insurance and slack at changes.',
      trigger: 'Connection under ninety minutes',
    },
  ],
  questions: [
    'Who goes, and how old are they?',
    'Which dates are fixed, and which can move?',
    'What must not go wrong?',
  ],
};
