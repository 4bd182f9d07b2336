// An occasion with a date, a place and guests.
import { PEOPLE } from '../counts.ts';
import type { Playbook } from '../playbook.ts';
import { eventPhases } from './event-phases.ts';

export const event: Playbook = {
  name: 'event',
  label: 'an event',
  strong:
    /(?<!\p{L})(?:(?:celebrate|organi[sz]e|plan|throw|host|prepare|arrange|hold|surprise)(?=\s[^.\n]{0,60}(?<!\p{L})(?:birthday|anniversary)(?!\p{L}))|conference|wedding|festival|concert|party|meetup|hackathon|workshop|seminar|ceremony|exhibition|trade fair|gala|reunion|marathon|tournament|competition|funeral|summit|retreat|fundraiser|event|events|hochzeit|konferenz|boda|conferencia|mariage|conférence|bryllup|konference|fest|bruiloft|matrimonio|casamento|bröllop)(?!\p{L})|свадьб|конференц|婚礼|会议|結婚式/iu,
  weak: /(?<!\p{L})(?:guests?|attendees|spectators|venue|catering|speakers?|tickets?|host|organi[sz]e|invite|gäste|invitados|invités|gæster)(?!\p{L})/iu,
  not: /(?<!\p{L})(?:(?<=^|(?<!\p{L})to )(?:attend|speak|learn|train|lose|win|visit|write|buy|save|finish|run a (?:half[- ])?marathon)|app|software|platform|study of|event-driven)(?!\p{L})/iu,
  cost: { lowUsd: 30, baseUsd: 90, highUsd: 250, per: 'guests' },
  costWhy: 'rule of thumb per guest: venue, food, technology and staff',
  slots: { program: 'program', people: 'guests' },
  numbers: [
    {
      key: 'guests',
      claim: 'Guests to prepare for',
      unit: 'people',
      counted: new RegExp(`${PEOPLE.source}|(?:teams|gäste|invitados)$`, 'iu'),
      assumed: 60,
      confirm: 'Count the invitation list.',
    },
    {
      key: 'venues',
      claim: 'Venues to compare',
      unit: 'venues',
      counted: /venues?$/i,
      assumed: 5,
      confirm: 'Fewer if only few hold that many guests.',
    },
    {
      key: 'helpers',
      claim: 'Helpers on the day',
      unit: 'people',
      derived: { from: 'guests', times: 0.05, why: 'one helper for twenty guests' },
      assumed: 3,
      confirm: 'Walk through the day hour by hour.',
    },
  ],
  variants: [
    {
      name: 'wedding',
      words:
        /(?<!\p{L})(?:wedding|hochzeit|boda|mariage|bryllup|bruiloft|matrimonio|casamento|bröllop)(?!\p{L})|婚礼|結婚式/iu,
      cost: { lowUsd: 80, baseUsd: 200, highUsd: 450, per: 'guests' },
      slots: { program: 'ceremony, dinner and music' },
    },
    {
      name: 'conference',
      words:
        /(?<!\p{L})(?:conference|summit|seminar|konferenz|conferencia|conférence|konference)(?!\p{L})|会议/iu,
      cost: { lowUsd: 100, baseUsd: 300, highUsd: 700, per: 'guests' },
      slots: { program: 'speakers and sessions', people: 'attendees' },
    },
    {
      name: 'large public event',
      words: /(?<!\p{L})(?:festival|concert|marathon|tournament|funeral|ceremony)(?!\p{L})/iu,
      cost: { lowUsd: 80, baseUsd: 300, highUsd: 3_000, per: 'guests' },
      slots: { program: 'stage, order of events and safety', people: 'visitors' },
      flags: ['public'],
    },
  ],
  phases: [...eventPhases],
  risks: [
    {
      description: 'No venue{in_place} is free for {guests} {people} on the date',
      cause: 'Booked too late or too large',
      likelihood: 'medium',
      impact: 'high',
      mitigation: 'Ask for three dates; hold an option on the second choice.',
      trigger: 'Two of the best three venues decline',
    },
    {
      description: 'Fewer or more than {guests} {people} come',
      cause: 'Late answers',
      likelihood: 'medium',
      impact: 'medium',
      mitigation: 'Close the list early; agree a price per head with the caterer.',
      trigger: 'Under half of the answers two weeks before',
    },
    {
      description: 'A key person of {the_thing} drops out',
      cause: 'Illness, travel',
      likelihood: 'medium',
      impact: 'high',
      mitigation: 'A stand-in for each critical part.',
      trigger: 'No confirmation a week before',
    },
    {
      description: 'Weather or an emergency stops {the_thing}',
      cause: 'Storm, fire, crowd, power',
      likelihood: 'low',
      impact: 'high',
      mitigation: 'Safety plan with one person who may stop it; rooms indoors as a fallback.',
      trigger: 'Official warning for the day',
    },
  ],
  questions: [
    'Which date, and which second date?',
    'Who pays, and who signs the contracts?',
    'Must anything be reachable without steps, or be in another language?',
  ],
};
