// A topological order that is kept while links are added one by one (Pearce and Kelly's way: only
// the stretch between the two ends is looked at). A link that would close a ring is not taken. In a
// hopeless tangle the looking is bounded: then no more links against the order are taken.

/** Links looked at in all, a few seconds of work. */
const DEFAULT_PATIENCE = 40_000_000;

export class GrowingOrder {
  private patience: number;
  private readonly place: Int32Array;
  private readonly after: number[][];
  private readonly before: number[][];
  private readonly cameFrom: Int32Array;
  private readonly seen: Uint8Array;

  /** Links along the first order cost next to nothing; it is that of the nodes unless given. */
  constructor(count: number, patience = DEFAULT_PATIENCE, firstOrder?: readonly number[]) {
    this.patience = patience;
    this.place = Int32Array.from({ length: count }, (_, node) => node);
    firstOrder?.forEach((node, at) => {
      this.place[node] = at;
    });
    this.after = Array.from({ length: count }, () => []);
    this.before = Array.from({ length: count }, () => []);
    this.cameFrom = new Int32Array(count);
    this.seen = new Uint8Array(count);
  }

  /** Null when the link was added; else the nodes of the ring it would close, beginning at `to`;
   * empty when it was refused without looking. */
  add(from: number, to: number): number[] | null {
    if (from === to) return [from];
    if (this.at(from) >= this.at(to)) {
      if (this.patience <= 0) return [];
      const ahead = this.reach(to, this.after, (node) => this.at(node) <= this.at(from));
      if (ahead.includes(from)) return this.ring(from, to);
      const behind = this.reach(from, this.before, (node) => this.at(node) >= this.at(to));
      this.reorder(behind, ahead);
    }
    this.after[from]?.push(to);
    this.before[to]?.push(from);
    return null;
  }

  private at(node: number): number {
    return this.place[node] as number;
  }

  private reach(start: number, links: number[][], within: (node: number) => boolean): number[] {
    const found = [start];
    this.seen[start] = 1;
    for (let head = 0; head < found.length; head += 1) {
      const node = found[head] as number;
      const onward = links[node] ?? [];
      this.patience -= onward.length + 1;
      for (const next of onward) {
        if (this.seen[next] === 1 || !within(next)) continue;
        this.seen[next] = 1;
        this.cameFrom[next] = node;
        found.push(next);
      }
    }
    for (const node of found) this.seen[node] = 0;
    return found;
  }

  private ring(from: number, to: number): number[] {
    const nodes = [from];
    for (let node = from; node !== to; ) {
      node = this.cameFrom[node] as number;
      nodes.push(node);
    }
    return nodes.reverse();
  }

  /** Those behind come before those ahead, on the places that both had. */
  private reorder(behind: number[], ahead: number[]): void {
    const byPlace = (a: number, b: number) => this.at(a) - this.at(b);
    const nodes = [...behind.sort(byPlace), ...ahead.sort(byPlace)];
    const places = nodes.map((node) => this.at(node)).sort((a, b) => a - b);
    for (const [index, node] of nodes.entries()) this.place[node] = places[index] as number;
  }
}
