// A Backlog.md folder: one Markdown file for each task, with front matter and sections. A task whose
// number has a dot, or that names a parent, belongs to another; that other one is done when its parts are.
import { levelIn } from './fields.ts';
import { type FrontMatter, listField, type Page, readPage, textField } from './front-matter.ts';
import type {
  FilesReader,
  ImportDefect,
  ImportedLink,
  ImportedPlan,
  ImportedTask,
  SourceFiles,
} from './imported-plan.ts';
import { isOurs } from './planexe-files.ts';
import { noWork } from './refusals.ts';
import { statusIn } from './statuses.ts';

/** Folders by what lies in them. */
const places = /(?:^|\/)(tasks|completed|drafts|archive\/tasks|archive\/drafts)\/[^/]+\.md$/i;
const maxTasks = 5_000;

interface TaskFile {
  readonly path: string;
  readonly place: string;
  readonly id: string;
  readonly title: string;
  readonly page: Page;
}

const keyOf = (id: string): string => id.trim().toLowerCase();

function fileAt(path: string, files: SourceFiles): TaskFile | null {
  const [, place] = places.exec(path) ?? [];
  const page = place === undefined ? null : readPage(files.text(path) ?? '');
  if (place === undefined || page === null) return null;
  const [id, title] = [textField(page.front, 'id'), textField(page.front, 'title')];
  if (id === undefined || title === undefined) return null;
  return { path, place: place.toLowerCase(), id: keyOf(id), title, page };
}

