// What `planwright schedule --help` says of each option.

const options: readonly (readonly [string, string])[] = [
  ['--schedules N', 'the effort: how many schedules to try; default: the plan’s, else about 1 s'],
  ['--time-limit S', 'seconds (60); alone it means as many schedules as fit'],
  ['--seed N', 'another search; default: the plan’s, else 1'],
  ['--simulate N', 'runs with drawn durations, for the odds of the dates and the cost'],
  ['--now DATE', 'what is not done starts no earlier; default: the last actual date'],
  ['--repair', 'mend a broken plan and tell every change'],
  ['--calibrate PAST…', 'correct the estimates by past plans with actuals; comes after FILE'],
  ['--close-gap', 'take what helps until deadline and budget are met'],
  ['--slip TASK=2d', 'what slips if this slips (m, h, d, w of working time); may be repeated'],
  ['--format F', 'json (the plan with its dates), csv, mermaid, msproject (XML), ical'],
  ['--out FILE', 'a new file for it; its ending may name the format'],
  ['--json', 'the answer for programs, on standard output'],
];

export const scheduleOptionHelp = `Options
${options.map(([name, meaning]) => `  ${name.padEnd(19)}${meaning}`).join('\n')}

A .sm file counts periods; as --format json it becomes a plan in which a period is a day.
See docs/scheduling.md.`;
