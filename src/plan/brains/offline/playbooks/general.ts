// For goals that no other playbook clearly fits: find out, choose, do, check.
import type { Playbook } from '../playbook.ts';

export const general: Playbook = {
  name: 'general',
  label: 'a general project',
  strong: /(?!)/u,
  cost: { lowUsd: 2_000, baseUsd: 15_000, highUsd: 80_000 },
  costWhy: 'placeholder: no playbook fits, so the size of the cost is a plain guess',
  slots: {},
  numbers: [
    {
      key: 'options',
      claim: 'Ways of doing it to compare',
      unit: 'options',
      counted: /(?:options|scenarios|alternatives)$/i,
      assumed: 3,
      confirm: 'Add an option whenever somebody names a better one.',
    },
    {
      key: 'experts',
      claim: 'People with experience to ask',
      unit: 'people',
      assumed: 3,
      confirm: 'Ask until two in a row say nothing new.',
    },
  ],
  variants: [
    {
      name: 'personal',
      words:
        /(?<!\p{L})(?:my(?! (?:startup|company|business|team|firm|clients|customers|organi[sz]ation|bakery|shop|store|restaurant|café|clinic|practice|brand|website|app|product))|myself|driving licen[cs]e|backyard|home office|living room|bedroom|lose \d+|learn|quit|stop smoking|become fluent|adopt|marathon|triathlon|swim|our (?:home|house|flat|apartment|kitchen|garden|\d{1,3} (?:cats?|dogs?|kids|children)|cats?|dogs?|son|daughter|kids|children|parents|family))(?!\p{L})/iu,
      cost: { lowUsd: 50, baseUsd: 500, highUsd: 5_000 },
    },
    { name: 'project', words: /(?:)/u, flags: ['project'] },
  ],
  phases: [
    {
      name: 'Understand what it takes {to_act}',
      tasks: [
        {
          key: 'scope',
          title: 'Write down what counts as success for: {title_short}',
          does: 'State the result, how it is measured, what is out of scope and who decides.',
          role: 'Lead',
          human: true,
          hours: [3, 6, 12],
          done: ['Each measure has a number and a date', 'What is out of scope is listed'],
          steps: [
            [
              'draft_document',
              'Draft the one-page charter',
              { template: 'charter', goal: '{title_short}' },
            ],
            [
              'schedule_meeting',
              'Agree it with those who decide',
              { with: 'decision makers', purpose: 'agree the charter' },
            ],
          ],
        },
        {
          key: 'learn',
          title: 'Find how others did this: {this_act}',
          does: 'Look for similar undertakings: what they cost, how long they took, why they failed.',
          role: 'Researcher',
          hours: [8, 16, 30],
          done: ['Three comparable cases with cost, time and outcome', 'Each fact has a source'],
          steps: [
            [
              'search_web',
              'Find comparable cases',
              { query: 'how {to_act} cost timeline lessons', max_results: 30 },
            ],
            [
              'draft_document',
              'Write the comparison',
              { template: 'case_comparison', subject: '{act}' },
            ],
          ],
        },
        {
          key: 'experts',
          title: 'Ask {experts} people who have done this: {this_act}',
          does: 'Short interviews about what is hard, what it really costs and who else to ask.',
          role: 'Lead',
          hours: [6, 10, 18],
          after: ['learn'],
          tier: 'T2',
          share: 0.03,
          done: [
            '{experts} interviews with notes',
            'The plan’s largest guess was put to each of them',
          ],
          steps: [
            [
              'send_email',
              'Ask for a talk',
              {
                to: 'people with experience',
                subject: 'Short question: how {to_act}',
                count: '{experts}',
              },
            ],
            ['interview_people', 'Hold the talks', { count: '{experts}', topic: 'how {to_act}' }],
          ],
        },
        {
          key: 'rules',
          only: 'project',
          title: 'List permits, laws and consents needed {to_act}',
          does: 'Ask {local_authority} and list what must be asked for, from whom, and how long it takes.',
          role: 'Compliance lead',
          hours: [6, 12, 24],
          after: ['scope'],
          tier: 'T2',
          share: 0.02,
          done: [
            'Each requirement has an owner, a cost and a waiting time',
            'Where nothing applies, that is written down with the source',
          ],
          steps: [
            [
              'search_web',
              'Find the rules',
              { query: '{act} permits law requirements {country}', max_results: 20 },
            ],
            [
              'make_phone_call',
              'Ask the authority',
              { to: '{local_authority}', purpose: 'what is required {to_act}' },
            ],
          ],
        },
      ],
    },
    {
      name: 'Choose the way {to_act}',
      tasks: [
        {
          key: 'options',
          title: 'Compare {options} ways {to_act}',
          does: 'Describe each way with cost, time, risk and what must be true for it to work.',
          role: 'Analyst',
          hours: [8, 16, 28],
          after: ['experts', 'scope'],
          done: [
            '{options} ways on the same measures',
            'What would change the choice is written down',
          ],
          steps: [
            [
              'compare_options',
              'Compare',
              { options: ['smallest version', 'standard', 'ambitious'], output: 'options.csv' },
            ],
            [
              'draft_document',
              'Write the recommendation',
              { template: 'decision_paper', subject: '{act}' },
            ],
          ],
        },
        {
          key: 'money',
          title: 'Secure {money_needed} {to_act}',
          does: 'Settle who pays, when and under which conditions.',
          role: 'Lead',
          human: true,
          hours: [6, 16, 40],
          after: ['options'],
          tier: 'T3',
          done: ['Committed funds cover the base cost', 'Conditions are in writing'],
          steps: [
            [
              'draft_document',
              'Write the funding request',
              { template: 'funding_request', currency: '{currency}' },
            ],
            [
              'schedule_meeting',
              'Meet those who pay',
              { with: 'funders', purpose: 'decision on funds' },
            ],
          ],
        },
        {
          key: 'team',
          title: 'Find the people and tools {to_act}',
          does: 'List the skills and tools that are missing, and get them.',
          role: 'Lead',
          hours: [8, 16, 36],
          after: ['options'],
          tier: 'T2',
          share: 0.15,
          done: [
            'Each role has a name or a date by which it will',
            'Tools are ordered or borrowed',
          ],
          steps: [
            [
              'search_web',
              'Find candidates and tools',
              { query: 'specialist {to_act}', max_results: 20 },
            ],
            [
              'collect_quotes',
              'Ask for offers',
              { item: 'specialists and tools {to_act}', count: 3 },
            ],
          ],
        },
        {
          key: 'trial',
          title: 'Before the main work, try the riskiest step needed {to_act}',
          does: 'Choose the part most likely to fail and test it cheaply, with a pass mark set before.',
          role: 'Specialist',
          hours: [12, 24, 48],
          after: ['options'],
          share: 0.1,
          done: ['The pass mark was written before the trial', 'The result is go, change or stop'],
          steps: [
            [
              'draft_document',
              'Write the trial plan',
              { template: 'trial_plan', subject: '{act}' },
            ],
            ['run_trial', 'Run it and measure', { subject: '{act}', scale: 'small' }],
          ],
        },
      ],
    },
    {
      name: 'Do the work {to_act}',
      tasks: [
        {
          key: 'plan',
          title: 'Set weekly steps with owners {to_act}',
          does: 'Update this plan with what was learned and name an owner for each step.',
          role: 'Lead',
          hours: [4, 8, 14],
          after: ['trial', 'team', 'money', 'rules'],
          done: [
            'Each step has an owner and a date',
            'Open questions of this plan are answered or dropped',
          ],
          steps: [
            ['draft_document', 'Update the plan', { template: 'work_plan', subject: '{act}' }],
          ],
        },
        {
          key: 'permits',
          only: 'project',
          title: 'Get the consents needed {to_act}',
          does: 'File what the list of rules asks for and follow it up weekly.',
          role: 'Compliance lead',
          human: true,
          hours: [6, 12, 30],
          after: ['rules', 'money'],
          waitHours: 40,
          tier: 'T3',
          share: 0.05,
          done: ['Every needed consent is granted in writing'],
          steps: [
            [
              'draft_document',
              'Fill in the applications',
              { template: 'permit_application', authority: '{local_authority}' },
            ],
            [
              'send_email',
              'Follow up',
              { to: '{local_authority}', subject: 'Application: {title_short}' },
            ],
          ],
        },
        {
          key: 'do',
          title: 'Do the main work {to_act}{by_deadline}',
          does: 'Work in weekly rounds; each ends with something that can be shown.',
          role: 'Specialist',
          hours: [60, 120, 240],
          after: ['plan', 'permits'],
          tier: 'T2',
          share: 0.55,
          done: [
            'Each week something was shown and accepted',
            'The measures of success are met or the gap is known',
          ],
          steps: [
            ['do_work', 'Carry out the week’s steps', { subject: '{act}', rhythm: 'weekly' }],
            [
              'draft_document',
              'Write the weekly note',
              { template: 'weekly_note', subject: '{act}' },
            ],
          ],
        },
      ],
    },
    {
      name: 'Check and close: {title_short}',
      tasks: [
        {
          key: 'check',
          title: 'Check the result against what was agreed: {title_short}',
          does: 'Measure each success number, list faults and fix those that matter.',
          role: 'Analyst',
          hours: [8, 14, 24],
          after: ['do'],
          share: 0.06,
          done: ['Each measure has its actual value', 'No fault that breaks the goal is open'],
          steps: [
            [
              'review_document',
              'Compare result and charter',
              { document: 'charter', checks: ['measures', 'scope'] },
            ],
            [
              'draft_document',
              'Write the fault list',
              { template: 'issue_list', subject: '{act}' },
            ],
          ],
        },
        {
          key: 'handover',
          title: 'Close the work and write what was learned: {title_short}',
          does: 'Give the result to those it is for, settle what is open, and note what to do better.',
          role: 'Lead',
          human: true,
          hours: [4, 8, 14],
          after: ['check'],
          tier: 'T2',
          share: 0.04,
          done: ['Those it is for have accepted the result', 'Lessons and actual cost are kept'],
          steps: [
            [
              'draft_document',
              'Write the handover note',
              { template: 'handover', subject: '{act}' },
            ],
            ['schedule_meeting', 'Hand over', { with: 'users', purpose: 'acceptance' }],
          ],
        },
      ],
    },
  ],
  risks: [
    {
      description: 'Those involved understand differently what it means {to_act}',
      cause: 'Success was not put in numbers',
      likelihood: 'medium',
      impact: 'high',
      mitigation: 'Agree the charter before anything is bought.',
      trigger: 'A second change of scope',
    },
    {
      description: 'It costs more or takes longer than guessed {to_act}',
      cause: 'No comparable case was known when this plan was made',
      likelihood: 'high',
      impact: 'high',
      mitigation: 'Replace the guesses by figures from comparable cases in the first two weeks.',
      trigger: 'The first comparable case differs by more than half',
    },
    {
      only: 'project',
      description: 'A permit or law stands in the way of the attempt {to_act}',
      cause: 'Rules were not known at the start',
      likelihood: 'medium',
      impact: 'high',
      mitigation: 'Ask {local_authority} first, before money is committed.',
      trigger: 'An authority asks for a procedure that is not in the list',
    },
    {
      description: 'The riskiest step needed {to_act} does not work',
      cause: 'Untested assumption',
      likelihood: 'medium',
      impact: 'high',
      mitigation: 'Small trial with a pass mark before the main work.',
      trigger: 'The trial misses its pass mark',
    },
  ],
  questions: [
    'How will you know that you managed {to_act}? Name one number.',
    'Who decides, and who pays?',
    'What has been tried already?',
  ],
};
