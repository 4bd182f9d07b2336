// A sentence and what must be read from it, in a short notation, one piece after another with " | ":
//   EUR 1500000, EUR 20000-30000      amounts of money, and a range
//   @2027-03-01..2027-03-31, @2027-06-01   dates
//   due 2027-03-31                    the deadline
//   ~6 month                          spans
//   in Cologne                        places
//   #12                               counted things and people
//   budget EUR 80000                  what may be spent
//   no Schulden                       a ban that has this word
// What is not written must not be read: a year is no amount, a model's number no count.
export type ReadingCase = readonly [sentence: string, expected: string];

/** The day on which all plans of these tables begin. */
export const readingStart = '2026-11-16';
