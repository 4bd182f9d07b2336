// Links that inputs and outputs ask for: who makes something comes before who needs it.
import type { Hierarchy } from './hierarchy.ts';
import { type Dag, joined } from './reach.ts';

export interface Flow {
  readonly from: number;
  readonly to: number;
  /** What is handed over, as the consumer names it. */
  readonly name: string;
}

export interface FlowReport {
  /** No path leads from the producer to the consumer. */
  readonly missing: readonly Flow[];
  /** The consumer comes before the producer, so the link would close a ring. */
  readonly turned: readonly Flow[];
  /** Inputs that no task makes, with their consumer. */
  readonly unmade: readonly { readonly task: number; readonly name: string }[];
}

/** More pairs than this say nothing useful; the rest is left out. */
const MAX_FLOWS = 100_000;

export function inferFlows(hierarchy: Hierarchy, dag: Dag): FlowReport {
  const { flows, unmade } = pairFlows(hierarchy);
  if (flows.length === 0) return { missing: [], turned: [], unmade };
  const there = joined(dag, flows, 1);
  const open = flows.filter((_, index) => there[index] === false);
  const back = joined(
    dag,
    open.map(({ from, to }) => ({ from: to, to: from })),
    1,
  );
  return {
    missing: open.filter((_, index) => back[index] === false),
    turned: open.filter((_, index) => back[index] === true),
    unmade,
  };
}

function pairFlows({ tasks, isLeaf }: Hierarchy) {
  const makers = new Map<string, number[]>();
  for (const [index, { outputs = [] }] of tasks.entries()) {
    if (isLeaf[index] === 0) continue;
    for (const name of new Set(outputs.map(plain))) {
      const known = makers.get(name);
      if (known === undefined) makers.set(name, [index]);
      else known.push(index);
    }
  }
  const flows: Flow[] = [];
  const unmade: { task: number; name: string }[] = [];
  const seen = new Set<number>();
  for (const [to, { inputs = [] }] of tasks.entries()) {
    if (isLeaf[to] === 0) continue;
    // Each name once, however often and however it is written.
    const wanted = new Map(inputs.map((name) => [plain(name), name]));
    for (const [key, name] of wanted) {
      const known = makers.get(key);
      if (known === undefined) unmade.push({ task: to, name });
      for (const from of known ?? []) {
        if (flows.length >= MAX_FLOWS) break;
        const pair = from * tasks.length + to;
        if (from === to || seen.has(pair)) continue;
        seen.add(pair);
        flows.push({ from, to, name });
      }
    }
  }
  return { flows, unmade };
}

/** Names are typed by people: case and spaces do not tell them apart. */
const plain = (name: string): string => name.trim().toLowerCase().replace(/\s+/g, ' ');
