// The options of `planwright schedule`, and what its help says of each.

const options: readonly (readonly [string, string, string])[] = [
  ['schedules', 'N', 'how many schedules to try; default: as in the plan, else about 1 s'],
  ['time-limit', 'S', 'seconds (60); alone it means as many schedules as fit'],
  ['seed', 'N', 'another search; default: as in the plan, else 1'],
  ['simulate', 'N', 'simulation runs, for the odds of the dates and the cost'],
  ['now', 'DATE', 'tasks that are not done start no earlier; default: the last actual date'],
  ['repair', '', 'repair a broken plan and list every change'],
  ['calibrate', 'PAST…', 'correct the estimates by past plans with actuals; comes after FILE'],
  ['close-gap', '', 'apply measures until deadline and budget are met'],
  ['slip', 'TASK=2d', 'what slips if this slips (m, h, d, w of working time); may be repeated'],
  ['format', 'json|csv|mermaid|msproject|ical', 'of the output; json is the plan with its dates'],
  ['out', 'FILE', 'a new file for it; its ending may name the format'],
];

export const scheduleFlags: Readonly<Record<string, string>> = Object.fromEntries(
  options.map(([flag, value]) => [flag, value]),
);

export const scheduleOptionHelp = `Options
${options.map(([flag, , meaning]) => `  ${`--${flag}`.padEnd(14)}${meaning}`).join('\n')}

A .sm file counts periods; as --format json it becomes a plan in which a period is a day.
See docs/scheduling.md.`;
