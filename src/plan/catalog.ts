// Which stages make up one making of a plan, in an order in which every need comes first.
import { PlanwrightError } from '../base/errors.ts';
import { sha256Hex } from '../base/hash.ts';
import { declaredStage } from './declared-stage.ts';
import type { Settings } from './settings.ts';
import { type AnyStage, type AnyThought, type Detail, details, isThought } from './stage.ts';
import { planStage, planStages } from './stages/index.ts';

const invalid = (message: string): PlanwrightError =>
  new PlanwrightError('INVALID_ARGUMENTS', message);

function withPrompt(stage: AnyThought, { prompts }: Settings): AnyThought {
  const text = prompts[stage.name];
  return text === undefined ? stage : { ...stage, prompt: text };
}

function checkNames(settings: Settings, usual: readonly AnyStage[]): void {
  const thought = new Set(usual.filter(isThought).map(({ name }) => name));
  const known = new Set(usual.map(({ name }) => name));
  for (const name of Object.keys(settings.prompts)) {
    if (!thought.has(name))
      throw invalid(`prompts.${name}: no stage of this plan has that prompt.`);
  }
  const own = new Set<string>();
  for (const { name } of settings.stages) {
    if (known.has(name) || own.has(name)) throw invalid(`stages.${name}: that name is taken.`);
    own.add(name);
  }
}

/** By their needs; a need that is not there, or a ring, is refused. */
function inOrder(all: readonly AnyStage[]): AnyStage[] {
  const byName = new Map(all.map((stage) => [stage.name, stage]));
  const placed = new Map<string, AnyStage>();
  const place = (stage: AnyStage, above: readonly string[]): void => {
    if (placed.has(stage.name)) return;
    if (above.includes(stage.name)) throw invalid(`Stages need one another: ${stage.name}.`);
    for (const need of stage.needs) {
      const needed = byName.get(need);
      if (!needed) throw invalid(`stages.${stage.name}.needs: there is no stage ${need}.`);
      place(needed, [...above, stage.name]);
    }
    placed.set(stage.name, stage);
  };
  for (const stage of all) place(stage, []);
  return [...placed.values()];
}

/** Without those that only more detailed plans have: nobody waits for what is not there. */
export function atDetail(all: readonly AnyStage[], detail: Detail): AnyStage[] {
  const isLeftOut = ({ from }: AnyStage): boolean =>
    from !== undefined && details.indexOf(detail) < details.indexOf(from);
  const gone = new Set(all.filter(isLeftOut).map(({ name }) => name));
  return all
    .filter(({ name }) => !gone.has(name))
    .map((stage) => ({ ...stage, needs: stage.needs.filter((need) => !gone.has(need)) }));
}

/** The plan is put together after all minds, those of this plan's own stages included. */
const withOwn = (stage: AnyStage, own: readonly AnyThought[]): AnyStage =>
  stage.name === planStage.name && own.length > 0
    ? { ...stage, needs: [...stage.needs, ...own.map(({ name }) => name)] }
    : stage;

export function stagesFor(settings: Settings): readonly AnyStage[] {
  const usual = atDetail(planStages, settings.detail);
  checkNames(settings, usual);
  const own = settings.stages.map(declaredStage);
  const all = usual.map((stage) =>
    withOwn(isThought(stage) ? withPrompt(stage, settings) : stage, own),
  );
  return inOrder([...all, ...own]);
}

/** Of the rule and of the words: a changed prompt is another version. */
export const versionOf = (stage: AnyStage): string =>
  isThought(stage)
    ? `${stage.version}.${sha256Hex(stage.prompt).slice(0, 8)}`
    : String(stage.version);
