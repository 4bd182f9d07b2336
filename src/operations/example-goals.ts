// Goals to try. Each says what, where, by when and for how much, and what counts as done: what a plan is
// better with. Names and places of the small ones are made up.

interface ExampleGoal {
  readonly title: string;
  readonly for: 'person' | 'agent';
  readonly prompt: string;
}

export const exampleGoals: readonly ExampleGoal[] = [
  {
    title: 'A shop',
    for: 'person',
    prompt:
      'Open a small repair shop for bicycles in Ghent within eight months. I have 45,000 EUR of my own and can borrow 30,000 EUR more. I am a trained mechanic and want to begin alone, with one helper from the first summer. The shop should earn its own rent after a year. I do not want to sell new bicycles.',
  },
  {
    title: 'A move',
    for: 'person',
    prompt:
      'Move our family of four from Leeds to Valencia before the school year begins on 8 September. We rent here, with two months of notice, and both of us can keep our jobs and work from there. We have 15,000 GBP for the move and the first months. The children need places in a school where Spanish is taught to newcomers. Our dog comes with us.',
  },
  {
    title: 'A festival',
    for: 'person',
    prompt:
      'Hold a one-day festival of short films in our town of 9,000 people on the last Saturday of August, in the open air, free of charge. The town gives us the square and 4,000 EUR; we are six volunteers with evenings and weekends. At least 20 films, at least 300 visitors, and a plan for rain.',
  },
  {
    title: 'Software',
    for: 'person',
    prompt:
      'Replace the spreadsheet with which our clinic of 14 people plans its shifts by a small web application, in 16 weeks, with two developers at half time and 20,000 USD for everything else. No data of patients may be in it. The night shift must be able to swap shifts on a telephone. The spreadsheet stays in use until four weeks went by without a mistake.',
  },
  {
    title: 'A public program',
    for: 'person',
    prompt:
      'Bring safe routes to school to the 11 primary schools of a city of 120,000, over two years, with 1.8 million EUR, of which 600,000 EUR come from a fund that wants results by the end of the first year. Half of the routes need crossings to be rebuilt. Parents, schools and the police have to agree on each route. Success: 25% more children who walk or cycle.',
  },
  {
    title: 'A goal of one’s own',
    for: 'person',
    prompt:
      'I want to swim three kilometers in open water by the middle of July. I am 52, can swim 400 meters without a break, and have three hours a week and 300 EUR. There is a pool ten minutes away, and a lake from May on. I had trouble with my left shoulder last year.',
  },
  {
    title: 'An upgrade in a code base',
    for: 'agent',
    prompt:
      'Upgrade a TypeScript service of 60,000 lines from Node 18 to Node 24 within three weeks, with one engineer who reviews and agents that work in pull requests. The service may not be down for more than five minutes. Every step must be revertible; the test suite takes 12 minutes and is flaky in two places, which have to be mended first. Done when production runs on Node 24 for seven days without a rollback.',
  },
  {
    title: 'A review of sources',
    for: 'agent',
    prompt:
      'Write a review of what is known on heat pumps in unrenovated houses in cold climates, 15 pages, in ten working days, with at most 40 USD of model calls. Only sources that can be read in full count; every number has its source and year. A person checks the list of sources on day three and the draft on day eight. Say plainly where sources contradict each other.',
  },
  {
    title: 'An outreach',
    for: 'agent',
    prompt:
      'Find 60 independent bookshops in the north of Italy that hold readings, write to 20 of them that fit a small press for poetry, and arrange five readings for May, with a budget of 2,500 EUR for travel. A person approves each mail before it is sent. Nobody is written to twice. Done when five dates are confirmed in writing.',
  },
];
