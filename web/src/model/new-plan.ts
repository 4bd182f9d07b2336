// What is asked of the server for a new plan, from what stands in the form and what the server can do.
import type { Input, Models } from '../api/endpoints.ts';
import type { GoalDraft } from './goal-draft.ts';

export const maxGoalChars = 20_000;

export const brainNames = ['model', 'caller', 'offline', 'recorded'] as const;
export type BrainName = (typeof brainNames)[number];

export interface BrainChoice {
  readonly name: BrainName;
  readonly title: string;
  readonly text: string;
  readonly usable: boolean;
  readonly whyNot: string;
}

const brainTexts: Readonly<Record<BrainName, readonly [title: string, text: string]>> = {
  model: ['AI models', 'The models of this server think about every stage.'],
  caller: ['Your own agent', 'An agent that is connected to this server thinks, stage by stage.'],
  offline: ['Rules only', 'An honest draft in a moment: no key, no network, no cost.'],
  recorded: ['A recording', 'Replies that were recorded before, for tests and demonstrations.'],
};

/** In the order in which one would want them; a recording only where there is one. */
export function brainChoices(models: Models): readonly BrainChoice[] {
  return brainNames
    .map((name) => {
      const found = models.brains.find((brain) => brain.name === name);
      const [title, text] = brainTexts[name];
      const usable = found?.usable ?? false;
      return { name, title, text, usable, whyNot: found?.why_not ?? '' };
    })
    .filter(({ name, usable }) => usable || name !== 'recorded');
}

/** What was chosen where that can be used; otherwise what thinks best among what is there. */
export function chosenBrain(choices: readonly BrainChoice[], wanted: string): BrainName {
  const usable = choices.filter(({ usable: is }) => is);
  const first = usable.find(({ name }) => name === 'model')?.name ?? 'offline';
  return usable.find(({ name }) => name === wanted)?.name ?? first;
}

export function chosenProfile(
  { profiles, default_profile: usual }: Models,
  wanted: string,
): string {
  return profiles.some(({ profile }) => profile === wanted) ? wanted : usual;
}

/** Undefined for no limit; null for what is no amount. */
export function usdOf(typed: string): number | undefined | null {
  const text = typed.trim().replace(',', '.');
  if (text === '') return undefined;
  const amount = Number(text);
  return Number.isFinite(amount) && amount > 0 && amount <= 1e6 ? amount : null;
}

export function newPlanOf(draft: GoalDraft, models: Models | undefined): Input<'plan_create'> {
  const start = draft.startDate === '' ? {} : { start_date: draft.startDate };
  const wish = { prompt: draft.goal.trim(), ...start };
  // What the server can do is not known: it chooses by itself.
  if (models === undefined) return { ...wish, detail: draft.detail };
  const brain = chosenBrain(brainChoices(models), draft.brain);
  if (brain === 'offline') return { ...wish, brain };
  const usd = brain === 'model' ? usdOf(draft.usd) : undefined;
  const profile = brain === 'model' ? chosenProfile(models, draft.profile) : '';
  return {
    ...wish,
    brain,
    detail: draft.detail,
    ...(profile === '' || profile === models.default_profile ? {} : { model_profile: profile }),
    ...(usd === undefined || usd === null ? {} : { budget: { usd } }),
  };
}
