// Where the plans come from that ship with the package.
import type { ZipFile } from '../base/zip.ts';
import type { ExampleFigures } from '../contract/plan-read.ts';

export interface Example {
  readonly name: string;
  readonly title: string;
  readonly summary: string;
  readonly goal: string;
  readonly figures: ExampleFigures | null;
}

export interface ExampleShelf {
  list(): Promise<readonly Example[]>;
  /** Its files; none of one that is not there. */
  files(name: string): Promise<readonly ZipFile[]>;
}
