// From signed premises to the first month of trading.
import type { PhaseTemplate } from '../playbook.ts';

export const openingPhases: readonly PhaseTemplate[] = [
  {
    name: 'Fit out and stock {the_thing}',
    tasks: [
      {
        key: 'design',
        title: 'Design the layout of {the_thing}{in_place}',
        does: 'Draw the layout, utilities and customer flow; check it against the permits.',
        role: 'Designer',
        hours: [16, 30, 50],
        after: ['lease'],
        share: 0.04,
        done: [
          'The drawing has sizes, power, water and exits',
          'It meets the permit conditions known so far',
        ],
        steps: [
          [
            'draft_document',
            'Draw up the brief and the layout',
            { template: 'fit_out_brief', subject: '{thing}' },
          ],
          [
            'review_document',
            'Check it against the permit conditions',
            { document: 'layout', checks: ['exits', 'ventilation', 'accessibility'] },
          ],
        ],
      },
      {
        key: 'quotes',
        title: 'Collect {suppliers} quotes each for {gear}{in_place}',
        does: 'Ask suppliers for price, delivery date, warranty and service; also look at used and leased equipment.',
        role: 'Buyer',
        hours: [10, 18, 30],
        after: ['offer', 'case'],
        tier: 'T2',
        done: [
          '{suppliers} quotes for every item above a tenth of the equipment money',
          'Delivery dates fit the opening date',
        ],
        steps: [
          [
            'collect_quotes',
            'Ask for quotes',
            {
              item: '{gear}',
              count: '{suppliers}',
              place: '{place_or_open}',
              currency: '{currency}',
            },
          ],
          [
            'compare_options',
            'Compare total cost over three years',
            { options: ['price', 'delivery', 'warranty', 'service'], output: 'equipment.csv' },
          ],
        ],
      },
      {
        key: 'works',
        title: 'Carry out the fit-out works of {the_thing}{in_place}',
        does: 'Hire the contractor, follow the works weekly and accept them with a snag list.',
        role: 'Contractor',
        human: true,
        hours: [80, 140, 260],
        after: ['design', 'permits'],
        tier: 'T3',
        share: 0.34,
        done: [
          'The works are accepted with a snag list',
          'Electrical, water and fire checks are signed',
        ],
        steps: [
          [
            'collect_quotes',
            'Ask contractors for fixed prices',
            { item: 'fit-out works', count: '{suppliers}', place: '{place_or_open}' },
          ],
          [
            'review_document',
            'Check the contract',
            { document: 'works_contract', checks: ['fixed price', 'dates', 'penalties'] },
          ],
        ],
      },
      {
        key: 'buy',
        title: 'Order and install {gear} for {the_thing}',
        does: 'Order in time for the works, install, test and train.',
        role: 'Buyer',
        hours: [12, 20, 40],
        after: ['quotes', 'design'],
        waitHours: 160,
        tier: 'T2',
        share: 0.2,
        done: ['All equipment runs for a full test day', 'Warranties are on file'],
        steps: [
          ['place_order', 'Order the chosen equipment', { item: '{gear}', currency: '{currency}' }],
          [
            'schedule_meeting',
            'Agree delivery and installation',
            { with: 'equipment supplier', purpose: 'installation' },
          ],
        ],
      },
      {
        key: 'stock',
        title: 'Agree supply of {goods} for {the_thing}{in_place}',
        does: 'Choose suppliers, agree prices, delivery days and returns, and order the opening stock.',
        role: 'Buyer',
        hours: [10, 16, 28],
        after: ['offer', 'lease'],
        tier: 'T2',
        share: 0.07,
        done: [
          'Two sources for each critical good',
          'First delivery is dated before the trial opening',
        ],
        steps: [
          [
            'collect_quotes',
            'Ask suppliers for prices',
            { item: '{goods}', count: '{suppliers}', place: '{place_or_open}' },
          ],
          [
            'send_email',
            'Confirm the first order',
            { to: 'chosen supplier', subject: 'First order: {goods}' },
          ],
        ],
      },
    ],
  },
  {
    name: 'Hire, try and open {the_thing}{in_place}',
    tasks: [
      {
        key: 'hire',
        title: 'Hire and train {staff_count} {staff} for {the_thing}{in_place}',
        does: 'Advertise, interview, sign contracts and train on the real equipment.',
        role: 'Owner',
        human: true,
        hours: [24, 40, 70],
        after: ['lease'],
        waitHours: 120,
        tier: 'T3',
        share: 0.08,
        done: ['{staff_count} contracts are signed', 'Everybody has worked one supervised shift'],
        steps: [
          [
            'draft_document',
            'Write the job advertisement',
            { template: 'job_ad', role: '{staff}', place: '{place_or_open}' },
          ],
          ['schedule_meeting', 'Book interviews', { with: 'candidates', count: 8 }],
        ],
      },
      {
        key: 'market',
        title: 'Announce {the_thing}{in_place} to its neighborhood',
        does: 'Put {the_thing} on the map services, tell the neighbors, plan the first month of offers.',
        role: 'Marketer',
        hours: [12, 20, 36],
        after: ['lease', 'offer'],
        tier: 'T2',
        share: 0.04,
        done: [
          'Map entries and opening hours are live',
          'The opening invitation reached the agreed list',
        ],
        steps: [
          [
            'draft_document',
            'Write the announcement',
            { template: 'opening_announcement', subject: '{thing}{in_place}' },
          ],
          [
            'publish_post',
            'Publish it on the chosen channels',
            { channels: ['map services', 'local groups', 'own page'] },
          ],
        ],
      },
      {
        key: 'trial',
        title: 'Run a trial opening of {the_thing} and fix what fails',
        does: 'Serve invited guests for two days, measure waiting time and faults, fix them.',
        role: 'Owner',
        human: true,
        hours: [12, 18, 30],
        after: ['works', 'buy', 'stock', 'hire', 'food'],
        share: 0.01,
        done: ['Waiting time and faults are written down', 'Every fault that stops sales is fixed'],
        steps: [
          ['interview_people', 'Ask the guests', { count: 15, topic: 'trial opening' }],
          [
            'draft_document',
            'Write the fault list',
            { template: 'issue_list', subject: 'trial opening' },
          ],
        ],
      },
      {
        key: 'open',
        isDue: true,
        title: 'Open {the_thing}{in_place}{by_deadline}',
        does: 'Open the doors with all permits on the wall and count sales every day.',
        role: 'Owner',
        human: true,
        hours: [12, 20, 32],
        after: ['trial', 'permits', 'market'],
        waitHours: 160,
        share: 0.02,
        done: ['All permits hang on the wall', 'Sales are written down every day'],
        steps: [
          [
            'publish_post',
            'Announce the opening day',
            { channels: ['map services', 'local groups', 'own page'] },
          ],
          [
            'manage_csv',
            'Keep daily sales',
            {
              operation: 'append',
              file_path: 'sales.csv',
              columns: ['date', 'sales', 'customers'],
            },
          ],
        ],
      },
      {
        key: 'review',
        title: 'Review the first four weeks of {the_thing}{in_place}',
        does: 'Compare daily sales with break-even and decide what to change.',
        role: 'Owner',
        human: true,
        hours: [6, 10, 16],
        after: ['open'],
        share: 0.01,
        done: [
          'Sales per day are compared with break-even',
          'Hours, prices, range and staffing are kept or changed, with a reason',
        ],
        steps: [
          [
            'compare_options',
            'Decide what to change',
            { options: ['hours', 'prices', 'range', 'staffing'], output: 'review.csv' },
          ],
          [
            'draft_document',
            'Write the review',
            { template: 'first_month_review', subject: '{thing}' },
          ],
        ],
      },
    ],
  },
];
