// All built-in tools by name, and for each one with effects how they are taken back. A tool that is
// missing from the second table does not compile away its effects: a test fails.
import { PlanwrightError } from '../../base/errors.ts';
import { askPerson } from './ask-person.ts';
import { commandRun } from './command-run.ts';
import { fetchUrl } from './fetch-url.ts';
import { fileEdit } from './file-edit.ts';
import { fileList } from './file-list.ts';
import { fileRead } from './file-read.ts';
import { fileWrite } from './file-write.ts';
import { gitBranch } from './git-branch.ts';
import { gitCommit } from './git-commit.ts';
import { gitRevert } from './git-revert.ts';
import type { Tool } from './tool.ts';
import { waitUntil } from './wait-until.ts';

export const builtInTools: readonly Tool[] = [
  fileRead,
  fileList,
  fileWrite,
  fileEdit,
  commandRun,
  gitBranch,
  gitCommit,
  gitRevert,
  fetchUrl,
  waitUntil,
  askPerson,
];

const byName = new Map(builtInTools.map((tool) => [tool.name, tool]));

export const findTool = (name: string): Tool | undefined => byName.get(name);

export function requireTool(name: string): Tool {
  const tool = findTool(name);
  if (tool) return tool;
  throw new PlanwrightError('INVALID_TOOL', `There is no tool ${name.slice(0, 100)}.`);
}

/** In words, for people: what undo does. Null where nothing can be done. */
export const compensations: Readonly<Record<string, string | null>> = {
  file_write: 'The file is put back as it was; folders made for it are removed if they are empty.',
  file_edit: 'The files are put back as they were.',
  command_run:
    'All that it could write is put back as it was. Without a sandbox, what it did elsewhere stands.',
  git_branch: 'The former branch is checked out again and the new one removed.',
  git_commit: 'The branch is moved back; the files stay as they are.',
  git_revert: 'The branch is moved back and the files are put back as they were.',
  fetch_url: 'Nothing to do: a page was asked for, and nothing was to change.',
  ask_person: 'Nothing to do: the question goes away with its step.',
};
