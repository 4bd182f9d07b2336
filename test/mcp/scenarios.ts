// Which scenarios of the suite judge the real endpoint, and which only the fixture path. A scenario in
// none of the lists fails the test, so a newer suite cannot add one unnoticed.

export type Capability = 'tools' | 'prompts' | 'resources' | 'logging' | 'completions';

/** Need no fixture: run against the real endpoint when it advertises these capabilities. */
export const endpointScenarios: Readonly<Record<string, readonly Capability[]>> = {
  'server-initialize': [],
  ping: [],
  'dns-rebinding-protection': [],
  'http-header-validation': ['tools'],
  'tools-list': ['tools'],
  'prompts-list': ['prompts'],
  'resources-list': ['resources'],
  'sep-2164-resource-not-found': ['resources'],
  caching: ['tools', 'prompts', 'resources'],
  'input-required-result-unsupported-methods': ['tools', 'prompts'],
  'logging-set-level': ['logging'],
};

/** Call tools, prompts or resources by names that only the fixtures have. */
export const fixtureScenarios: readonly RegExp[] = [
  /^server-stateless$/,
  /^server-sse-multiple-streams$/,
  /^completion-complete$/,
  /^tools-call-/,
  /^elicitation-/,
  /^json-schema-2020-12$/,
  /^resources-(read|templates|subscribe|unsubscribe)/,
  /^prompts-get-/,
  /^input-required-result-/,
];

/** Optional extensions and pending scenarios that the suite runs without scoring them. */
export const unscoredScenarios: readonly RegExp[] = [
  /^tasks-/,
  /^server-session-lifecycle$/,
  /^server-sse-polling$/,
  /^http-custom-header-server-validation$/,
];

export const isClassified = (scenario: string): boolean =>
  Object.hasOwn(endpointScenarios, scenario) ||
  [...fixtureScenarios, ...unscoredScenarios].some((pattern) => pattern.test(scenario));
