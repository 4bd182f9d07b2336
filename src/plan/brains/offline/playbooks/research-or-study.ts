// Finding something out and writing it down so that others can rely on it.
import type { Playbook } from '../playbook.ts';

export const researchOrStudy: Playbook = {
  name: 'research-or-study',
  label: 'research or a study',
  strong:
    /(?<!\p{L})(?:research|study|survey|investigate|analy[sz]e|analysis|monitoring|monitor|measure|census|clinical trial|experiment|literature review|feasibility|thesis|dissertation|report (?:on|about|examining)|detailed report|evaluate|forschung|studie|untersuch\w+|estudio|investigación|étude|undersøgelse|onderzoek|ricerca|pesquisa)(?!\p{L})|исследовани|研究|調査/iu,
  weak: /(?<!\p{L})(?:report|data|samples?|respondents|hypothesis|evidence|findings|lab|laboratory|scientists?|track|levels)(?!\p{L})/iu,
  not: /(?<!\p{L})(?:establish|construct|recruit|shop|restaurant|app|website|close \d+)(?!\p{L})/iu,
  cost: { lowUsd: 3_000, baseUsd: 25_000, highUsd: 150_000 },
  costWhy:
    'rule of thumb for a small study: access to data, measuring or interviews, analysis and publication',
  slots: { material: 'published sources and interviews', method: 'literature and interviews' },
  numbers: [
    {
      key: 'sources',
      claim: 'Sources to read closely',
      unit: 'sources',
      counted: /(?:sources|papers|articles|studies)$/i,
      assumed: 40,
      confirm: 'Stop when new sources repeat the old ones.',
    },
    {
      key: 'samples',
      claim: 'Samples, answers or interviews to collect',
      unit: 'items',
      counted:
        /(?:samples|respondents|participants|interviews|people|households|patients|students|sites|stations)$/i,
      assumed: 20,
      confirm: 'Work it out from the precision that is needed.',
    },
    {
      key: 'reviewers',
      claim: 'Outside readers of the draft',
      unit: 'people',
      assumed: 2,
      confirm: 'Ask the field’s usual number.',
    },
  ],
  variants: [
    {
      name: 'field monitoring',
      words:
        /(?<!\p{L})(?:monitor(?:ing)?|pollution|track|sensor\w*|water quality|air quality|oxygen)(?!\p{L})/iu,
      cost: { lowUsd: 20_000, baseUsd: 120_000, highUsd: 600_000 },
      slots: {
        material: 'sensor readings and samples',
        method: 'stations, sensors and laboratory samples',
      },
      flags: ['field'],
    },
    {
      name: 'survey',
      words: /(?<!\p{L})(?:survey|census|respondents|headcount)(?!\p{L})/iu,
      slots: { material: 'answers', method: 'questionnaire and sample' },
    },
    {
      name: 'trial',
      words: /(?<!\p{L})(?:clinical trial|experiment|lab|laboratory)(?!\p{L})/iu,
      cost: { lowUsd: 100_000, baseUsd: 1_500_000, highUsd: 20_000_000 },
      slots: { material: 'measurements', method: 'controlled experiment' },
      flags: ['field'],
    },
  ],
  phases: [
    {
      name: 'Frame the question of {the_thing}',
      tasks: [
        {
          key: 'question',
          title: 'Write the questions that {the_thing} must answer',
          does: 'Three to five questions, who will use the answers, and what would change their mind.',
          role: 'Research lead',
          human: true,
          hours: [4, 8, 14],
          done: ['Each question can be answered wrong', 'The user of the answer has agreed'],
          steps: [
            [
              'draft_document',
              'Write the questions',
              { template: 'research_questions', subject: '{thing}' },
            ],
            [
              'schedule_meeting',
              'Agree them with the users',
              { with: 'users of the answer', purpose: 'research questions' },
            ],
          ],
        },
        {
          key: 'read',
          title: 'Read {sources} sources on {the_thing}{in_place}',
          does: 'Search, select by stated rules, note what each shows and how sure it is.',
          role: 'Researcher',
          hours: [20, 40, 70],
          after: ['question'],
          share: 0.08,
          done: [
            '{sources} sources in a table with method and result',
            'Search words and dates are written down',
          ],
          steps: [
            [
              'search_web',
              'Search for sources',
              { query: '{title_short}', max_results: '{sources}' },
            ],
            [
              'manage_csv',
              'Keep the source table',
              {
                operation: 'append',
                file_path: 'sources.csv',
                columns: ['title', 'year', 'method', 'result', 'url'],
              },
            ],
          ],
        },
        {
          key: 'ethics',
          title: 'Clear ethics, access and data rules for {the_thing}{in_place}',
          does: 'Consent, permits, data protection and ownership; file what must be filed with {local_authority}.',
          role: 'Research lead',
          human: true,
          hours: [6, 12, 30],
          after: ['question'],
          waitHours: 40,
          tier: 'T3',
          share: 0.03,
          done: [
            'Needed approvals are in writing',
            'A data plan says what is kept, where and how long',
          ],
          steps: [
            [
              'search_web',
              'Find the rules',
              { query: 'research permit data protection {country} {thing}', max_results: 10 },
            ],
            [
              'draft_document',
              'Write the data plan',
              { template: 'data_plan', subject: '{thing}' },
            ],
          ],
        },
      ],
    },
    {
      name: 'Design: {method} for {the_thing}',
      tasks: [
        {
          key: 'method',
          title: 'Design how to collect {samples} items of {material} for {the_thing}',
          does: 'Choose {method}, size, places and times; write the analysis before there is data.',
          role: 'Analyst',
          hours: [12, 24, 40],
          after: ['read'],
          share: 0.05,
          done: [
            'Size is justified by the precision wanted',
            'The analysis plan is dated before the data',
          ],
          steps: [
            [
              'draft_document',
              'Write the protocol',
              { template: 'study_protocol', method: '{method}', size: '{samples}' },
            ],
            [
              'review_document',
              'Let an outsider look for bias',
              { document: 'study_protocol', checks: ['bias', 'size', 'controls'] },
            ],
          ],
        },
        {
          key: 'equip',
          only: 'field',
          title: 'Buy and calibrate equipment for {the_thing}{in_place}',
          does: 'Quotes, order, calibrate against a standard, spare parts.',
          role: 'Field lead',
          hours: [16, 30, 60],
          after: ['method'],
          waitHours: 120,
          tier: 'T2',
          share: 0.35,
          done: ['Each instrument has a calibration record', 'Spares for what fails most'],
          steps: [
            [
              'collect_quotes',
              'Ask suppliers',
              { item: 'instruments for {thing}', count: 3, currency: '{currency}' },
            ],
            ['place_order', 'Order', { item: 'chosen instruments' }],
          ],
        },
        {
          key: 'pilot',
          title: 'Pilot the collection for {the_thing} on a tenth of the size',
          does: 'Run it small, measure time and failure, repair the protocol.',
          role: 'Field lead',
          hours: [10, 18, 32],
          after: ['method', 'ethics', 'equip'],
          share: 0.06,
          done: [
            'Time per item and share of failures are known',
            'Changes to the protocol are listed',
          ],
          steps: [['run_trial', 'Run the pilot', { subject: '{thing}', scale: 'one tenth' }]],
        },
      ],
    },
    {
      name: 'Collect and analyze {the_thing}',
      tasks: [
        {
          key: 'collect',
          title: 'Collect {samples} items of {material} for {the_thing}{in_place}',
          does: 'Follow the protocol, log every deviation, check quality weekly.',
          role: 'Field lead',
          hours: [40, 80, 160],
          after: ['pilot'],
          tier: 'T2',
          share: 0.28,
          done: ['{samples} items that pass the quality check', 'Deviations are logged with date'],
          steps: [
            [
              'collect_data',
              'Collect',
              { method: '{method}', count: '{samples}', place: '{place_or_open}' },
            ],
            [
              'manage_csv',
              'Keep the data',
              {
                operation: 'append',
                file_path: 'data.csv',
                columns: ['id', 'date', 'value', 'quality'],
              },
            ],
          ],
        },
        {
          key: 'analyze',
          title: 'Analyze the {material} of {the_thing} as written beforehand',
          does: 'Run the planned analysis first, then mark anything else as exploratory.',
          role: 'Analyst',
          hours: [24, 40, 70],
          after: ['collect', 'read'],
          share: 0.1,
          done: [
            'Every figure can be made again from the data',
            'Uncertainty is shown for each result',
          ],
          steps: [
            ['analyze_data', 'Run the analysis', { file_path: 'data.csv', plan: 'study_protocol' }],
            ['draft_document', 'Write the results', { template: 'results', subject: '{thing}' }],
          ],
        },
      ],
    },
    {
      name: 'Publish {the_thing}{by_deadline}',
      tasks: [
        {
          key: 'write',
          title: 'Write the report on {the_thing}',
          does: 'Answer the questions in order, on two pages first; then methods, limits and data.',
          role: 'Researcher',
          hours: [20, 36, 60],
          after: ['analyze'],
          share: 0.04,
          done: [
            'Two-page summary that a user understands',
            'Limits are stated as plainly as results',
          ],
          steps: [
            [
              'draft_document',
              'Write the report',
              { template: 'research_report', subject: '{thing}' },
            ],
          ],
        },
        {
          key: 'review',
          title: 'Have {reviewers} outsiders review the report on {the_thing}',
          does: 'Ask for the weakest point; answer each remark in writing.',
          role: 'Research lead',
          hours: [6, 10, 20],
          after: ['write'],
          waitHours: 80,
          tier: 'T2',
          share: 0.02,
          done: ['{reviewers} reviews with answers', 'Changed conclusions are marked'],
          steps: [
            [
              'send_email',
              'Ask the reviewers',
              { to: 'reviewers', subject: 'Review: {thing}', count: '{reviewers}' },
            ],
            [
              'review_document',
              'Answer the remarks',
              { document: 'research_report', checks: ['remarks'] },
            ],
          ],
        },
        {
          key: 'publish',
          title: 'Publish {the_thing} and brief those who decide{in_place}',
          does: 'Release report and data, brief the users of the answer, agree what follows.',
          role: 'Research lead',
          human: true,
          hours: [5, 10, 18],
          after: ['review'],
          tier: 'T2',
          share: 0.04,
          done: [
            'Report and data are public or filed where agreed',
            'Those who decide have heard it in person',
          ],
          steps: [
            ['publish_post', 'Publish', { channels: ['report page', 'data archive'] }],
            [
              'schedule_meeting',
              'Brief the users',
              { with: 'decision makers', purpose: 'results of {the_thing}' },
            ],
          ],
        },
      ],
    },
  ],
  risks: [
    {
      description: 'Access to {material} for {the_thing} is refused or late',
      cause: 'Permits, owners or partners',
      likelihood: 'medium',
      impact: 'high',
      mitigation: 'Ask in the first week; have a second source.',
      trigger: 'No written access after four weeks',
    },
    {
      description: 'The data cannot answer the question of {the_thing}',
      cause: 'Too few items, wrong measure',
      likelihood: 'medium',
      impact: 'high',
      mitigation: 'Pilot on a tenth; write the analysis first.',
      trigger: 'Pilot failures above one in five',
    },
    {
      description: 'Results of {the_thing} are disputed',
      cause: 'Bias or missing openness',
      likelihood: 'medium',
      impact: 'medium',
      mitigation: 'Protocol and data open, outside reviewers.',
      trigger: 'A reviewer finds an error in method',
    },
    {
      description: 'Collection takes longer than planned',
      cause: 'Weather, no answers, broken equipment',
      likelihood: 'high',
      impact: 'medium',
      mitigation: 'Spare weeks and spare equipment; weekly count against plan.',
      trigger: 'Two weeks below nine tenths of the planned count',
    },
  ],
  questions: [
    'Who will use the answer, and for which decision?',
    'Which data exist already?',
    'How sure must the answer be?',
  ],
};
