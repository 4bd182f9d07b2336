// A fork tries a change of a run: the same graph with the change in it, what is done already inherited,
// and the rest played by the engine. Nothing in it acts: every step is turned into one that the engine
// does by itself, and the machine refuses a fork that has any other. It comes back only as a patch.

import { contentJson } from '../engine/content.ts';
import type {
  EngineApi,
  GraphAnswer,
  GraphStepAnswer,
  NewStep,
  SettledStep,
} from '../engine/engine-api.ts';
import type { GraphStep } from '../engine/event-types.ts';
import type { Reader } from '../store/store.ts';

export interface ForkChange {
  readonly added?: readonly NewStep[];
  readonly changed?: readonly NewStep[];
  readonly cancelled?: readonly string[];
}

export interface ForkWish {
  readonly run: string;
  readonly parent: string;
  readonly by: string;
  readonly change: ForkChange;
}

/** What the engine plays: what came of it in the parent, if anything did. */
export interface SimulatedSpec {
  readonly title: string;
  readonly description: string;
  readonly simulates: {
    readonly action: string;
    readonly performer: string;
    readonly output: unknown;
    readonly choice: string;
  };
}

export const simulateAction = 'simulate';

const isPart = ({ def, state }: GraphStepAnswer): boolean =>
  state !== 'CANCELLED' &&
  state !== 'SUPERSEDED' &&
  state !== 'COMPENSATED' &&
  def.judges === undefined &&
  def.rescues === undefined &&
  def.purpose !== 'compensation' &&
  def.purpose !== 'approval';

/** The change and all that comes after it is done anew. */
function coneOf(defs: ReadonlyMap<string, GraphStep>, touched: readonly string[]): Set<string> {
  const successors = new Map<string, string[]>();
  for (const { id, needs } of defs.values()) {
    for (const need of needs) successors.set(need, [...(successors.get(need) ?? []), id]);
  }
  const cone = new Set<string>();
  const queue = [...touched];
  for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
    if (cone.has(id)) continue;
    cone.add(id);
    queue.push(...(successors.get(id) ?? []));
  }
  return cone;
}

/** Only its place in the graph is left of it. */
function simulated(def: GraphStep, kept: ReadonlySet<string>): GraphStep {
  const { id, parent, purpose, join, rounds_max, when } = def;
  const isGroup = purpose === 'group';
  return {
    ...{ id, needs: def.needs.filter((need) => kept.has(need)), performer: 'engine', purpose },
    action: isGroup || purpose === 'checkpoint' ? def.action : simulateAction,
    ...{ attempts_max: 3, timeout_ms: 60_000, tier: 1 },
    ...(parent === undefined || !kept.has(parent) ? {} : { parent }),
    ...(join === undefined ? {} : { join }),
    ...(rounds_max === undefined ? {} : { rounds_max }),
    ...(when === undefined || !kept.has(when.step) ? {} : { when }),
  };
}

/** Without a choice of the parent, the first branch that something hangs on. */
function choiceOf(
  step: GraphStepAnswer | undefined,
  id: string,
  defs: Iterable<GraphStep>,
): string {
  if (step && step.choice !== '') return step.choice;
  for (const { when } of defs) if (when?.step === id) return when.is;
  return 'none';
}

class ForkMaker {
  readonly #reader: Pick<Reader, 'content'>;
  readonly #graph: GraphAnswer;
  readonly #change: ForkChange;

  constructor(reader: Pick<Reader, 'content'>, graph: GraphAnswer, change: ForkChange) {
    this.#reader = reader;
    this.#graph = graph;
    this.#change = change;
  }

  /** The graph with the change in it. */
  defs(): Map<string, GraphStep> {
    const { added = [], changed = [], cancelled = [] } = this.#change;
    const out = new Set(cancelled);
    const defs = new Map<string, GraphStep>();
    for (const step of this.#graph.steps.filter(isPart)) {
      if (!out.has(step.def.id) && !out.has(step.def.parent ?? '')) defs.set(step.def.id, step.def);
    }
    for (const { def } of changed) defs.set(def.id, def);
    for (const { def } of added) {
      defs.set(def.id, def);
      const group = defs.get(def.parent ?? '');
      if (group) defs.set(group.id, { ...group, needs: [...new Set([...group.needs, def.id])] });
    }
    return defs;
  }

