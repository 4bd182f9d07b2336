// Small things at home that take minutes or hours, not weeks.
import type { Playbook } from '../playbook.ts';

export const personalErrand: Playbook = {
  name: 'personal-errand',
  label: 'a small personal errand',
  strong:
    /(?<!\p{L})(?:houseplants?|water (?:my|the) (?:\p{L}+ )?(?:plants|flowers|lawn)|cup of (?:coffee|tea)|remote control|laundry|groceries|dishes|lost my (?:keys|phone|wallet|glasses|ring)|find (?:my|the) (?:\p{L}+ )?(?:keys|phone|wallet|glasses|remote|charger|socks)|clean (?:my|the) (?:room|kitchen|car|windows|bathroom)|walk (?:my|the) dog|mow the lawn|cook (?:dinner|lunch|breakfast)|bake a cake|tidy|shoelaces|take out the trash|my (?:keys|phone|wallet|glasses)|fix my bike|change a (?:tire|light ?bulb)|(?:fix|repair|stop|unclog|replace) (?:the|my|our|a) (?:\p{L}+ ){0,2}(?:leak|tap|faucet|toilet|sink|drain|door|lamp|bike|bicycle|chair|zipper))(?!\p{L})/iu,
  weak: /(?<!\p{L})(?:living room|bedroom|fridge|kitchen|instant|at home|once a week|every day|i have done it)(?!\p{L})/iu,
  not: /(?<!\p{L})(?:business|company|budget|platform|million|conference|bridge|customers)(?!\p{L})/iu,
  cost: { lowUsd: 0, baseUsd: 5, highUsd: 30 },
  costWhy: 'rule of thumb for an errand at home',
  slots: {},
  numbers: [
    {
      key: 'items',
      claim: 'Things to deal with',
      unit: 'items',
      counted: /\p{L}$/iu,
      assumed: 1,
      confirm: 'Count them.',
    },
  ],
  variants: [
    {
      name: 'repair',
      words: /(?<!\p{L})(?:fix|repair|unclog|replace|leak)(?!\p{L})/iu,
      cost: { lowUsd: 10, baseUsd: 80, highUsd: 400 },
      flags: ['repair'],
    },
  ],
  phases: [
    {
      name: 'Get ready {to_act}',
      tasks: [
        {
          key: 'look',
          title: 'Check what is at hand {to_act}',
          does: 'Look at what the goal says is there, and what is missing.',
          role: 'You',
          human: true,
          hours: [0.1, 0.1, 0.2],
          done: ['What is missing is known'],
          steps: [
            [
              'draft_document',
              'Write a list of what is missing',
              { template: 'checklist', subject: '{act}' },
            ],
          ],
        },
        {
          key: 'cause',
          only: 'repair',
          title: 'Find the cause before you start {to_act}',
          does: 'Look where it comes from, stop the damage, and take a picture.',
          role: 'You',
          human: true,
          hours: [0.3, 1, 3],
          after: ['look'],
          done: ['The cause is known, or it is clear that help is needed'],
          steps: [
            ['search_web', 'Find how this is done', { query: 'how {to_act}', max_results: 10 }],
          ],
        },
        {
          key: 'help',
          only: 'repair',
          title: 'Ask a tradesperson for a price {to_act}',
          does: 'Only if it is too much for you, or if water, gas or electricity may do harm.',
          role: 'You',
          human: true,
          hours: [0.2, 0.5, 2],
          after: ['cause'],
          tier: 'T2',
          done: ['There is a price and a time, or no help is needed'],
          steps: [['collect_quotes', 'Ask for a price', { item: '{act}', count: 2 }]],
        },
        {
          key: 'get',
          title: 'Get what is missing {to_act}',
          does: 'Fetch, borrow or buy it; skip this if nothing is missing.',
          role: 'You',
          human: true,
          hours: [0.1, 0.2, 1],
          after: ['look'],
          tier: 'T2',
          share: 1,
          done: ['Nothing is missing'],
          steps: [
            [
              'compare_options',
              'Borrow or buy',
              { options: ['at hand', 'borrow', 'buy'], output: 'choice.md' },
            ],
          ],
        },
      ],
    },
    {
      name: 'Do it: {title_short}',
      tasks: [
        {
          key: 'do',
          title: 'Do the job: {title_short}',
          does: 'Go through {items} one after the other, in the places the goal names.',
          role: 'You',
          human: true,
          hours: [0.1, 0.3, 1],
          after: ['get', 'cause'],
          done: ['All {items} are done'],
          steps: [
            ['draft_document', 'Tick off the list', { template: 'checklist', count: '{items}' }],
          ],
        },
        {
          key: 'check',
          title: 'Check the result and set a reminder: {title_short}',
          does: 'Look once more; set a reminder if it comes again.',
          role: 'You',
          human: true,
          hours: [0.1, 0.1, 0.2],
          after: ['do'],
          done: ['It is done', 'A reminder is set if it comes again'],
          steps: [
            [
              'schedule_calendar_event',
              'Set the reminder',
              { contact: 'yourself', agenda: '{act}' },
            ],
          ],
        },
      ],
    },
  ],
  risks: [
    {
      description: 'It comes back or is forgotten next time: {title_short}',
      cause: 'No reminder',
      likelihood: 'medium',
      impact: 'low',
      mitigation: 'Set a reminder or ask somebody.',
      trigger: 'It was due yesterday',
    },
  ],
  questions: ['Must it be done again, and how often?'],
};
