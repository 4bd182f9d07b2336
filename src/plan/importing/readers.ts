// All readers, in the order in which they are asked. What marks a format most clearly comes first.
import type { FilesReader, TextReader } from './imported-plan.ts';
import { backlogReader } from './read-backlog.ts';
import { csvReader } from './read-csv.ts';
import { msProjectReader } from './read-msproject.ts';
import { planexeReader } from './read-planexe.ts';
import { taskmasterReader } from './read-taskmaster.ts';

/** Of archives and folders. */
export const filesReaders: readonly FilesReader[] = [planexeReader, backlogReader];

/** Of single texts. */
export const textReaders: readonly TextReader[] = [taskmasterReader, msProjectReader, csvReader];
