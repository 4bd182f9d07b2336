// What every benchmark gets, and what it gives back.

export interface BenchContext {
  /** An empty folder for this run; data, logs and built helpers go here. */
  readonly dir: string;
  /** For people, on stderr: stdout belongs to the figures. */
  readonly log: (line: string) => void;
}

export interface Benchmark {
  /** Figures by name, nested at will; null is "cannot be measured on this machine". */
  readonly run: (context: BenchContext) => Promise<object>;
}
