// A tasks.json of task-master: a list of tasks, or one for each tag. A subtask is named by its own number
// within its task, and by both numbers from elsewhere (3.2).
import { jsonValue, parseStrictJson } from '../../base/strict-json.ts';
import { type Fields, fieldsOf, isFields, levelIn, listOf, textIn } from './fields.ts';
import type {
  ImportDefect,
  ImportedLink,
  ImportedPlan,
  ImportedTask,
  TextReader,
} from './imported-plan.ts';
import { badFile, noWork } from './refusals.ts';
import { statusIn } from './statuses.ts';
import { type Tell, teller } from './telling.ts';

interface Tag {
  readonly name: string;
  readonly rows: readonly unknown[];
  readonly about: Fields;
}

const isTask = (value: unknown): value is Fields =>
  isFields(value) && textIn(value.id) !== undefined && textIn(value.title) !== undefined;

/** A list of something else has not one task in it. */
const isList = ({ rows }: Tag): boolean => rows.length === 0 || rows.some(isTask);

function tagIn(name: string, value: unknown, about: unknown): Tag[] {
  const { tasks } = fieldsOf(value);
  return Array.isArray(tasks) ? [{ name, rows: tasks, about: fieldsOf(about) }] : [];
}

/** One list without a name, or the lists of the tags. */
function tagsIn(json: unknown): Tag[] {
  const fields = fieldsOf(json);
  const plain = tagIn('', json, fields.metadata ?? fields.meta);
  if (plain.some(isList)) return plain;
  const tags = Object.entries(fields).flatMap(([name, value]) =>
    tagIn(name, value, fieldsOf(value).metadata),
  );
  return tags.some(isList) ? tags : [];
}

/** Those with an id and a title; the others are told. */
function tasksIn(rows: readonly unknown[], prefix: string, tell: Tell): Fields[] {
  return rows.flatMap((row, at): Fields[] => {
    if (isTask(row)) return [row];
    const { id, title } = fieldsOf(row);
    const where = `${prefix}${textIn(id) ?? `row ${at + 1}`}`;
    if (textIn(title) === undefined) {
      tell('row_without_name', where, 'It has no title and was left out.');
    } else tell('row_without_id', where, `"${textIn(title)}" has no id and was left out.`);
    return [];
  });
}

const dependenciesIn = ({ dependencies }: Fields): string[] =>
  listOf(dependencies).flatMap((value) => textIn(value) ?? []);

function aboutOf(fields: Fields): Pick<ImportedTask, 'description' | 'status' | 'priority'> {
  const words = [textIn(fields.description), textIn(fields.details)].filter(
    (text) => text !== undefined,
  );
  const priority = levelIn(fields.priority);
  return {
    ...(words.length > 0 ? { description: words.join(' ') } : {}),
    status: statusIn(textIn(fields.status)),
    ...(priority ? { priority } : {}),
  };
}

/** How it is tested is when it is done. */
function acceptanceOf({ testStrategy }: Fields): Pick<ImportedTask, 'acceptance'> {
  const text = textIn(testStrategy);
  return text === undefined ? {} : { acceptance: [text] };
}

const notesOf = ({ status }: Fields): Pick<ImportedTask, 'notes'> =>
  /defer|block/i.test(textIn(status) ?? '') ? { notes: [`The file says: ${textIn(status)}.`] } : {};

interface Read {
  readonly tasks: readonly ImportedTask[];
  readonly links: readonly ImportedLink[];
}

const link = (from: string, to: string): ImportedLink => ({
  ...{ from, to, type: 'finish_to_start', lag: 0 },
});

function taskOf(task: Fields, parent: string | null, prefix: string, tell: Tell): Read {
  const id = `${prefix}${textIn(task.id)}`;
  const steps = tasksIn(listOf(task.subtasks), `${id}.`, tell);
  const own = new Set(steps.map((step) => textIn(step.id)));
  const base = { hours: null, performer: 'agent' } as const;
  const rows = steps.map(
    (step): ImportedTask => ({
      ...{ ...base, id: `${id}.${textIn(step.id)}`, title: textIn(step.title) ?? '', kind: 'step' },
      ...{ parent: id, ...aboutOf(step), ...notesOf(step) },
    }),
  );
  const inner = steps.flatMap((step) =>
    dependenciesIn(step).map((name) => {
      // A number alone is a neighbor, where there is one.
      const from = own.has(name) ? `${id}.${name}` : `${prefix}${name}`;
      return link(from, `${id}.${textIn(step.id)}`);
    }),
  );
  const done = rows.filter(({ status }) => status === 'done').length;
  return {
    tasks: [
      {
        ...{ ...base, id, title: textIn(task.title) ?? '', kind: 'task', parent },
        ...{ ...aboutOf(task), ...acceptanceOf(task), ...notesOf(task) },
        ...(done > 0 ? { progress: done / rows.length } : {}),
      },
      ...rows,
    ],
    links: [...dependenciesIn(task).map((name) => link(`${prefix}${name}`, id)), ...inner],
  };
}

function tagOf({ name, rows }: Tag, isOne: boolean, tell: Tell): Read {
  const group = isOne ? null : `tag:${name}`;
  const prefix = isOne ? '' : `${name}/`;
  const read = tasksIn(rows, prefix, tell).map((task) => taskOf(task, group, prefix, tell));
  if (read.length === 0) return { tasks: [], links: [] };
  const head: ImportedTask[] =
    group === null ? [] : [{ id: group, title: name, kind: 'group', parent: null, hours: null }];
  return {
    tasks: [...head, ...read.flatMap((one) => one.tasks)],
    links: read.flatMap((one) => one.links),
  };
}

function parsed(text: string): unknown {
  const reading = parseStrictJson(text, 'tasks.json');
  return reading.ok ? reading.value : undefined;
}

function readTaskmaster(text: string, name: string): ImportedPlan {
  const tags = tagsIn(jsonValue(parseStrictJson(text, name)));
  if (tags.length === 0) throw badFile('tasks.json of task-master', 'it has no list of tasks');
  const filled = tags.filter(({ rows }) => rows.some(isTask));
  const [first] = filled;
  if (first === undefined) throw noWork('a tasks.json', 'its lists are empty');
  const defects: ImportDefect[] = [];
  const tell = teller(defects);
  const read = tags.map((tag) => tagOf(tag, filled.length === 1 && tag === first, tell));
  const project = textIn(first.about.projectName) ?? textIn(first.about.description);
  const tag = first.name === '' || first.name === 'master' ? name : first.name;
  return {
    format: 'taskmaster',
    title: project ?? tag,
    tasks: read.flatMap(({ tasks }) => tasks),
    links: read.flatMap(({ links }) => links),
    ...{ risks: [], assumptions: [], notes: [], defects },
  };
}

export const taskmasterReader: TextReader = {
  format: 'taskmaster',
  recognizes: (text) => /^\s*\{/.test(text.slice(0, 200)) && tagsIn(parsed(text)).length > 0,
  read: readTaskmaster,
};
