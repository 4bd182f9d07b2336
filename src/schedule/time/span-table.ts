// Spans of worked ticks with the work done before each, and two block indexes: a query looks up its
// block and walks on, which is a step or two, since there are about as many blocks as spans.

const FIRST_ROOM = 64;

export class SpanTable {
  /** Everything before this tick is known. */
  endTick = 0;
  /** Worked ticks before endTick. */
  work = 0;
  private count = 0;
  private starts = new Int32Array(FIRST_ROOM);
  private ends = new Int32Array(FIRST_ROOM);
  private workAt = new Int32Array(FIRST_ROOM);
  private tickShift = 0;
  private workShift = 0;
  /** For each block of ticks the first span that ends after its beginning. */
  private byTick = new Int32Array(1);
  /** For each block of work the span that holds its first worked tick. */
  private byWork = new Int32Array(1);

  /** Adds spans [from, to, from, to, …] that lie between endTick and until. */
  extend(spans: readonly number[], until: number): void {
    for (let at = 0; at < spans.length; at += 2) this.add(spans[at] ?? 0, spans[at + 1] ?? 0);
    this.endTick = until;
    this.indexTicks();
    this.indexWork();
  }

  /** For 0 ≤ tick ≤ endTick. */
  workBefore(tick: number): number {
    const { starts, ends } = this;
    let at = this.byTick[tick >> this.tickShift] as number;
    while (at < this.count && (ends[at] as number) < tick) at += 1;
    if (at >= this.count) return this.work;
    const done = this.workAt[at] as number;
    const start = starts[at] as number;
    return tick > start ? done + tick - start : done;
  }

  /** For 0 ≤ work < this.work. */
  tickOf(work: number): number {
    const { workAt } = this;
    let at = this.byWork[work >> this.workShift] as number;
    while (at + 1 < this.count && (workAt[at + 1] as number) <= work) at += 1;
    return (this.starts[at] as number) + work - (workAt[at] as number);
  }

  private add(from: number, to: number): void {
    if (to <= from) return;
    if (this.count > 0 && this.ends[this.count - 1] === from) {
      this.ends[this.count - 1] = to;
    } else {
      if (this.count === this.starts.length) this.makeRoom();
      this.starts[this.count] = from;
      this.ends[this.count] = to;
      this.workAt[this.count] = this.work;
      this.count += 1;
    }
    this.work += to - from;
  }

  private makeRoom(): void {
    const grown = (old: Int32Array) => {
      const next = new Int32Array(old.length * 2);
      next.set(old);
      return next;
    };
    this.starts = grown(this.starts);
    this.ends = grown(this.ends);
    this.workAt = grown(this.workAt);
  }

  private indexTicks(): void {
    this.tickShift = shiftFor(this.endTick, this.count);
    this.byTick = new Int32Array((this.endTick >> this.tickShift) + 1);
    for (let block = 0, at = 0; block < this.byTick.length; block += 1) {
      const begin = block << this.tickShift;
      while (at < this.count && (this.ends[at] as number) <= begin) at += 1;
      this.byTick[block] = at;
    }
  }

  private indexWork(): void {
    this.workShift = shiftFor(this.work, this.count);
    this.byWork = new Int32Array((this.work >> this.workShift) + 1);
    for (let block = 0, at = 0; block < this.byWork.length; block += 1) {
      const begin = block << this.workShift;
      while (at + 1 < this.count && (this.workAt[at + 1] as number) <= begin) at += 1;
      this.byWork[block] = at;
    }
  }
}

/** Blocks of 2^shift, about as many as there are entries. */
function shiftFor(length: number, entries: number): number {
  let shift = 0;
  while (length >> shift > entries * 2 + 1) shift += 1;
  return shift;
}
