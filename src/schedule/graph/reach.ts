// Which nodes are joined by a path: bit sets over blocks of targets, so that a graph of 100,000
// tasks needs some megabytes, not the square of it. Targets come in topological order, and a block
// looks only at the stretch between the first node that asks and the last target.
import { type Adjacency, groupBy } from './order.ts';

export interface Dag {
  readonly count: number;
  readonly from: Int32Array;
  readonly to: Int32Array;
  /** Topological; nodes that are not in it have no paths. */
  readonly order: Int32Array;
}

export interface PathQuery {
  readonly from: number;
  readonly to: number;
}

const WORDS = 32;
const BLOCK = WORDS * 32;

/** For each query whether there is a path of at least this many links (1 or 2). */
export function joined(dag: Dag, queries: readonly PathQuery[], links: 1 | 2): boolean[] {
  const sweep = new Sweep(dag, queries, links);
  for (const block of sweep.blocks()) sweep.run(block);
  return sweep.answers;
}

class Sweep {
  readonly answers: boolean[];
  private readonly dag: Dag;
  private readonly links: 1 | 2;
  private readonly rank: Int32Array;
  private readonly sources: Int32Array;
  private readonly targets: Int32Array;
  private readonly outOf: Adjacency;
  private readonly reach: Int32Array;
  /** The bit of a target in the present block, or −1. */
  private readonly bitOf: Int32Array;

  constructor(dag: Dag, queries: readonly PathQuery[], links: 1 | 2) {
    this.dag = dag;
    this.links = links;
    this.answers = new Array<boolean>(queries.length).fill(false);
    this.sources = Int32Array.from(queries, ({ from }) => from);
    this.targets = Int32Array.from(queries, ({ to }) => to);
    this.outOf = groupBy(dag.count, dag.from);
    this.rank = new Int32Array(dag.count).fill(-1);
    for (let place = 0; place < dag.order.length; place += 1) {
      this.rank[dag.order[place] as number] = place;
    }
    this.reach = new Int32Array(queries.length === 0 ? 0 : dag.count * WORDS);
    this.bitOf = new Int32Array(dag.count).fill(-1);
  }

  /** Query numbers by blocks of targets; those that cannot be true are left out. */
  blocks(): number[][] {
    const place = (node: number | undefined) => this.rank[node ?? 0] as number;
    const asked = Array.from(this.sources.keys()).filter((query) => {
      const from = place(this.sources[query]);
      return from !== -1 && from < place(this.targets[query]);
    });
    asked.sort((a, b) => place(this.targets[a]) - place(this.targets[b]));
    const blocks: number[][] = [];
    let distinct = BLOCK;
    let last = -1;
    for (const query of asked) {
      const target = this.targets[query] as number;
      if (target !== last) distinct += 1;
      last = target;
      if (distinct > BLOCK) {
        blocks.push([]);
        distinct = 1;
      }
      blocks.at(-1)?.push(query);
    }
    return blocks;
  }

  run(block: readonly number[]): void {
    const { dag, rank } = this;
    let [first, last] = [dag.order.length, 0];
    let bits = 0;
    for (const query of block) {
      const target = this.targets[query] as number;
      if (this.bitOf[target] === -1) this.bitOf[target] = bits++;
      first = Math.min(first, rank[this.sources[query] as number] as number);
      last = Math.max(last, rank[target] as number);
    }
    const asks = groupBy(
      dag.count,
      Int32Array.from(block, (query) => this.sources[query] as number),
    );
    const answer = (node: number) => {
      const end = asks.offsets[node + 1] as number;
      for (let at = asks.offsets[node] as number; at < end; at += 1) {
        const query = block[asks.items[at] as number] as number;
        this.answers[query] = this.has(node, this.targets[query] as number);
      }
    };
    for (let place = last; place >= first; place -= 1) {
      const node = dag.order[place] as number;
      this.reach.fill(0, node * WORDS, (node + 1) * WORDS);
      this.takeAll(node, last);
      if (this.links === 2) answer(node);
      this.markAll(node);
      if (this.links === 1) answer(node);
    }
    for (const query of block) this.bitOf[this.targets[query] as number] = -1;
  }

  private has(node: number, target: number): boolean {
    const bit = this.bitOf[target] as number;
    return (((this.reach[node * WORDS + (bit >> 5)] as number) >>> (bit & 31)) & 1) === 1;
  }

  /** What the next nodes reach; those after the last target reach nothing. */
  private takeAll(node: number, last: number): void {
    const { dag, outOf, rank, reach } = this;
    const end = outOf.offsets[node + 1] as number;
    const mine = node * WORDS;
    for (let at = outOf.offsets[node] as number; at < end; at += 1) {
      const next = dag.to[outOf.items[at] as number] as number;
      if ((rank[next] as number) >= last) continue;
      const theirs = next * WORDS;
      for (let word = 0; word < WORDS; word += 1) {
        reach[mine + word] = (reach[mine + word] as number) | (reach[theirs + word] as number);
      }
    }
  }

  private markAll(node: number): void {
    const { dag, outOf, reach } = this;
    const end = outOf.offsets[node + 1] as number;
    for (let at = outOf.offsets[node] as number; at < end; at += 1) {
      const bit = this.bitOf[dag.to[outOf.items[at] as number] as number] as number;
      if (bit === -1) continue;
      const word = node * WORDS + (bit >> 5);
      reach[word] = (reach[word] as number) | (1 << (bit & 31));
    }
  }
}
