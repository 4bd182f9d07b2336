// Looks for one planted bug with suite after suite. A failure counts only if it comes again with the
// bug and goes without it; a test that fails for another reason is set aside, and the hunt goes on.
import type { PlantedBug } from '../../test/planted/bugs.ts';
import type { PlantedTree } from './planted-tree.ts';
import type { Failure, RunRequest } from './vitest-run.ts';

/** The quickest first. */
export const huntedProjects = [
  'unit',
  'model',
  'simulation',
  'histories',
  'contract',
  'security',
  'crash',
  'judgement',
  'kills',
] as const;

export interface Caught extends Failure {
  readonly project: string;
}

export interface Hunt {
  readonly name: string;
  readonly what: string;
  readonly caught: Caught | null;
  /** Tests that failed for another reason than the bug. */
  readonly setAside: readonly string[];
  readonly seconds: number;
}

export interface HuntPorts {
  run(request: RunRequest): Promise<Failure | null>;
  say(line: string): void;
  readonly env: NodeJS.ProcessEnv;
  readonly limitMs: number;
}

/** A flaky test or two must not end the hunt. */
const maxSetAside = 3;

class Hunter {
  readonly #tree: PlantedTree;
  readonly #ports: HuntPorts;
  readonly #name: string;
  readonly setAside: string[] = [];

  constructor(tree: PlantedTree, ports: HuntPorts, name: string) {
    this.#tree = tree;
    this.#ports = ports;
    this.#name = name;
  }

  /** So much fails for other reasons that the tree cannot be green. */
  get isLost(): boolean {
    return this.setAside.length > maxSetAside;
  }

  async search(project: string): Promise<Caught | null> {
    while (!this.isLost) {
      this.#ports.say(`${this.#name}: ${project}`);
      const failure = await this.#run(project);
      if (!failure) return null;
      const again = await this.#confirm(project, failure);
      if (again) return { ...again, project };
      this.#putAside(project, failure);
      // Without a file there is nothing to leave out: this project tells nothing.
      if (failure.file === undefined) return null;
      this.#tree.leaveOut(failure.file);
    }
    return null;
  }

  #run(project: string, file?: string): Promise<Failure | null> {
    const { env, limitMs } = this.#ports;
    const { folder } = this.#tree;
    const only = file === undefined ? {} : { file };
    return this.#ports.run({ folder, project, env, limitMs, ...only });
  }

  /** What fails once more with the bug, if nothing fails without it. */
  async #confirm(project: string, { file, test }: Failure): Promise<Failure | null> {
    this.#ports.say(`${this.#name}: ${project} failed in "${test}"; is it the bug?`);
    this.#tree.unplant();
    const without = await this.#run(project, file);
    this.#tree.plant();
    return without ? null : this.#run(project, file);
  }

  #putAside(project: string, { test, file }: Failure): void {
    const name = `${project}: ${file ?? ''} ${test}`;
    this.#ports.say(`${this.#name}: not the bug: ${name}`);
    this.setAside.push(name);
  }
}

export async function hunt(tree: PlantedTree, bug: PlantedBug, ports: HuntPorts): Promise<Hunt> {
  const startedMs = performance.now();
  const hunter = new Hunter(tree, ports, bug.name);
  tree.plant();
  let caught: Caught | null = null;
  for (const project of huntedProjects) {
    caught = await hunter.search(project);
    if (caught || hunter.isLost) break;
  }
  const seconds = Math.round((performance.now() - startedMs) / 100) / 10;
  const { name, what } = bug;
  return { name, what, caught, setAside: hunter.setAside, seconds };
}
