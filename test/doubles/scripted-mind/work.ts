// Levels 8 to 10: phases and tasks, each phase in detail, and what to do when time or money is short.
import { criticizedIn, dataOf, idsIn, numberIn, subjectOf, upTo } from './read-prompt.ts';
import { agentRole, roles } from './surroundings.ts';
import type { Answers, Mood } from './types.ts';

const verbs = [
  'Look at',
  'Choose',
  'Order',
  'Set up',
  'Try out',
  'Hand over',
  'Train for',
  'Write about',
];
const matters = [
  'the room',
  'the papers',
  'the machines',
  'the people',
  'the goods',
  'the opening',
];
const endings = ['the first week', 'the books', 'the second month', 'the winter'];

const matterOf = (phase: number): string =>
  [...matters, ...endings][(phase - 1) % (matters.length + endings.length)] ?? 'the rest';

/** Tasks of a phase follow one another two by two; a phase begins after the start of the one before. */
function after(phase: number, task: number): string[] {
  if (task > 1) return [`${phase}.${Math.max(1, task - 2)}`];
  return phase > 1 ? [`${phase - 1}.1`] : [];
}

function outline(prompt: string): object {
  const phases = upTo(Math.min(numberIn(prompt, /(\d+) phases/, 3), 10));
  const tasks = upTo(Math.min(numberIn(prompt, /(\d+) tasks/, 4), 12));
  const delivered = (phase: number): string[] =>
    idsIn(prompt, 'V').filter((_id, at) => (at % phases.length) + 1 === phase);
  const outlined = (phase: number, task: number): object => ({
    id: `${phase}.${task}`,
    title: `${verbs[(task - 1) % verbs.length]} ${matterOf(phase)}`,
    yields: `A list of what was found in ${phase}.${task}`,
    after: after(phase, task),
    delivers: task === tasks.length ? delivered(phase) : [],
  });
  return {
    phases: phases.map((phase) => ({
      id: String(phase),
      name: `Part ${phase}: ${matterOf(phase)}`,
      done_when: `List ${phase} is signed.`,
      tasks: tasks.map((task) => outlined(phase, task)),
    })),
  };
}

/** Hours and money of a task that nobody has to mend. */
const usualHours = { low: 10, likely: 14, high: 22 };
const slowHours = { low: 1_500, likely: 2_000, high: 2_800 };
const usualMoney = { low: 8, base: 10, high: 15 };
const dearMoney = { low: 90_000, base: 120_000, high: 150_000 };

const slowTasks = ['1.1', '2.1'];
const dearTask = '1.1';

const moneyFor = (id: string, money: object): object => ({
  what: `Goods for ${id}`,
  ...money,
  ...{ source: 'Price list of a shop, as asked.', status: 'estimated' },
});

const refs = (prompt: string, letter: string, at: number): string[] => {
  const ids = idsIn(prompt, letter);
  const id = ids[at % Math.max(ids.length, 1)];
  return id === undefined ? [] : [id];
};

function detailed(id: string, prompt: string, { isSlow, isDear }: Mood): object {
  const [phase = 1, task = 1] = id.split('.').map(Number);
  const at = phase * 3 + task;
  const role = roles[at % roles.length] ?? 'Lead';
  return {
    id,
    description: `What is done for ${subjectOf(prompt)} in ${id}.`,
    role,
    performer: role === agentRole ? 'agent' : 'human',
    people: 1,
    estimate: isSlow && slowTasks.includes(id) ? slowHours : usualHours,
    wait_hours: task === 2 ? 24 : 0,
    after: after(phase, task).map((one) => ({ task: one, type: 'finish_to_start', lag_hours: 0 })),
    ...{ not_before: null, fixed_start: null },
    costs: [moneyFor(id, isDear && id === dearTask ? dearMoney : usualMoney)],
    acceptance: [`The list of ${id} has no open line.`],
    risk_tier: 'T2',
    reversibility: 'reversible',
    ...{ complexity: 'low', model_tier: 'small', optional: task === 4 },
    risks: refs(prompt, 'R', at),
    assumptions: refs(prompt, 'A', at),
    subtasks: ['look', 'write_down'].map((action) => ({
      action,
      description: `To ${action.replace('_', ' ')} what ${id} needs.`,
      params: [{ name: 'list', value: id }],
    })),
  };
}

interface Task {
  readonly id: string;
  readonly acceptance: readonly string[];
}

/** The last task of the phase gets what the critics missed. */
const revised = (tasks: readonly Task[]): object[] =>
  tasks
    .slice(-1)
    .map((task) => ({ ...task, acceptance: [...task.acceptance, 'Two have looked at it.'] }));

function details(prompt: string, mood: Mood): object {
  const criticized = criticizedIn<Task[]>(prompt);
  if (criticized) return { tasks: revised(criticized) };
  const { tasks } = dataOf<{ tasks: Task[] }>(prompt, 'phase');
  return { tasks: tasks.map(({ id }) => detailed(id, prompt, mood)) };
}

const nothingNew = {
  ...{ people: null, estimate: null, wait_hours: null, after: null, costs: null, role: null },
  ...{ title: null, description: null, acceptance: null, lever: '', option: '' },
};

/** What was too slow or too dear is done another way. */
function rescue(_prompt: string, { isSlow = false, isDear = false }: Mood): object {
  const faster = slowTasks.map((task) => ({
    ...{ ...nothingNew, kind: 'faster', task, estimate: usualHours },
    ...{ why: 'A firm that does it every week is asked.', gives_up: 'Doing it ourselves.' },
  }));
  const cheaper = {
    ...{ ...nothingNew, kind: 'cheaper', task: dearTask, costs: [moneyFor(dearTask, usualMoney)] },
    ...{ why: 'It is rented, not bought.', gives_up: 'Owning it.' },
  };
  return { changes: [...(isSlow ? faster : []), ...(isDear ? [cheaper] : [])] };
}

export const work: Answers = { phases: outline, tasks: details, changes: rescue };
