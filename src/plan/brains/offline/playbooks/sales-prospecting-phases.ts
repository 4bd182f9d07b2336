// The work of a sales campaign, from names to signed deals.
import type { PhaseTemplate } from '../playbook.ts';

export const salesPhases: readonly PhaseTemplate[] = [
  {
    name: 'Research: find and qualify {thing}{in_place}',
    tasks: [
      {
        key: 'profile',
        title: 'Describe the ideal buyer among {thing}',
        does: 'Write who buys, what hurts them now, what they use today, and what rules them out.',
        role: 'Sales lead',
        hours: [2, 4, 8],
        done: [
          'Five signs of a good lead and three that rule one out',
          'The offer is stated in two sentences',
        ],
        steps: [
          [
            'search_web',
            'Read how {thing} work and buy',
            { query: '{thing} business problems software website', max_results: 15 },
          ],
          [
            'draft_document',
            'Write the buyer profile',
            { template: 'buyer_profile', subject: '{thing}' },
          ],
        ],
      },
      {
        key: 'list',
        title: 'Collect {prospects}+ {thing}{in_place} with contact details',
        does: 'Search maps, directories, clubs and registers town by town, and keep one row for each with source and date.',
        role: 'Researcher',
        hours: [8, 14, 24],
        after: ['profile'],
        share: 0.2,
        done: [
          '{prospects} or more rows with name, town, telephone or mail, website and source',
          'No row twice',
        ],
        steps: [
          [
            'search_google_maps',
            'Search the map by town',
            { query: '{thing}', location: '{place_or_open}', max_results: '{prospects}' },
          ],
          [
            'search_web',
            'Search directories and clubs',
            { query: '{thing} directory{in_place}', max_results: 50 },
          ],
          [
            'manage_csv',
            'Keep the list',
            {
              operation: 'append',
              file_path: 'prospects.csv',
              columns: ['name', 'town', 'phone', 'email', 'website', 'source'],
            },
          ],
        ],
      },
      {
        key: 'rules',
        title: 'Check the rules for calling and mailing {thing}{in_place}',
        does: 'Find which consent, opt-out and do-not-call rules apply to business contacts there.',
        role: 'Sales lead',
        hours: [1, 3, 6],
        after: ['profile'],
        done: [
          'Rules for mail and telephone are written down with their source',
          'An opt-out line is in every template',
        ],
        steps: [
          [
            'search_web',
            'Find the rules',
            { query: 'business cold email call rules {country}', max_results: 10 },
          ],
          [
            'draft_document',
            'Write the outreach rules',
            { template: 'outreach_rules', place: '{place_or_open}' },
          ],
        ],
      },
      {
        key: 'score',
        title: 'Score {the_thing} and pick {leads} hot leads',
        does: 'Look at each website and presence, score need, ability to pay and reach from 1 to 5, and pick the best {leads}.',
        role: 'Researcher',
        hours: [6, 12, 20],
        after: ['list'],
        done: [
          'Every row has a score and one line of reason',
          '{leads} hot leads and five in reserve are named',
        ],
        steps: [
          [
            'analyze_website',
            'Look at each website',
            {
              list: 'prospects.csv',
              scoring_rubric: [
                'no own website',
                'outdated',
                'slow on telephones',
                'no booking or contact form',
              ],
            },
          ],
          [
            'manage_csv',
            'Write the scores',
            { operation: 'update', file_path: 'prospects.csv', columns: ['score', 'reason'] },
          ],
        ],
      },
    ],
  },
  {
    name: 'Outreach: approach the {leads} hot leads',
    tasks: [
      {
        key: 'message',
        title: 'Write a personal message for each of the {leads} {thing} leads',
        does: 'Two short mails and a telephone script that name the lead’s own situation; no message is the same.',
        role: 'Copywriter',
        hours: [4, 8, 14],
        after: ['score', 'rules'],
        done: [
          '{leads} messages, each with one fact about that lead',
          'A person has approved the first three',
        ],
        steps: [
          [
            'draft_document',
            'Draft the mails',
            { template: 'outreach_email', count: '{leads}', source: 'prospects.csv' },
          ],
          [
            'draft_document',
            'Draft the telephone script',
            { template: 'call_script', subject: '{product}' },
          ],
        ],
      },
      {
        key: 'approach',
        title: 'Approach {leads} hot leads among {thing}{in_place}',
        does: 'Mail, then call within two days, then one reminder; write down every answer.',
        role: 'Sales agent',
        hours: [8, 14, 24],
        after: ['message'],
        waitHours: 40,
        tier: 'T2',
        share: 0.3,
        done: [
          'All {leads} leads were mailed and called',
          'Each has an outcome: talk booked, later, no, not reached',
        ],
        steps: [
          [
            'send_email',
            'Send the first mails',
            {
              to: 'hot leads in prospects.csv',
              subject: '{product} for {thing}',
              count: '{leads}',
            },
          ],
          [
            'make_phone_call',
            'Call those who did not answer',
            { list: 'prospects.csv', script: 'call_script', record: false },
          ],
          [
            'manage_csv',
            'Write the outcomes',
            {
              operation: 'update',
              file_path: 'prospects.csv',
              columns: ['outcome', 'next_step'],
            },
          ],
        ],
      },
      {
        key: 'talks',
        title: 'Hold {calls} discovery talks with interested {thing}',
        does: 'Ask how they work today, what it costs them, who decides and by when.',
        role: 'Sales agent',
        hours: [8, 12, 20],
        after: ['approach'],
        waitHours: 24,
        tier: 'T2',
        share: 0.2,
        done: [
          'Notes of {calls} talks with three needs each',
          'Decision maker and date are known for each',
        ],
        steps: [
          [
            'schedule_calendar_event',
            'Book the talks',
            {
              contact: 'interested leads',
              count: '{calls}',
              agenda: 'current work, problems, wishes',
            },
          ],
          ['draft_document', 'Write the notes', { template: 'discovery_notes', count: '{calls}' }],
        ],
      },
    ],
  },
  {
    name: 'Close {deals} deals{by_deadline}',
    tasks: [
      {
        key: 'price',
        title: 'Set the price and scope of the {product} for {thing}',
        does: 'Three packages with scope, price, time to deliver and the lowest price you accept.',
        role: 'Sales lead',
        human: true,
        hours: [3, 6, 12],
        after: ['talks'],
        done: [
          'Each package has scope, price and delivery time',
          'The lowest acceptable price is written down',
        ],
        steps: [
          [
            'build_quote',
            'Work out the packages',
            {
              features: ['basic', 'standard', 'full'],
              currency: '{currency}',
              output_format: 'pdf',
            },
          ],
          [
            'compare_options',
            'Compare with what they pay now',
            { options: ['today', 'basic', 'standard', 'full'], output: 'packages.csv' },
          ],
        ],
      },
      {
        key: 'proposal',
        title: 'Write {calls} {product} proposals for the best {thing} leads',
        does: 'One page each: their problem, the solution with a sketch, price, dates.',
        role: 'Copywriter',
        hours: [6, 12, 20],
        after: ['talks', 'price'],
        share: 0.1,
        done: ['{calls} proposals sent after approval', 'Each names the needs heard in the talk'],
        steps: [
          [
            'create_wireframes',
            'Sketch the solution',
            { description: '{product} for {thing}', format: 'png' },
          ],
          [
            'draft_document',
            'Write the proposals',
            { template: 'proposal', count: '{calls}', output_format: 'pdf' },
          ],
        ],
      },
      {
        key: 'present',
        title: 'Present and negotiate the {product} proposals with {thing}',
        does: 'Walk through the proposal, hear objections, adjust scope before price.',
        role: 'Sales agent',
        hours: [6, 12, 24],
        after: ['proposal'],
        waitHours: 40,
        tier: 'T2',
        share: 0.2,
        done: [
          'Each proposal has an answer or a dated next step',
          'No price below the agreed floor',
        ],
        steps: [
          [
            'schedule_calendar_event',
            'Book the presentations',
            { contact: 'leads with proposal', count: '{calls}', agenda: 'proposal' },
          ],
          [
            'make_phone_call',
            'Follow up after three days',
            { list: 'proposals', script: 'follow_up' },
          ],
        ],
      },
      {
        key: 'sign',
        title: 'Sign {deals} {product} deals with {thing}{in_place}',
        does: 'Contract with scope, price, dates and payment steps, signed by both sides.',
        role: 'Sales lead',
        human: true,
        hours: [3, 6, 12],
        after: ['present'],
        waitHours: 40,
        tier: 'T3',
        done: ['{deals} signed contracts', 'First payments are invoiced'],
        steps: [
          [
            'draft_document',
            'Prepare the contracts',
            { template: 'service_contract', count: '{deals}' },
          ],
          [
            'review_document',
            'Check the contracts before signing',
            { document: 'service_contract', checks: ['scope', 'payment', 'liability'] },
          ],
        ],
      },
      {
        key: 'learn',
        title: 'Review what won and lost among the {leads} {thing} leads',
        does: 'Compare the funnel with the assumptions and decide whether to go on.',
        role: 'Sales lead',
        hours: [2, 3, 6],
        after: ['sign'],
        done: [
          'Share of answers, talks and deals is compared with the plan',
          'Next list or stop is decided',
        ],
        steps: [
          [
            'draft_document',
            'Write the review',
            { template: 'campaign_review', measures: ['answers', 'talks', 'deals'] },
          ],
        ],
      },
    ],
  },
];
