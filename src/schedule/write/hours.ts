// Minutes as the hours of plan.json.

/** Four digits: a minute is read back as the same minute. */
export const hoursOf = (minutes: number): number => Math.round((minutes / 60) * 1e4) / 1e4;
