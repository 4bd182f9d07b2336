// What a page shows of the stages is what there is.
import { describe, expect, it } from 'vitest';
import { callsMax, type StageGroup, stageGroups } from '../contract/plan-stages.ts';
import { allowances } from './allowance.ts';
import { isThought } from './stage.ts';
import { planStages } from './stages/index.ts';

const shown = (groups: readonly StageGroup[]) => groups.flatMap(({ stages }) => stages);
const names = (stages: readonly { readonly name: string }[]) => stages.map(({ name }) => name);

describe('the stages that a page shows', () => {
  it('[UI19] are those of a plan, each once', () => {
    expect(names(shown(stageGroups)).sort()).toEqual(names(planStages).sort());
  });

  it('[UI19] come after all that they need, group by group', () => {
    const groupOf = new Map(
      stageGroups.flatMap(({ stages }, index) => stages.map(({ name }) => [name, index] as const)),
    );
    const early = planStages.flatMap(({ name, needs }) =>
      needs.filter((need) => (groupOf.get(need) ?? 99) > (groupOf.get(name) ?? -1)),
    );
    expect(early).toEqual([]);
  });

  it('[UI17] come to the calls that are promised', () => {
    const promised = Object.entries(allowances).map(([detail, { calls }]) => [detail, calls]);
    expect(callsMax).toEqual(Object.fromEntries(promised));
  });

  it('[UI19] have the titles and the least detail of the stages themselves', () => {
    const all = shown(stageGroups);
    const least = new Map(all.map(({ name, from }) => [name, from]));
    expect(planStages.map(({ name }) => [name, least.get(name)])).toEqual(
      planStages.map(({ name, from }) => [name, from]),
    );
    const titles = new Map(all.map(({ name, title }) => [name, title]));
    const thoughts = planStages.filter(isThought);
    expect(thoughts.map(({ name }) => [name, titles.get(name)])).toEqual(
      thoughts.map(({ name, title }) => [name, title]),
    );
  });
});
