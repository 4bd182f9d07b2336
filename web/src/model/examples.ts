// Goals to try, for people who want to see before they write.

export const goalExamples = [
  {
    short: 'Open a coffee shop',
    goal: 'Open a small coffee shop in Copenhagen by October with a budget of DKK 600,000 and two employees.',
  },
  {
    short: 'Find first customers',
    goal: 'Prospect dog breeders in Connecticut, approach 10 hot leads and close 3 custom website deals within 8 weeks.',
  },
  {
    short: 'Run a conference',
    goal: 'Organize a one-day conference for 120 people in Porto next spring for at most EUR 40,000.',
  },
] as const;
