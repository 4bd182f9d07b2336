// From the idea of a physical business to signed premises.
import type { PhaseTemplate } from '../playbook.ts';

export const foundingPhases: readonly PhaseTemplate[] = [
  {
    name: 'Prove that {the_thing} can pay',
    tasks: [
      {
        key: 'demand',
        title: 'Count demand and rivals for {the_thing}{in_place}',
        does: 'Find who would come, how often, what they pay now and which rivals they use within walking or driving distance.',
        role: 'Market researcher',
        hours: [12, 20, 36],
        share: 0.01,
        done: [
          'At least ten rivals are listed with prices and opening hours',
          'Passers-by are counted at two times of day at two spots',
        ],
        steps: [
          [
            'search_web',
            'List rivals and their prices',
            { query: '{thing}{in_place} prices opening hours reviews', max_results: 30 },
          ],
          [
            'compare_options',
            'Put the rivals side by side',
            { options: ['price', 'location', 'hours', 'rating'], output: 'rivals.csv' },
          ],
        ],
      },
      {
        key: 'case',
        title: 'Write the business case of {the_thing}{in_place}{with_budget}',
        does: 'Turn demand, {offer} and costs into monthly sales, break-even and cash need; keep {runway} months of running costs in reserve.',
        role: 'Owner',
        hours: [12, 20, 32],
        after: ['demand'],
        done: [
          'Break-even sales per day are stated',
          'The reserve of {runway} months is funded or the gap is named',
          'A stop rule is written down: below which numbers the plan ends',
        ],
        steps: [
          [
            'draft_document',
            'Draft the business case',
            { template: 'business_case', subject: '{thing}{in_place}', currency: '{currency}' },
          ],
          [
            'review_document',
            'Check every figure against its source',
            { document: 'business_case', checks: ['sources', 'break-even', 'cash reserve'] },
          ],
        ],
      },
      {
        key: 'offer',
        title: 'Decide the {offer} of {the_thing}{in_place}',
        does: 'Fix what is sold, at which price and margin, and test it on possible customers.',
        role: 'Owner',
        hours: [8, 16, 24],
        after: ['demand'],
        done: [
          'Each item has a cost and a margin',
          'Ten possible customers have seen it and their remarks are kept',
        ],
        steps: [
          ['draft_document', 'Draft the {offer}', { template: 'price_list', subject: '{offer}' }],
          ['interview_people', 'Ask possible customers', { count: 10, topic: '{offer}' }],
        ],
      },
    ],
  },
  {
    name: 'Secure the company, the money and the premises{in_place}',
    tasks: [
      {
        key: 'register',
        title: 'Register {the_thing} with {business_register}',
        does: 'Choose the legal form and register the business for trade and tax with {business_register} and {tax_office}.',
        role: 'Owner',
        human: true,
        hours: [4, 8, 16],
        after: ['case'],
        tier: 'T3',
        share: 0.01,
        done: ['The registration number is on file', 'Tax registration is confirmed'],
        steps: [
          [
            'search_web',
            'Read the current registration rules',
            { query: 'register a company {country} requirements', max_results: 10 },
          ],
          [
            'draft_document',
            'Prepare the registration papers',
            { template: 'company_registration', authority: '{business_register}' },
          ],
        ],
      },
      {
        key: 'fund',
        title: 'Secure {money_for} {the_thing}',
        does: 'Settle own money, loan or investor before any lease is signed.',
        role: 'Owner',
        human: true,
        hours: [12, 24, 60],
        after: ['case'],
        waitHours: 80,
        tier: 'T3',
        done: ['Committed funds cover the base cost', 'Terms are in writing'],
        steps: [
          [
            'collect_quotes',
            'Ask banks and lenders for terms',
            { item: 'business loan', count: 3, currency: '{currency}' },
          ],
          [
            'compare_options',
            'Compare the terms',
            { options: ['rate', 'security', 'fees'], output: 'funding.csv' },
          ],
        ],
      },
      {
        key: 'sites',
        title: 'Shortlist {sites} premises for {the_thing}{in_place}',
        does: 'Look for premises with the right footfall, size, rent and permitted use, and visit the best.',
        role: 'Site scout',
        hours: [16, 30, 60],
        after: ['demand'],
        waitHours: 80,
        tier: 'T2',
        share: 0.01,
        done: [
          '{sites} premises are scored on the same list',
          'The best three were visited at opening hours',
        ],
        steps: [
          [
            'search_web',
            'Find premises on offer',
            {
              query: 'commercial premises to let{in_place} suitable for {thing}',
              max_results: 40,
            },
          ],
          [
            'make_phone_call',
            'Call the agents for rent, deposit and permitted use',
            { purpose: 'rent, deposit, permitted use', count: '{sites}' },
          ],
          ['schedule_meeting', 'Book the visits', { with: 'letting agents', count: 3 }],
        ],
      },
      {
        key: 'lease',
        title: 'Negotiate and sign the lease of {the_thing}{in_place}',
        does: 'Agree rent, deposit, length, break clause and who pays for the works; have a lawyer read it.',
        role: 'Owner',
        human: true,
        hours: [10, 20, 40],
        after: ['sites', 'fund', 'register'],
        waitHours: 80,
        tier: 'T3',
        share: 0.14,
        done: [
          'A lawyer has read the lease',
          'A break clause or an exit is agreed',
          'Permitted use covers {the_thing}',
        ],
        steps: [
          [
            'review_document',
            'Mark risky clauses',
            { document: 'lease', checks: ['break clause', 'permitted use', 'repairs', 'index'] },
          ],
          [
            'draft_document',
            'Write the counter-offer',
            { template: 'lease_counter_offer', subject: '{thing}' },
          ],
        ],
      },
      {
        key: 'permits',
        title: 'Apply for the permits of {the_thing}{in_place}: {permits}',
        does: 'Ask {local_authority} which permits apply, then file them: {permits}.',
        role: 'Permit lead',
        human: true,
        hours: [12, 24, 48],
        after: ['sites', 'register'],
        waitHours: 160,
        tier: 'T3',
        share: 0.02,
        done: [
          'The list of permits is confirmed by {local_authority}',
          'Every application has a receipt and an expected date',
        ],
        steps: [
          [
            'search_web',
            'Read the rules of the place',
            { query: '{permits} {country} requirements', max_results: 15 },
          ],
          [
            'make_phone_call',
            'Ask the authority which permits apply',
            { to: '{local_authority}', purpose: 'list of permits for {the_thing}' },
          ],
          [
            'draft_document',
            'Fill in the applications',
            { template: 'permit_application', permits: '{permits}' },
          ],
        ],
      },
      {
        key: 'food',
        only: 'food',
        title: 'Write the food safety plan of {the_thing} for {food_authority}',
        does: 'Describe storage, temperatures, cleaning, allergens and self-checks as {food_authority} expects.',
        role: 'Permit lead',
        hours: [8, 16, 24],
        after: ['offer'],
        done: [
          'Each step with a hazard has a limit and a check',
          'Allergens are listed for every item',
        ],
        steps: [
          [
            'search_web',
            'Find the official template',
            { query: 'food safety self-check plan small business {country}', max_results: 10 },
          ],
          ['draft_document', 'Write the plan', { template: 'haccp_plan', subject: '{thing}' }],
        ],
      },
    ],
  },
];
