// What is wrong with the figures in a text that closes a plan: a place that nothing fills, a number
// that stands nowhere. Said so that whoever wrote it can mend it.
import {
  type NumberSources,
  numberSources,
  unsourcedNumbers,
  withReckonings,
} from '../gates/number-sources.ts';
import { type Figures, placesIn } from './figures.ts';
import type { StageInput, ThoughtStage } from './stage.ts';

export { unsourcedNumbers };

type Sees = NonNullable<ThoughtStage<unknown>['sees']>;

/** What a closing text is reckoned with: the money, and how much of what. */
const reckoned = ['cost', 'cost_low', 'cost_high', 'budget', 'weeks', 'tasks'] as const;

interface Known {
  readonly figures: Figures;
  readonly sees: Sees;
  readonly sources: NumberSources;
}

/** For one input: found while a mind thinks, and asked for again with every try. */
const known = new WeakMap<StageInput, Known>();

export function sourcesOf(input: StageInput, figures: Figures, sees: Sees): NumberSources {
  const before = known.get(input);
  if (before?.figures === figures && before.sees === sees) return before.sources;
  const sources = newSources(input, figures, sees);
  known.set(input, { figures, sees, sources });
  return sources;
}

/**
 * A number may come from the goal, from the figures, or from anything that the writer was shown; what
 * two numbers of the goal and the money come to passes too, since an honest writer does reckon.
 */
function newSources(input: StageInput, figures: Figures, sees: Sees): NumberSources {
  const { intake, outputs } = input;
  const { goal, startDate, budget } = intake;
  const shown = Object.entries(sees).map(([need, view]) =>
    Object.hasOwn(outputs, need) ? view(outputs[need], input) : null,
  );
  const all = numberSources(goal, startDate, budget, figures, outputs, shown);
  return withReckonings(
    all,
    goal,
    budget,
    reckoned.map((name) => figures[name] ?? ''),
  );
}

interface Text {
  readonly path: string;
  readonly text: string;
}

/** Every text of an answer with its place in it. */
export function textsIn(value: unknown, path = ''): Text[] {
  if (typeof value === 'string') return [{ path, text: value }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, item]) =>
    textsIn(item, path === '' ? name : `${path}.${name}`),
  );
}

const MAX_TOLD = 8;

export function figureProblems(
  value: unknown,
  figures: Figures,
  sources: NumberSources,
): readonly string[] {
  const known = Object.keys(figures).map((name) => `{${name}}`);
  const problems = textsIn(value).flatMap(({ path, text }) => [
    ...placesIn(text)
      .filter((name) => !Object.hasOwn(figures, name))
      .map((name) => `${path}: nothing fills {${name}}; there are ${known.join(', ')}`),
    ...unsourcedNumbers(text, sources).map(
      (number) =>
        `${path}: ${number} stands neither in the goal nor in the material; use a figure in braces, a number of the material, or leave it out`,
    ),
  ]);
  return problems.slice(0, MAX_TOLD);
}
