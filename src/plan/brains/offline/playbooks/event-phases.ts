// The work of an event, from concept to thanks.
import type { PhaseTemplate } from '../playbook.ts';

export const eventPhases: readonly PhaseTemplate[] = [
  {
    name: 'Decide what {the_thing} shall be',
    tasks: [
      {
        key: 'concept',
        title: 'Write the concept of {the_thing} for {guests} {people}',
        does: 'Purpose, mood, date, must-haves and what it must not be.',
        role: 'Organizer',
        human: true,
        hours: [3, 6, 12],
        done: [
          'Purpose and date are agreed with those who pay',
          'Three must-haves and one thing to leave out',
        ],
        steps: [
          [
            'draft_document',
            'Write the concept',
            { template: 'event_concept', subject: '{thing}', guests: '{guests}' },
          ],
        ],
      },
      {
        key: 'budget',
        title: 'Split {money_for} {the_thing} by item',
        does: 'Venue, food, {program}, technology, staff and reserve, each with a ceiling.',
        role: 'Organizer',
        hours: [3, 5, 10],
        after: ['concept'],
        done: ['Each item has a ceiling', 'The reserve is not promised to anybody'],
        steps: [
          [
            'draft_document',
            'Write the budget',
            { template: 'event_budget', currency: '{currency}', guests: '{guests}' },
          ],
        ],
      },
      {
        key: 'list',
        title: 'Draw up the list of {guests} {people} for {the_thing}',
        does: 'Names, contacts, needs (access, diet, travel) and who is asked first.',
        role: 'Guest lead',
        hours: [4, 8, 16],
        after: ['concept'],
        done: ['Each name has a contact', 'Needs are asked for in the invitation'],
        steps: [
          [
            'manage_csv',
            'Keep the list',
            {
              operation: 'create',
              file_path: 'guests.csv',
              columns: ['name', 'contact', 'needs', 'answer'],
            },
          ],
        ],
      },
    ],
  },
  {
    name: 'Book place and people for {the_thing}{in_place}',
    tasks: [
      {
        key: 'venue',
        title: 'Compare {venues} venues for {guests} {people}{in_place}',
        does: 'Capacity, price, access, sound, weather plan, cancellation terms; visit the best two.',
        role: 'Venue scout',
        hours: [8, 14, 28],
        after: ['budget'],
        tier: 'T2',
        share: 0.02,
        done: ['{venues} venues on the same list', 'The best two were visited'],
        steps: [
          [
            'search_web',
            'Find venues',
            { query: 'venue for {guests} {people}{in_place}', max_results: 30 },
          ],
          [
            'make_phone_call',
            'Ask for free dates and price',
            { purpose: 'dates, price, cancellation', count: '{venues}' },
          ],
          [
            'compare_options',
            'Compare them',
            { options: ['capacity', 'price', 'access', 'terms'], output: 'venues.csv' },
          ],
        ],
      },
      {
        key: 'contract',
        title: 'Sign the venue of {the_thing}{in_place}',
        does: 'Agree date, price, deposit and cancellation; sign.',
        role: 'Organizer',
        human: true,
        hours: [3, 6, 12],
        after: ['venue'],
        waitHours: 16,
        tier: 'T3',
        share: 0.28,
        done: ['Contract signed, deposit paid', 'Cancellation terms are known to those who pay'],
        steps: [
          [
            'review_document',
            'Check the contract',
            {
              document: 'venue_contract',
              checks: ['date', 'deposit', 'cancellation', 'liability'],
            },
          ],
        ],
      },
      {
        key: 'permits',
        title: 'Ask {local_authority} about permits and safety for {the_thing}',
        does: 'Noise, alcohol, crowd, road and fire rules for {guests} people; file what is needed.',
        role: 'Safety lead',
        human: true,
        hours: [6, 12, 30],
        after: ['concept', 'venue'],
        waitHours: 80,
        tier: 'T3',
        share: 0.03,
        done: [
          'Needed permits are granted or not needed, in writing',
          'A safety plan names who decides to stop the event',
        ],
        steps: [
          [
            'make_phone_call',
            'Ask which permits apply',
            { to: '{local_authority}', purpose: 'event for {guests} people' },
          ],
          [
            'draft_document',
            'Write the safety plan',
            { template: 'safety_plan', guests: '{guests}' },
          ],
        ],
      },
      {
        key: 'food',
        title: 'Collect quotes for food and drink for {guests} {people} at {the_thing}',
        does: 'Three caterers, tasting, diets, staff and price per head.',
        role: 'Catering lead',
        hours: [5, 10, 18],
        after: ['contract'],
        tier: 'T2',
        share: 0.3,
        done: ['Three quotes per head', 'Diets on the guest list are covered'],
        steps: [
          [
            'collect_quotes',
            'Ask caterers',
            { item: 'catering', count: 3, guests: '{guests}', place: '{place_or_open}' },
          ],
          [
            'compare_options',
            'Compare',
            { options: ['price per head', 'menu', 'staff'], output: 'catering.csv' },
          ],
        ],
      },
      {
        key: 'program',
        title: 'Book the {program} of {the_thing}',
        does: 'Ask, agree terms and times, have a stand-in for each critical part.',
        role: 'Program lead',
        hours: [8, 16, 32],
        after: ['contract'],
        tier: 'T2',
        share: 0.16,
        done: [
          'Each part has a name, a time and terms in writing',
          'Each critical part has a stand-in',
        ],
        steps: [
          [
            'send_email',
            'Ask the people of the program',
            { to: 'program candidates', subject: '{thing}: invitation to take part' },
          ],
          [
            'draft_document',
            'Write the running order',
            { template: 'running_order', subject: '{thing}' },
          ],
        ],
      },
    ],
  },
  {
    name: 'Prepare {the_thing}',
    tasks: [
      {
        key: 'invite',
        title: 'Invite {guests} {people} to {the_thing}{in_place}',
        does: 'Send, count answers, remind once, close the list.',
        role: 'Guest lead',
        hours: [5, 10, 20],
        after: ['list', 'contract'],
        waitHours: 80,
        tier: 'T2',
        share: 0.03,
        done: ['Everybody on the list was asked', 'Answers are counted by a fixed date'],
        steps: [
          [
            'send_email',
            'Send the invitations',
            { to: 'guests.csv', subject: 'Invitation: {thing}', count: '{guests}' },
          ],
          [
            'manage_csv',
            'Count the answers',
            { operation: 'update', file_path: 'guests.csv', columns: ['answer', 'needs'] },
          ],
        ],
      },
      {
        key: 'technology',
        title: 'Arrange technology, transport and {helpers} helpers for {the_thing}',
        does: 'Sound, light, screens, signs, travel, parking and a shift plan.',
        role: 'Production lead',
        hours: [8, 16, 30],
        after: ['program', 'contract'],
        tier: 'T2',
        share: 0.12,
        done: ['Each shift has a name', 'Delivery and collection times are confirmed'],
        steps: [
          [
            'collect_quotes',
            'Ask for equipment',
            { item: 'sound, light and signs', count: 3, place: '{place_or_open}' },
          ],
          [
            'draft_document',
            'Write the shift plan',
            { template: 'shift_plan', helpers: '{helpers}' },
          ],
        ],
      },
      {
        key: 'rehearse',
        daysBefore: 4,
        title: 'Walk through {the_thing} hour by hour at the venue',
        does: 'Run through arrival, program, food, emergencies and departure with all who help.',
        role: 'Organizer',
        human: true,
        hours: [4, 6, 10],
        after: ['technology', 'food', 'program', 'invite', 'permits'],
        share: 0.01,
        done: [
          'Each hour has one person in charge',
          'The plan for rain, illness and power loss is known to all',
        ],
        steps: [
          [
            'schedule_meeting',
            'Meet at the venue',
            { with: 'helpers and suppliers', purpose: 'walk-through' },
          ],
        ],
      },
    ],
  },
  {
    name: 'Hold {the_thing}{by_deadline}',
    tasks: [
      {
        key: 'hold',
        daysBefore: 0,
        title: 'Hold {the_thing}{in_place}',
        does: 'Build, welcome, run the order of the day, take down.',
        role: 'Organizer',
        human: true,
        hours: [10, 16, 30],
        after: ['rehearse'],
        tier: 'T2',
        share: 0.04,
        done: ['The running order was kept or changed on purpose', 'Nobody was hurt'],
        steps: [
          [
            'send_email',
            'Send the last information',
            { to: 'guests.csv', subject: '{thing}: how to get there' },
          ],
        ],
      },
      {
        key: 'close',
        title: 'Pay, thank and review {the_thing}',
        does: 'Pay bills, thank people, compare cost and answers with the plan.',
        role: 'Organizer',
        human: true,
        hours: [4, 6, 12],
        after: ['hold'],
        tier: 'T2',
        share: 0.01,
        done: ['Actual cost is compared with the ceilings', 'Thanks are sent within a week'],
        steps: [
          ['send_email', 'Send thanks', { to: 'guests.csv', subject: 'Thank you' }],
          ['draft_document', 'Write the review', { template: 'event_review', subject: '{thing}' }],
        ],
      },
    ],
  },
];