/** The folder is often a hidden one (.backlog), so only copies of a file manager are left out. */
const taskPaths = ({ paths }: SourceFiles): string[] =>
  paths.filter((path) => places.test(path) && isOurs(path.replace(/(?:^|\/)\.backlog\//, '/')));

const numbers = (id: string): number[] => (id.match(/\d{1,9}/g) ?? []).map(Number);

/** By the numbers in their ids. */
function byNumber(one: TaskFile, other: TaskFile): number {
  const [left, right] = [numbers(one.id), numbers(other.id)];
  for (let at = 0; at < Math.max(left.length, right.length); at += 1) {
    const gap = (left[at] ?? -1) - (right[at] ?? -1);
    if (gap !== 0) return gap;
  }
  return one.path < other.path ? -1 : 1;
}

/** The lines below a heading that begins so. */
function section(body: string, name: string): string[] {
  const lines = body.split(/\r?\n/);
  const at = lines.findIndex((line) => /^#{2,3} /.test(line) && line.toLowerCase().includes(name));
  if (at < 0) return [];
  const rest = lines.slice(at + 1);
  const end = rest.findIndex((line) => /^#{1,3} /.test(line));
  return (end < 0 ? rest : rest.slice(0, end)).filter((line) => !line.startsWith('<!--'));
}

interface Check {
  readonly text: string;
  readonly isDone: boolean;
}

const checksIn = (lines: readonly string[]): Check[] =>
  lines.flatMap((line): Check[] => {
    const [, mark, text = ''] = /^\s{0,8}[-*] \[([ xX])\]\s{1,4}(.*)$/.exec(line) ?? [];
    if (mark === undefined || text.trim() === '') return [];
    return [{ text: text.replace(/^#\d{1,4}\s/, '').trim(), isDone: mark !== ' ' }];
  });

function parentOf({ id, page }: TaskFile, known: ReadonlySet<string>): string | null {
  const said = textField(page.front, 'parent_task_id') ?? textField(page.front, 'parent');
  if (said !== undefined) return keyOf(said);
  const dot = id.lastIndexOf('.');
  const above = dot < 0 ? null : id.slice(0, dot);
  return above !== null && known.has(above) ? above : null;
}

const assigneeOf = (front: FrontMatter): Pick<ImportedTask, 'assignee'> => {
  const name = listField(front, 'assignee')[0]?.replace(/^@/, '').trim();
  return name === undefined || name === '' ? {} : { assignee: name };
};

function taskOf(file: TaskFile, parent: string | null): ImportedTask {
  const { id, title, place, page } = file;
  const checks = [
    ...checksIn(section(page.body, 'acceptance criteria')),
    ...checksIn(section(page.body, 'definition of done')),
  ];
  const description = section(page.body, 'description').join(' ').trim();
  const status = place === 'completed' ? 'done' : statusIn(textField(page.front, 'status'));
  const priority = levelIn(textField(page.front, 'priority'));
  const done = checks.filter(({ isDone }) => isDone).length;
  return {
    ...{ id, title, kind: 'task', parent, hours: null, status },
    ...(description === '' ? {} : { description }),
    ...assigneeOf(page.front),
    ...(priority ? { priority } : {}),
    ...(done > 0 && status !== 'done' ? { progress: done / checks.length } : {}),
    ...(checks.length > 0 ? { acceptance: checks.map(({ text }) => text) } : {}),
  };
}

const link = (from: string, to: string): ImportedLink => ({
  ...{ from, to, type: 'finish_to_start', lag: 0 },
});

const partsOf = (id: string): string => `${id} and its parts`;

/** A parent becomes a group of its parts and itself, which comes last. */
function withParents(files: readonly TaskFile[]): Pick<ImportedPlan, 'tasks' | 'links'> {
  const known = new Set(files.map(({ id }) => id));
  const parents = new Map(files.map((file) => [file.id, parentOf(file, known)]));
  const isParent = new Set([...parents.values()].filter((id) => id !== null));
  const milestoneOf = ({ page }: TaskFile) => textField(page.front, 'milestone');
  const milestones = [...new Set(files.flatMap((file) => milestoneOf(file) ?? []))];
  const groups = milestones.map(
    (name): ImportedTask => ({
      ...{ id: `milestone ${name}`, title: name, kind: 'group', parent: null, hours: null },
    }),
  );
  const tasks = files.flatMap((file): ImportedTask[] => {
    const parent = parents.get(file.id) ?? null;
    const milestone = milestoneOf(file);
    const top = milestone === undefined ? null : `milestone ${milestone}`;
    const above = parent === null ? top : known.has(parent) ? partsOf(parent) : parent;
    if (!isParent.has(file.id)) return [taskOf(file, above)];
    const group = partsOf(file.id);
    return [
      { id: group, title: file.title, kind: 'group', parent: above, hours: null },
      taskOf(file, group),
    ];
  });
  const links = [...parents].flatMap(([id, parent]): ImportedLink[] =>
    parent !== null && known.has(parent)
      ? [{ ...link(id, parent), guess: 'A task is done when its parts are.', isImplied: true }]
      : [],
  );
  return { tasks: [...groups, ...tasks], links };
}

function titleOf(files: SourceFiles, name: string): string {
  const path = files.paths.find((one) => /(?:^|\/)config\.ya?ml$/i.test(one));
  const text = path === undefined ? '' : (files.text(path) ?? '');
  const page = readPage(`---\n${text.slice(0, 20_000)}\n---\n`);
  return (page && textField(page.front, 'project_name')) ?? name;
}

/** Two files of one task: the first by its path is taken. */
function once(files: readonly TaskFile[], defects: ImportDefect[]): TaskFile[] {
  const seen = new Set<string>();
  return files.filter(({ id, path, title }) => {
    if (!seen.has(id)) {
      seen.add(id);
      return true;
    }
    const detail = `Two files are of this task; "${title}" in ${path} was left out.`;
    defects.push({ kind: 'duplicate_id', where: id, detail, repaired: true });
    return false;
  });
}

function readBacklog(files: SourceFiles, name: string): ImportedPlan {
  const defects: ImportDefect[] = [];
  const paths = taskPaths(files).slice(0, maxTasks);
  const all = paths.flatMap((path): TaskFile[] => {
    const file = fileAt(path, files);
    if (file !== null) return [file];
    const detail = 'It has no front matter with an id and a title, so it was left out.';
    defects.push({ kind: 'broken_file', where: path, detail, repaired: false });
    return [];
  });
  const isWork = ({ place }: TaskFile): boolean => place === 'tasks' || place === 'completed';
  const left = all.filter((file) => !isWork(file));
  const work = once(all.filter(isWork).toSorted(byNumber), defects);
  if (work.length === 0) throw noWork('a Backlog.md folder', 'no file in tasks/ is one of a task');
  const { tasks, links } = withParents(work);
  const stated = work.flatMap(({ id, page }) =>
    listField(page.front, 'dependencies').map((from) => link(keyOf(from), id)),
  );
  const named = left.map(({ title }) => title).join('; ');
  return {
    ...{ format: 'backlog', title: titleOf(files, name), tasks, links: [...stated, ...links] },
    ...{ risks: [], assumptions: [], defects },
    notes: left.length === 0 ? [] : [`Left out, as drafts or from the archive: ${named}.`],
  };
}

export const backlogReader: FilesReader = {
  format: 'backlog',
  recognizes: (files) =>
    taskPaths(files)
      .slice(0, 20)
      .some((path) => fileAt(path, files) !== null),
  read: readBacklog,
};
