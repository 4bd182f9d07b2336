// How many calls a plan takes when the scripted mind answers and nothing has to be mended. What these
// come from is checked in test/pipeline/whole-plan.test.ts.
export const callsOf = { brief: 26, standard: 48, full: 56 } as const;

/** Those that need nothing but the goal. */
export const firstCallsOf = { brief: 6, standard: 9, full: 9 } as const;

/** Those of the levels before the triage of levers, and of what comes after it. */
export const callsBeforeTriage = { brief: 10, standard: 14, full: 14 } as const;
