// Decides, without looking at the machine, which test projects can run and why others cannot.
import type { Need, ProjectSpec } from '../../test/projects.ts';

/** Where the optional thing is on this machine; undefined when it is not there. */
export type Abilities = Readonly<Record<Need, string | undefined>>;

export interface Decision {
  readonly project: ProjectSpec;
  readonly leftOutBecause: string | undefined;
}

const reasons: Readonly<Record<Need, string>> = {
  browser: 'no Chromium found or installed; set CHROMIUM_PATH',
  openssl: 'openssl is not here',
  python: 'python3 is not here',
  data: 'the folder of outside data is absent; set TEST_DATA_DIR',
};

export function choose(specs: readonly ProjectSpec[], abilities: Abilities): Decision[] {
  return specs.map((project) => ({ project, leftOutBecause: missing(project, abilities) }));
}

function missing(project: ProjectSpec, abilities: Abilities): string | undefined {
  if (project.need === undefined || abilities[project.need] !== undefined) return undefined;
  return reasons[project.need];
}

/** With CI=true a browser must be there. Outside data is not part of the project, so it need not. */
export function isFailureInCi(decision: Decision): boolean {
  return decision.leftOutBecause !== undefined && decision.project.need === 'browser';
}