  async make(): Promise<{ steps: NewStep[]; settled: SettledStep[] }> {
    const defs = this.defs();
    const kept = new Set(defs.keys());
    const before = new Map(this.#graph.steps.map((step) => [step.def.id, step]));
    const { changed = [], added = [], cancelled = [] } = this.#change;
    const touched = [...changed, ...added].map(({ def }) => def.id);
    const cone = coneOf(defs, [...touched, ...cancelled]);
    const steps: NewStep[] = [];
    const settled: SettledStep[] = [];
    for (const def of defs.values()) {
      const step = before.get(def.id);
      const output = step && step.output !== '' ? await this.#json(step.output) : null;
      const choice = def.purpose === 'decision' ? choiceOf(step, def.id, defs.values()) : '';
      const { action, performer } = def;
      const spec: SimulatedSpec = {
        ...(await this.#textsOf(def, step)),
        simulates: { action, performer, output, choice },
      };
      steps.push({ def: simulated(def, kept), spec });
      const isInherited =
        step?.state === 'VERIFIED' && !cone.has(def.id) && def.purpose !== 'group';
      if (isInherited && def.purpose !== 'checkpoint') {
        settled.push({ step: def.id, output, ...(choice === '' ? {} : { choice }) });
      }
    }
    return { steps: withoutEmptyGroups(steps), settled };
  }

  async #textsOf(
    { id }: GraphStep,
    step: GraphStepAnswer | undefined,
  ): Promise<Pick<SimulatedSpec, 'title' | 'description'>> {
    const { added = [], changed = [] } = this.#change;
    const wish = [...added, ...changed].find(({ def }) => def.id === id);
    const spec = wish ? wish.spec : step && step.spec !== '' ? await this.#json(step.spec) : null;
    const { title, description } = (spec ?? {}) as { title?: unknown; description?: unknown };
    return {
      title: typeof title === 'string' ? title : id,
      description: typeof description === 'string' ? description : '',
    };
  }

  async #json(id: string): Promise<unknown> {
    const row = await this.#reader.content(id);
    return row ? contentJson(row) : null;
  }
}

/** A group that lost all its members is out, and so is what hung on it alone. */
function withoutEmptyGroups(steps: readonly NewStep[]): NewStep[] {
  const empty = new Set(
    steps
      .filter(({ def }) => def.purpose === 'group' && def.needs.length === 0)
      .map(({ def }) => def.id),
  );
  if (empty.size === 0) return [...steps];
  const kept = steps
    .filter(({ def }) => !empty.has(def.id))
    .map((step) => ({
      ...step,
      def: { ...step.def, needs: step.def.needs.filter((need) => !empty.has(need)) },
    }));
  return withoutEmptyGroups(kept);
}

/** Makes the fork; its change is kept beside it, to be promoted. */
export async function forkRun(
  engine: Pick<EngineApi, 'graph' | 'purse' | 'createRun' | 'note'>,
  reader: Pick<Reader, 'content'>,
  { run, parent, by, change }: ForkWish,
): Promise<{ run: string; baseRev: number; inherited: readonly string[] }> {
  const graph = await engine.graph(parent);
  const { steps, settled } = await new ForkMaker(reader, graph, change).make();
  const { tenant, plan, rev } = graph;
  const fork = { of: parent, settled };
  const { family } = await engine.purse(parent);
  const shared = family === undefined ? {} : { purse: family };
  await engine.createRun({ run, kind: 'execution', plan, tenant, by, steps, fork, ...shared });
  const note = { base_rev: rev, change };
  await engine.note({ tenant, run, by, step: '', kind: 'fork_change', reportedAt: 0, note });
  return { run, baseRev: rev, inherited: settled.map(({ step }) => step) };
}

/** What the engine plays for a step of a fork. */
export function simulate({ simulates }: SimulatedSpec): { output: unknown; choice?: string } {
  const { output, choice, action, performer } = simulates;
  const played = output ?? { simulated: { action, performer } };
  return { output: played, ...(choice === '' ? {} : { choice }) };
}
