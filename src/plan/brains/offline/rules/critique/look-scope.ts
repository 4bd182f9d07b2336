// What the goal and the charter ask for and no task does; what the numbers rest on.
import { unstopped } from '../../../../../base/sentences.ts';
import type { PlanTask } from '../../../../../contract/plan.ts';
import type { Quantity } from '../../../../../contract/plan-basis.ts';
import { assumptionId } from '../../../../network/ids.ts';
import { networkDigest } from '../../../../network-digest.ts';
import { clip } from '../../text.ts';
import { byWeight, type Ground, hoursOf, refOf, told } from './ground.ts';
import { coverage } from './likewise.ts';
import type { Look, Sighting } from './sighting.ts';

export const textOfTask = ({
  title,
  description,
  acceptance_criteria,
  subtasks,
}: PlanTask): string =>
  [title, description, ...acceptance_criteria, ...subtasks.map((one) => one.description)].join(' ');

const undelivered: Look = ({ charter, tasks }) => {
  const said = tasks.flatMap(({ delivers = [] }) => delivers);
  // Where no task says what it delivers, nothing can be seen.
  if (said.length === 0) return [];
  return charter.deliverables
    .filter(({ id, name }) => !said.includes(id) && !said.includes(name))
    .slice(0, 2)
    .map(
      ({ id, name }): Sighting => ({
        ...{ topic: 'scope', lens: 'omission', section: 'charter', item: id, severity: 'major' },
        says: `“${clip(unstopped(name), 100)}” is promised, and no task delivers it.`,
        remedy: `Name the task that hands over ${id}, or take it out of the charter.`,
        ask: `Who makes “${clip(unstopped(name), 90)}”?`,
      }),
    );
};

const SPOKEN_OF = 0.3;

const unheard: Look = ({ direction, charter, tasks }) => {
  const texts = [...tasks.map(textOfTask), JSON.stringify(charter)];
  return direction.directives
    .filter(
      ({ kind, limit, importance }) => kind === 'requirement' && limit === null && importance >= 4,
    )
    .filter(({ text, quote }) =>
      texts.every((one) => Math.max(coverage(text, one), coverage(quote, one)) < SPOKEN_OF),
    )
    .slice(0, 2)
    .map(
      ({ id, quote }): Sighting => ({
        ...{ topic: 'scope', lens: 'omission', section: 'charter', item: '', severity: 'major' },
        says: `The goal asks for “${clip(unstopped(quote), 140)}” (${id}), and no task or deliverable speaks of it.`,
        remedy: `Put it into a task with a criterion that shows it, or say in the scope that it is left out.`,
        ask: `What has to be done for “${clip(unstopped(quote), 90)}”?`,
      }),
    );
};

const permits: Look = ({ charter, tasks }) =>
  charter.permits
    .filter(({ name }) => tasks.every((task) => coverage(name, textOfTask(task)) < 0.5))
    .slice(0, 1)
    .map(
      ({ name, authority, status }): Sighting => ({
        ...{
          topic: 'law',
          lens: 'license',
          section: 'charter',
          item: 'permits',
          severity: 'minor',
        },
        says: `“${clip(unstopped(name), 100)}” is on the list of permits (${status}), and no task applies for it.`,
        remedy: `Ask ${authority.trim() === '' ? 'the office' : clip(authority, 100)} whether it is needed, and add the application and its wait.`,
        ask: `Is “${clip(unstopped(name), 90)}” needed, and how long does it take?`,
      }),
    );

const usesOf = ({ tasks }: Ground, { id }: Quantity): PlanTask[] =>
  tasks.filter(({ assumption_ids = [] }) => assumption_ids.includes(assumptionId(id)));

const spread = ({ lower, base, upper }: Quantity): number =>
  base === 0 ? 0 : Math.min(10, (upper - lower) / Math.abs(base));

const uncertainty = {
  observed: 0,
  derived: 0.5,
  estimated: 1,
  assumed: 1.5,
  speculative: 2,
} as const;

/** Of hours and money, what the tasks that use it come to. */
function weightOf(one: Quantity, ground: Ground): number {
  const uses = usesOf(ground, one);
  const money = uses.reduce((sum, { total_cost }) => sum + (total_cost?.base ?? 0), 0);
  const hours = uses.reduce((sum, task) => sum + hoursOf(task), 0);
  const all = ground.tasks.reduce((sum, task) => sum + hoursOf(task), 0);
  const { base } = ground.network.costs;
  return (base > 0 ? Math.min(1, money / base) : 0) + (all > 0 ? hours / all : 0) + 0.05;
}

/** Of hours and money together, less of which may be wrong without harm. */
const MATTERS = 0.2;

/** What is least certain and has most resting on it first; what is said of the whole is told elsewhere. */
export const shakiest = (ground: Ground): Quantity[] =>
  byWeight(
    ground.assumptions.filter((one) => one.total === null && weightOf(one, ground) >= MATTERS),
    (one) => uncertainty[one.status] * (0.2 + spread(one)) * weightOf(one, ground),
  );

const shakiestOne: Look = (ground) => {
  const [one] = shakiest(ground);
  if (!one || uncertainty[one.status] === 0) return [];
  const uses = usesOf(ground, one).map(refOf);
  const used =
    uses.length > 0
      ? `; ${uses.slice(0, 6).join(', ')} ${uses.length === 1 ? 'rests' : 'rest'} on it`
      : '';
  return [
    {
      ...{ topic: 'basis', lens: null, section: 'assumptions', item: one.id, severity: 'minor' },
      says: `“${clip(unstopped(one.claim), 120)}” is ${one.status}: ${told(one.base)} ${one.unit}, anything from ${told(one.lower)} to ${told(one.upper)}${used}.`,
      remedy: `Ask for “${clip(unstopped(one.claim), 100)}” before anything that rests on it is bound.`,
      ask: `What is the usual figure for “${clip(unstopped(one.claim), 90)}”?`,
    },
  ];
};

/** Where all tasks come to something else than was said of the whole. */
const unlikeTotals: Look = ({ network, assumptions }) =>
  (networkDigest(network).unlike_first_estimate ?? []).slice(0, 2).flatMap((line): Sighting[] => {
    const [id = '', come = ''] = line.split(': ');
    const one = assumptions.find((quantity) => quantity.id === id);
    if (!one) return [];
    return [
      {
        ...{
          topic: 'basis',
          lens: 'arithmetic',
          section: 'assumptions',
          item: id,
          severity: 'minor',
        },
        says: `${id} says ${told(one.base)} ${one.unit} for the whole, but ${come}.`,
        remedy: `Find out which of the two is wrong, and change that one.`,
        ask: `What does a whole like this usually come to?`,
      },
    ];
  });

export const scopeLooks: readonly Look[] = [
  ...[unheard, undelivered, unlikeTotals, permits, shakiestOne],
];
