// Choices that every plan has: they are asked where the playbook brings no more of its own. Options go
// from the careful to the bold.

export const leverAxes = ['what', 'how', 'with'] as const;

export interface LeverTemplate {
  /** What is delivered, how it is done, or with which means. */
  readonly axis: (typeof leverAxes)[number];
  readonly name: string;
  readonly question: string;
  /** Two or three that exclude one another, from the careful to the bold: a name, and what is done. */
  readonly options: readonly (readonly [name: string, what: string])[];
  readonly tradeOff: string;
}

/** The smallest way stands first wherever money or time may not suffice. */
export const commonLevers: readonly LeverTemplate[] = [
  {
    axis: 'what',
    name: 'How much comes first',
    question: 'How much of {the_thing} is done before the rest is begun?',
    options: [
      [
        'Smallest useful part',
        'Only what shows that {the_thing} works, and nothing else until that is seen',
      ],
      ['Core, then the rest', 'What the goal names first, then the rest on top of it'],
      [
        'All of it at once',
        'Everything that the goal names is prepared together and comes out together',
      ],
    ],
    tradeOff:
      'A small start costs little when it fails; doing all at once is over sooner when it does not',
  },
  {
    axis: 'what',
    name: 'How good it has to be',
    question: 'What does {the_thing} have to be able to do on the first day?',
    options: [
      ['Sound and plain', 'It meets each demand of the goal and has nothing on top'],
      ['Above the usual', 'One thing about it is better than elsewhere, chosen in the first phase'],
    ],
    tradeOff: 'More quality at first means more money bound before anybody has seen it',
  },
  {
    axis: 'what',
    name: 'For whom first',
    question: 'Whom does {the_thing} serve first?',
    options: [
      ['Those already near', 'People who can be asked this week and say what is wrong'],
      ['Everybody it is meant for', 'All that the goal speaks of, from the first day'],
    ],
    tradeOff: 'Few people teach more for less; many show sooner whether it is wanted',
  },
  {
    axis: 'what',
    name: 'What ends it',
    question: 'When is {the_thing} done?',
    options: [
      ['Handed over and running', 'Somebody else runs it for a month without help'],
      ['There as the goal says', 'What the goal names is there and accepted'],
    ],
    tradeOff: 'A longer end finds what was forgotten; a shorter one frees people and money',
  },
  {
    axis: 'how',
    name: 'Who does the work',
    question: 'Who does the main work {to_act}?',
    options: [
      ['Own people', 'Those already there do it, with advice for what they have not done before'],
      [
        'Own lead, bought parts',
        'One own person leads; what others do better is bought piece by piece',
      ],
      [
        'One contractor',
        'Somebody who has done it before does it all for a price agreed beforehand',
      ],
    ],
    tradeOff: 'Own people learn and cost less; a contractor is faster and must be trusted',
  },
  {
    axis: 'how',
    name: 'Order of the work',
    question: 'Does the work go step by step or side by side?',
    options: [
      ['Step by step', 'Nothing begins before what it needs is checked'],
      ['Side by side', 'Whatever can begin begins, at the price of doing some of it again'],
    ],
    tradeOff: 'Side by side is over sooner; step by step wastes less when something changes',
  },
  {
    axis: 'how',
    name: 'Permits and promises',
    question: 'Does the work begin before others have answered?',
    options: [
      ['Answers first', 'Nothing is bound before permits and promises are there in writing'],
      ['Begin what can be undone', 'Work that costs little to undo goes on while others decide'],
    ],
    tradeOff: 'Waiting costs time; beginning early costs money when the answer is no',
  },
  {
    axis: 'how',
    name: 'Proof before more',
    question: 'What has to be seen before the next phase begins?',
    options: [
      [
        'A check after each phase',
        'Somebody who did not do the work looks at each result before more is spent',
      ],
      [
        'One check at the end',
        'Those who do the work go on by themselves until all of it is there',
      ],
    ],
    tradeOff: 'Checks cost days; mistakes that are found late cost more',
  },
  {
    axis: 'with',
    name: 'When money is bound',
    question: 'When is {money_needed} bound?',
    options: [
      ['After proof', 'Large sums are signed for only when the part before them works'],
      ['As offers come', 'Each sum is signed for when two offers are there'],
      [
        'Early, for the price',
        'The large orders are placed first, for price and place in the queue',
      ],
    ],
    tradeOff: 'Money that is bound late can still be saved; money bound early buys time',
  },
  {
    axis: 'with',
    name: 'Reserve',
    question: 'How much is held back for what goes wrong?',
    options: [
      ['A tenth held back', 'A tenth of the money is touched only when a risk strikes'],
      [
        'All of it put to work',
        'What is there is spent on the result, and trouble is met by cutting',
      ],
    ],
    tradeOff: 'A reserve saves the date when trouble comes and is idle when it does not',
  },
  {
    axis: 'with',
    name: 'Who bears the risk',
    question: 'Who pays when it takes longer than thought?',
    options: [
      ['Passed on by contract', 'Fixed prices and insurance for what can be passed on'],
      ['Kept', 'Paid by the hour, with the risk and the savings kept'],
    ],
    tradeOff: 'Fixed prices cost more and sleep better',
  },
  {
    axis: 'with',
    name: 'Where people come from',
    question: 'Where do the people come from who do it?',
    options: [
      ['Those at hand', 'Nobody new: the plan fits the hours of those who are there'],
      ['Hired for it', 'People are hired or contracted for as long as it takes'],
    ],
    tradeOff: 'New people add speed after they have been found and taught',
  },
];
