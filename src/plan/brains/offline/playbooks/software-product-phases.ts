// The work of a software product, from first talks to release.
import type { PhaseTemplate } from '../playbook.ts';

export const softwarePhases: readonly PhaseTemplate[] = [
  {
    name: 'Find out what {the_thing} must do',
    tasks: [
      {
        key: 'users',
        title: 'Interview {interviews} possible users of {the_thing}{in_place}',
        does: 'Ask how they solve it today, what it costs them, and what would make them switch.',
        role: 'Product lead',
        hours: [10, 18, 30],
        tier: 'T2',
        share: 0.03,
        done: [
          '{interviews} talks with notes',
          'The three most frequent problems are named in users’ words',
        ],
        steps: [
          [
            'search_web',
            'Find where possible users meet',
            { query: 'who uses {thing}{in_place} community forum', max_results: 20 },
          ],
          ['interview_people', 'Hold the talks', { count: '{interviews}', topic: '{thing}' }],
        ],
      },
      {
        key: 'rivals',
        title: 'Compare existing alternatives to {the_thing}',
        does: 'List what exists, prices, reviews and gaps, including doing it by hand.',
        role: 'Researcher',
        hours: [6, 12, 20],
        done: [
          'Five alternatives with price and weak points',
          'The gap {the_thing} fills is one sentence',
        ],
        steps: [
          [
            'search_web',
            'Find alternatives',
            { query: 'alternatives to {thing} pricing reviews', max_results: 25 },
          ],
          [
            'compare_options',
            'Compare them',
            { options: ['price', 'features', 'reviews', 'gap'], output: 'alternatives.csv' },
          ],
        ],
      },
      {
        key: 'scope',
        title: 'Cut the first version of {the_thing} down to {core}',
        does: 'Decide what is in, what waits and what is never built; write acceptance tests for {core}.',
        role: 'Product lead',
        human: true,
        hours: [6, 10, 18],
        after: ['users', 'rivals'],
        done: ['Each feature has a user problem behind it', 'What waits is on a list'],
        steps: [
          [
            'draft_document',
            'Write the product brief',
            { template: 'product_brief', subject: '{thing}' },
          ],
          [
            'review_document',
            'Challenge every feature',
            { document: 'product_brief', checks: ['problem', 'cost', 'proof'] },
          ],
        ],
      },
    ],
  },
  {
    name: 'Design {the_thing}',
    tasks: [
      {
        key: 'design',
        title: 'Design the screens of {the_thing} for {core}',
        does: 'Clickable drafts, tried on five people before code is written.',
        role: 'Designer',
        hours: [24, 40, 70],
        after: ['scope'],
        share: 0.12,
        done: [
          'Five people did the main task without help',
          'States for empty, error and loading are drawn',
        ],
        steps: [
          [
            'create_wireframes',
            'Draw the main flow',
            { description: '{thing}: {core}', format: 'png' },
          ],
          ['interview_people', 'Try it on people', { count: 5, topic: 'main flow of {thing}' }],
        ],
      },
      {
        key: 'architecture',
        title: 'Choose the architecture and hosting of {the_thing}',
        does: 'Decide data model, services, hosting, backup and what is bought instead of built; note cost a month.',
        role: 'Engineer',
        hours: [10, 20, 36],
        after: ['scope'],
        share: 0.05,
        done: [
          'Decisions are written with their reasons',
          'Monthly cost at {users} users is worked out',
        ],
        steps: [
          [
            'compare_options',
            'Compare hosting and building blocks',
            { options: ['cost', 'lock-in', 'skills', 'scale'], output: 'architecture.csv' },
          ],
          [
            'draft_document',
            'Write the decisions',
            { template: 'architecture_note', subject: '{thing}' },
          ],
        ],
      },
      {
        key: 'privacy',
        title: 'Check privacy, security and legal terms for {the_thing}{in_place}',
        does: 'List personal data, legal basis, threats and the terms users must accept.',
        role: 'Compliance lead',
        human: true,
        hours: [6, 12, 24],
        after: ['scope'],
        tier: 'T3',
        share: 0.03,
        done: [
          'Each kind of personal data has a reason and a time limit',
          'Terms and privacy notice were read by a lawyer',
        ],
        steps: [
          [
            'search_web',
            'Find the rules',
            { query: 'privacy consumer law online service {country}', max_results: 15 },
          ],
          [
            'draft_document',
            'Draft the notices',
            { template: 'privacy_notice', subject: '{thing}' },
          ],
        ],
      },
      {
        key: 'supply',
        only: 'shop',
        title: 'Agree supply, packing and returns for {the_thing}{in_place}',
        does: 'Suppliers, margins, stock, shipping and returns, with contracts.',
        role: 'Buyer',
        human: true,
        hours: [16, 30, 60],
        after: ['rivals'],
        waitHours: 40,
        tier: 'T3',
        share: 0.15,
        done: [
          'Two suppliers with prices for small orders',
          'Margin after shipping and returns is worked out',
        ],
        steps: [
          [
            'collect_quotes',
            'Ask suppliers',
            { item: 'goods for {thing}', count: 5, currency: '{currency}' },
          ],
          [
            'compare_options',
            'Compare margins',
            {
              options: ['price', 'minimum order', 'delivery', 'returns'],
              output: 'suppliers.csv',
            },
          ],
        ],
      },
    ],
  },
  {
    name: 'Build {the_thing}',
    tasks: [
      {
        key: 'skeleton',
        title: 'Set up repository, tests and deployment of {the_thing}',
        does: 'An empty version that deploys itself, with tests, logs and backups from the first day.',
        role: 'Engineer',
        hours: [12, 20, 36],
        after: ['architecture'],
        share: 0.06,
        done: [
          'A change reaches the test system in under fifteen minutes',
          'A restore from backup was tried',
        ],
        steps: [
          [
            'write_code',
            'Set up the skeleton',
            { subject: '{thing}', parts: ['repository', 'tests', 'deployment'] },
          ],
          ['run_tests', 'Prove it deploys', { suite: 'smoke' }],
        ],
      },
      {
        key: 'core',
        title: 'Build {core} of {the_thing}',
        does: 'The main flow from end to end, shown to a user every week.',
        role: 'Engineer',
        hours: [80, 160, 300],
        after: ['skeleton', 'design'],
        share: 0.36,
        done: ['Acceptance tests of the main flow pass', 'A user was shown progress every week'],
        steps: [
          ['write_code', 'Build the main flow', { subject: '{core}' }],
          ['run_tests', 'Run the acceptance tests', { suite: 'acceptance' }],
        ],
      },
      {
        key: 'accounts',
        title: 'Add accounts, payments and support to {the_thing}',
        does: 'Sign-in, payment if there is one, mail, help and an admin view.',
        role: 'Second engineer',
        hours: [40, 70, 130],
        after: ['skeleton', 'privacy'],
        share: 0.16,
        done: [
          'A stranger can sign up, use it and leave with their data',
          'Every failed payment is seen',
        ],
        steps: [
          [
            'write_code',
            'Build accounts and support',
            { subject: '{thing}', parts: ['sign-in', 'payment', 'mail', 'admin'] },
          ],
          ['run_tests', 'Test failures on purpose', { suite: 'failure' }],
        ],
      },
    ],
  },
  {
    name: 'Try and release {the_thing}{in_place}',
    tasks: [
      {
        key: 'trial',
        title: 'Run a closed trial of {the_thing} with {testers} people',
        does: 'Watch what they do, fix what stops them, ask whether they would miss it.',
        role: 'Product lead',
        hours: [16, 28, 50],
        after: ['core', 'accounts'],
        waitHours: 40,
        tier: 'T2',
        share: 0.05,
        done: ['{testers} people used it twice', 'Nothing that stops the main flow is open'],
        steps: [
          [
            'send_email',
            'Invite the testers',
            { to: 'waiting list', subject: 'Try {the_thing}', count: '{testers}' },
          ],
          [
            'draft_document',
            'Write the fault list',
            { template: 'issue_list', subject: '{thing}' },
          ],
        ],
      },
      {
        key: 'security',
        title: 'Test the security and load of {the_thing} at {users} users',
        does: 'Attack it on purpose, load it beyond the expected peak, fix what breaks.',
        role: 'Engineer',
        hours: [12, 24, 40],
        after: ['core', 'accounts'],
        share: 0.04,
        done: ['No open finding that exposes data', 'Response times at {users} users are measured'],
        steps: [
          [
            'run_tests',
            'Load and security tests',
            { suite: 'load_and_security', users: '{users}' },
          ],
        ],
      },
      {
        key: 'launch',
        isDue: true,
        title: 'Release {the_thing} on {store}{by_deadline}',
        does: 'Release in steps with a way back; announce where the interviewed users meet.',
        role: 'Product lead',
        human: true,
        hours: [10, 18, 32],
        after: ['trial', 'security', 'privacy', 'supply'],
        waitHours: 160,
        tier: 'T2',
        share: 0.08,
        done: [
          'Release can be undone within an hour',
          'The announcement is out on the chosen channels',
        ],
        steps: [
          [
            'publish_post',
            'Announce it',
            { channels: ['user communities', 'own page', 'mail list'] },
          ],
          [
            'deploy_release',
            'Release in steps',
            { subject: '{thing}', steps: ['10%', '50%', '100%'] },
          ],
        ],
      },
      {
        key: 'review',
        title: 'Review use of {the_thing} after four weeks against {users} users',
        does: 'Compare sign-ups, return rate and cost with the plan; decide to go on, change or stop.',
        role: 'Product lead',
        human: true,
        hours: [6, 10, 16],
        after: ['launch'],
        done: ['Return rate after four weeks is known', 'The decision is written with its reason'],
        steps: [
          [
            'draft_document',
            'Write the review',
            { template: 'launch_review', measures: ['sign-ups', 'return rate', 'cost'] },
          ],
        ],
      },
    ],
  },
];
