// Where the time of a test run went: seconds per project, and the slowest files.

/** One test file, in milliseconds. */
export interface FileTime {
  readonly project: string;
  readonly file: string;
  readonly tests: number;
  /** Start of the worker, imports, hooks and tests. */
  readonly wallMs: number;
  /** Of this process and the ones it waited for; it says more than wallMs on a loaded machine. */
  readonly cpuMs: number;
}

export interface ProjectTime {
  readonly project: string;
  readonly files: number;
  readonly tests: number;
  readonly wallSeconds: number;
  readonly cpuSeconds: number;
}

export interface TestTimes {
  /** From start to end. Files run side by side, so the projects add up to more. */
  readonly seconds: number;
  readonly projects: readonly ProjectTime[];
  /** Slowest first. */
  readonly files: readonly FileTime[];
}

const shownFiles = 40;

const inSeconds = (ms: number): number => Math.round(ms / 100) / 10;

function sum(files: readonly FileTime[], field: 'tests' | 'wallMs' | 'cpuMs'): number {
  return files.reduce((total, file) => total + file[field], 0);
}

function projectTime(project: string, files: readonly FileTime[]): ProjectTime {
  return {
    project,
    files: files.length,
    tests: sum(files, 'tests'),
    wallSeconds: inSeconds(sum(files, 'wallMs')),
    cpuSeconds: inSeconds(sum(files, 'cpuMs')),
  };
}

export function summarize(totalMs: number, files: readonly FileTime[]): TestTimes {
  const groups = Map.groupBy(files, ({ project }) => project);
  const projects = [...groups].map(([project, own]) => projectTime(project, own));
  return {
    seconds: inSeconds(totalMs),
    projects: projects.toSorted((one, other) => other.wallSeconds - one.wallSeconds),
    files: files.toSorted((one, other) => other.wallMs - one.wallMs),
  };
}

const seconds = (value: number): string => value.toFixed(1).padStart(8);

export function formatTimes({ seconds: total, projects, files }: TestTimes): string[] {
  const slowest = files.slice(0, shownFiles);
  return [
    `Seconds by project (${total.toFixed(1)} s from start to end)`,
    '    wall     cpu  files  tests  project',
    ...projects.map(
      (one) =>
        `${seconds(one.wallSeconds)}${seconds(one.cpuSeconds)}${String(one.files).padStart(7)}` +
        `${String(one.tests).padStart(7)}  ${one.project}`,
    ),
    `Slowest files (${slowest.length} of ${files.length})`,
    '    wall     cpu  file',
    ...slowest.map(
      (one) =>
        `${seconds(one.wallMs / 1_000)}${seconds(one.cpuMs / 1_000)}  ${one.project} ${one.file}`,
    ),
  ];
}
