// Writing, recording or filming something and bringing it to readers, listeners or viewers.
import type { Playbook } from '../playbook.ts';

export const contentOrPublication: Playbook = {
  name: 'content-or-publication',
  label: 'content or a publication',
  strong:
    /(?<!\p{L})(?:book|novel|e-?book|blog|podcast|newsletter|magazine|documentary|film|movie|video series|youtube|course|textbook|album|comic|children['’]s book|memoir|cookbook|white ?paper|article series|translation|dictionary|standard|buch|roman|libro|livre|bog|boek|romanzo|livro|kurs)(?!\p{L})|книг|书|本を/iu,
  weak: /(?<!\p{L})(?:write|publish|record|edit|author|readers|listeners|viewers|subscribers|episodes?|chapters?|audience|schreiben|escribir|écrire|skriv)(?!\p{L})/iu,
  not: /(?<!\p{L})(?:(?<=^|(?<!\p{L})to )(?:buy|read|sell|translate|take|attend|double|triple|increase|grow|promote)|book club|app|software|book (?:a|the) (?:flight|hotel|venue|table|trip)|bookstore|bookshop|restaurant|funeral|as in the movie|like in the)(?!\p{L})/iu,
  cost: { lowUsd: 1_000, baseUsd: 8_000, highUsd: 50_000 },
  costWhy: 'rule of thumb for a self-made publication: editing, design or recording, distribution',
  slots: {
    piece: 'chapter',
    pieces: 'chapters',
    channel: 'shops and libraries',
    craft: 'editing and layout',
  },
  numbers: [
    {
      key: 'parts',
      claim: 'Parts to make',
      unit: 'parts',
      counted:
        /(?:chapters|episodes|articles|issues|lessons|posts|videos|songs|recipes|stories|pages|tracks)$/i,
      assumed: 12,
      confirm: 'Fix it with the outline.',
    },
    {
      key: 'readers',
      claim: 'Test readers, listeners or viewers',
      unit: 'people',
      counted: /(?:beta readers|test readers)$/i,
      assumed: 6,
      confirm: 'Ask until remarks repeat.',
    },
    {
      key: 'audience',
      claim: 'Audience hoped for in the first three months',
      unit: 'people',
      counted: /(?:readers|listeners|viewers|subscribers|copies|downloads|students)$/i,
      assumed: 300,
      confirm: 'Compare with similar works of beginners.',
    },
  ],
  variants: [
    {
      name: 'cookbook',
      words: /(?<!\p{L})(?:cookbook|recipe book)(?!\p{L})/iu,
      slots: { piece: 'recipe', pieces: 'recipes', craft: 'photography, editing and layout' },
    },
    {
      name: 'audio',
      words: /(?<!\p{L})(?:podcast|album|audiobook|radio)(?!\p{L})/iu,
      slots: {
        piece: 'episode',
        pieces: 'episodes',
        channel: 'podcast and music services',
        craft: 'recording and sound editing',
      },
    },
    {
      name: 'video',
      words: /(?<!\p{L})(?:film|movie|documentary|video|youtube)(?!\p{L})/iu,
      cost: { lowUsd: 3_000, baseUsd: 30_000, highUsd: 250_000 },
      slots: {
        piece: 'scene',
        pieces: 'scenes',
        channel: 'video services and festivals',
        craft: 'filming and cutting',
      },
    },
    {
      name: 'serial',
      words: /(?<!\p{L})(?:blog|newsletter|magazine|article series)(?!\p{L})/iu,
      slots: {
        piece: 'issue',
        pieces: 'issues',
        channel: 'mail and web',
        craft: 'editing and sending',
      },
    },
    {
      name: 'course',
      words: /(?<!\p{L})(?:course|textbook|lessons|kurs)(?!\p{L})/iu,
      slots: {
        piece: 'lesson',
        pieces: 'lessons',
        channel: 'a course platform',
        craft: 'teaching design and recording',
      },
    },
    {
      name: 'standard',
      words: /(?<!\p{L})(?:standard|dictionary)(?!\p{L})/iu,
      cost: { lowUsd: 30_000, baseUsd: 250_000, highUsd: 2_000_000 },
      slots: {
        piece: 'rule set',
        pieces: 'rule sets',
        channel: 'a public website and partner schools',
        craft: 'drafting and testing rules',
      },
    },
  ],
  phases: [
    {
      name: 'Find the audience and shape of {the_thing}',
      tasks: [
        {
          key: 'audience',
          title: 'Describe who {the_thing} is for and what they get from it',
          does: 'Talk to five of them; look at ten comparable works: length, price, reviews.',
          role: 'Editor',
          hours: [6, 12, 20],
          done: [
            'Ten comparable works in a table',
            'One sentence says why somebody would choose this one',
          ],
          steps: [
            [
              'search_web',
              'Find comparable works',
              { query: 'best {thing} reviews{in_place}', max_results: 20 },
            ],
            ['interview_people', 'Talk to the audience', { count: 5, topic: '{thing}' }],
          ],
        },
        {
          key: 'outline',
          title: 'Outline the {parts} {pieces} of {the_thing}',
          does: 'Order, purpose and length of each {piece}; what is left out.',
          role: 'Author',
          hours: [8, 16, 28],
          after: ['audience'],
          done: ['{parts} {pieces} with one line each', 'Material that is missing is listed'],
          steps: [
            [
              'draft_document',
              'Write the outline',
              { template: 'outline', parts: '{parts}', subject: '{thing}' },
            ],
          ],
        },
        {
          key: 'rights',
          title: 'Clear rights, names and quotations for {the_thing}',
          does: 'Title, images, music, quotations, people shown; who owns the result.',
          role: 'Editor',
          human: true,
          hours: [3, 6, 14],
          after: ['outline'],
          tier: 'T3',
          share: 0.05,
          done: [
            'Each borrowed item has a permission or is dropped',
            'Ownership is agreed in writing',
          ],
          steps: [
            [
              'search_web',
              'Check the title and rights',
              { query: '{thing} title trademark copyright', max_results: 10 },
            ],
            [
              'draft_document',
              'Write the permissions list',
              { template: 'permissions', subject: '{thing}' },
            ],
          ],
        },
      ],
    },
    {
      name: 'Make {the_thing}',
      tasks: [
        {
          key: 'research',
          title: 'Gather facts and material for the {pieces} of {the_thing}',
          does: 'Sources, interviews, places, pictures; note where each fact comes from.',
          role: 'Researcher',
          hours: [16, 32, 60],
          after: ['outline'],
          share: 0.08,
          done: ['Each {piece} has its material', 'Each fact has a source'],
          steps: [
            ['search_web', 'Collect sources', { query: '{title_short}', max_results: 40 }],
            [
              'manage_csv',
              'Keep the sources',
              {
                operation: 'append',
                file_path: 'sources.csv',
                columns: ['fact', 'source', 'part'],
              },
            ],
          ],
        },
        {
          key: 'sample',
          title: 'Make one sample {piece} of {the_thing} and test it',
          does: 'Finish one {piece} fully, show it to three people, settle tone and length.',
          role: 'Author',
          hours: [8, 14, 24],
          after: ['outline'],
          done: ['One {piece} is finished to the final standard', 'Tone and length are fixed'],
          steps: [
            ['draft_document', 'Make the sample', { template: 'sample', subject: '{thing}' }],
            ['interview_people', 'Ask three people', { count: 3, topic: 'sample {piece}' }],
          ],
        },
        {
          key: 'make',
          title: 'Make all {parts} {pieces} of {the_thing}',
          does: 'A fixed number a week; no polishing before all exist.',
          role: 'Author',
          human: true,
          hours: [60, 130, 260],
          after: ['sample', 'research'],
          share: 0.3,
          done: [
            '{parts} {pieces} exist in full',
            'The weekly number was kept or the date was moved',
          ],
          steps: [['draft_document', 'Make the next part', { template: 'part', count: '{parts}' }]],
        },
      ],
    },
    {
      name: 'Improve and produce {the_thing}',
      tasks: [
        {
          key: 'testread',
          title: 'Test {the_thing} on {readers} people',
          does: 'Ask where they stopped, what they did not believe, what they would tell a friend.',
          role: 'Editor',
          hours: [5, 10, 18],
          after: ['make'],
          waitHours: 80,
          tier: 'T2',
          done: [
            '{readers} answers to the same questions',
            'The three most frequent remarks are dealt with',
          ],
          steps: [
            [
              'send_email',
              'Send it to the test group',
              { to: 'test group', subject: 'Please try: {thing}', count: '{readers}' },
            ],
            [
              'draft_document',
              'Sum up the remarks',
              { template: 'feedback_summary', subject: '{thing}' },
            ],
          ],
        },
        {
          key: 'produce',
          title: 'Finish {craft} of {the_thing}',
          does: 'Professional {craft}, cover or art, accessibility.',
          role: 'Producer',
          hours: [24, 44, 80],
          after: ['testread', 'rights'],
          tier: 'T2',
          share: 0.37,
          done: [
            'Final files pass the checks of {channel}',
            'Texts for pictures or captions exist',
          ],
          steps: [
            [
              'collect_quotes',
              'Ask for help',
              { item: '{craft}', count: 3, currency: '{currency}' },
            ],
            [
              'review_document',
              'Check the final files',
              { document: 'final', checks: ['errors', 'format', 'accessibility'] },
            ],
          ],
        },
      ],
    },
    {
      name: 'Publish {the_thing}{by_deadline}',
      tasks: [
        {
          key: 'prepare',
          title: 'Tell {audience} possible readers or viewers about {the_thing}{in_place}',
          does: 'Page, list, partners, samples; ask ten people with reach in person.',
          role: 'Marketer',
          hours: [12, 22, 40],
          after: ['sample'],
          tier: 'T2',
          share: 0.14,
          done: ['A page collects addresses', 'Ten people with reach were asked'],
          steps: [
            ['draft_document', 'Write the page', { template: 'landing_page', subject: '{thing}' }],
            [
              'send_email',
              'Ask people with reach',
              { to: 'people with reach', subject: '{thing}', count: 10 },
            ],
          ],
        },
        {
          key: 'publish',
          isDue: true,
          title: 'Publish {the_thing} through {channel}',
          does: 'Prices, terms, files, dates; buy or hear it as a stranger would.',
          role: 'Producer',
          human: true,
          hours: [5, 10, 18],
          after: ['produce', 'prepare'],
          waitHours: 160,
          tier: 'T3',
          share: 0.06,
          done: [
            'A stranger can get it',
            'Terms of {channel} are signed by the owner of the rights',
          ],
          steps: [['publish_post', 'Publish', { channels: ['{channel}'] }]],
        },
        {
          key: 'review',
          title: 'Compare the first month of {the_thing} with {audience} people',
          does: 'Numbers, reviews, what to make next.',
          role: 'Editor',
          hours: [3, 6, 10],
          after: ['publish'],
          done: ['Numbers against the hope', 'Decision on what follows'],
          steps: [
            [
              'draft_document',
              'Write the review',
              { template: 'publication_review', subject: '{thing}' },
            ],
          ],
        },
      ],
    },
  ],
  risks: [
    {
      description: 'The {thing} is never finished',
      cause: 'No weekly rhythm, endless polishing',
      likelihood: 'high',
      impact: 'high',
      mitigation: 'Fixed number of {pieces} a week and a person who asks.',
      trigger: 'Two weeks without a finished {piece}',
    },
    {
      description: 'Nobody hears of {the_thing}',
      cause: 'Audience is built after publishing',
      likelihood: 'high',
      impact: 'medium',
      mitigation: 'Start telling people at the sample.',
      trigger: 'Fewer than fifty addresses a month before',
    },
    {
      description: 'A right is missing',
      cause: 'Image, quotation, name or music used without permission',
      likelihood: 'low',
      impact: 'high',
      mitigation: 'Permissions list before production.',
      trigger: 'An item without an entry in the list',
    },
    {
      description: 'Test group finds {the_thing} weak',
      cause: 'Wrong audience or tone',
      likelihood: 'medium',
      impact: 'medium',
      mitigation: 'Sample first; change tone before all is made.',
      trigger: 'Half stop before the end',
    },
  ],
  questions: [
    'Who is the one person you make {the_thing} for?',
    'How many hours a week are really free for it?',
    'What would count as success: money, readers, or having done it?',
  ],
};
