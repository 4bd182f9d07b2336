// What others hold against the full plan, and what came of it.
import type { Plan } from '../../../src/contract/plan.ts';

type Critique = Pick<
  Plan,
  | 'experts'
  | 'premortem'
  | 'critical_premises'
  | 'red_team'
  | 'refinements'
  | 'findings_left'
  | 'plan_changes'
>;

export const critique: Critique = {
  experts: [
    {
      id: 'E1',
      title: 'Fire safety engineer',
      field: 'Halls and workshops',
      looks_at: 'Exits, hot work, dust',
      verdict: 'Sound once the second exit is settled in writing.',
      findings: [
        {
          section: 'phase',
          item: '2.3',
          severity: 'major',
          says: 'The inspection comes after the benches are built, so a demand means rebuilding.',
          remedy: 'Ask for a preliminary visit during the survey.',
        },
        {
          section: 'risks',
          item: 'R2',
          severity: 'minor',
          says: 'The trigger is too late.',
          remedy: 'Use the preliminary visit as trigger.',
        },
      ],
    },
    {
      id: 'E2',
      title: 'Librarian of things',
      field: 'Lending',
      looks_at: 'Stock and returns',
      verdict: 'The stock is right; the desk is thin.',
      findings: [
        {
          section: 'team',
          item: 'Volunteer lead',
          severity: 'minor',
          says: 'One lead for three tasks in July.',
          remedy: 'Name a second lead for the collection.',
        },
      ],
    },
  ],
  premortem: {
    failures: [
      {
        archetype: 'permission',
        title: 'It failed because the back door opened onto a private yard',
        story:
          'In August the inspector refused the permit. The neighbor wanted money, and the season was over before the wall was opened.',
        causes: ['No visit before the works', 'No right of way in writing'],
        first_sign: 'A remark about the door at the survey',
        tripwires: [
          {
            metric: 'Days without a signed right of way',
            is: 'above',
            threshold: 45,
            unit: 'days',
            by: '2027-05-15',
            response: 'Open the front wall instead, EUR 3,000.',
          },
        ],
        prevention: 'Talk to the neighbor in the first week.',
        tasks: ['2.3'],
      },
      {
        archetype: 'people',
        title: 'It failed because July belongs to the festival',
        story:
          'Collection days without helpers brought in 120 tools, and training never took place.',
        causes: ['Same people'],
        first_sign: 'Three cancellations for the first day',
        tripwires: [
          {
            metric: 'Volunteers on the list',
            is: 'below',
            threshold: 12,
            unit: 'people',
            by: '2027-06-01',
            response: 'Pay two helpers.',
          },
        ],
        prevention: 'Hold two collection days in May.',
        tasks: ['3.1', '4.1'],
      },
    ],
    stop_rule: 'No signed lease by 31 May 2027: stop, and give the money back.',
  },
  critical_premises: [
    {
      id: 'C1',
      claim: 'The harbor pays for the roof',
      why_critical: 'A new roof costs more than the whole budget.',
      falsifier: 'A letter that refuses it',
      test: 'Ask in writing before the lease.',
      by: '2027-03-31',
      decision: 'Take the boat shed.',
      state: 'open',
    },
    {
      id: 'C2',
      claim: 'Neighbors give tools',
      why_critical: 'Buying 450 more costs EUR 40,000.',
      falsifier: 'Fewer than 60 tools on the first day',
      test: 'First collection day.',
      by: '2027-05-08',
      decision: 'Halve the stock.',
      state: 'holds',
    },
  ],
  red_team: {
    findings: [
      {
        ...{ id: 'F1', lens: 'money', section: 'assumptions', item: 'A5', severity: 'major' },
        says: 'Fees do not pay for the rent in any year.',
        remedy: 'Find EUR 1,500 a year or raise the fee.',
        stance: 'concede',
        answer: 'True; the town fund is asked for it.',
        ruling: 'sustained',
        why: 'The plan had no income beside fees.',
      },
      {
        ...{ id: 'F2', lens: 'time', section: 'phase', item: '3', severity: 'minor' },
        says: 'Testing waits for the workshop without need.',
        remedy: 'Test in the boat shed.',
        stance: 'defend',
        answer: 'The tester needs the new wiring.',
        ruling: 'overruled',
        why: 'The answer holds.',
      },
    ],
    resilience: 72,
    candor: 90,
  },
  refinements: [
    {
      round: 1,
      section: 'risks',
      item: 'R2',
      because: ['E1: the trigger is too late'],
      changes: [
        {
          path: 'mitigation',
          before: 'Agree on a right of way in writing.',
          after:
            'Ask for a preliminary visit in the first week; agree on a right of way in writing.',
        },
      ],
    },
  ],
  findings_left: [
    {
      section: 'team',
      item: 'Volunteer lead',
      severity: 'minor',
      says: 'One lead for three tasks in July.',
      remedy: 'Name a second lead for the collection.',
      why_left: 'Nobody has been asked yet.',
    },
  ],
  plan_changes: [
    {
      round: 1,
      kind: 'overlap',
      what: 'Collect tools while the workshop is built',
      why: 'The end was 41 days after the deadline.',
      gives_up: 'The Volunteer lead has no slack in July.',
      effect: 'Ends 38 days earlier.',
    },
  ],
};
