// What every benchmark gets, and what it gives back.

export interface BenchContext {
  /** An empty folder for this run; data, logs and built helpers go here. Of a benchmark that reads
   * its input: the folder given by --dir, which is left as it is. */
  readonly dir: string;
  /** For people, on stderr: stdout belongs to the figures. */
  readonly log: (line: string) => void;
}

export interface Benchmark {
  /** True when --dir names a folder of input, and must be given. */
  readonly readsDir?: boolean;
  /** Figures by name, nested at will; null is "cannot be measured on this machine". */
  readonly run: (context: BenchContext) => Promise<object>;
}
