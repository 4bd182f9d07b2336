// Which stages make up one making of a plan, in an order in which every need comes first.
import { PlanwrightError } from '../base/errors.ts';
import { sha256Hex } from '../base/hash.ts';
import { declaredStage } from './declared-stage.ts';
import { thoughtSections } from './report/thought-sections.ts';
import type { Settings } from './settings.ts';
import { type AnyStage, type AnyThought, isThought } from './stage.ts';
import { stages as computed, reportStage, thoughts } from './stages/index.ts';

const invalid = (message: string): PlanwrightError =>
  new PlanwrightError('INVALID_ARGUMENTS', message);

function withPrompt(stage: AnyThought, { prompts }: Settings): AnyThought {
  const text = prompts[stage.name];
  return text === undefined ? stage : { ...stage, prompt: text };
}

function checkNames(settings: Settings, known: ReadonlySet<string>): void {
  for (const name of Object.keys(settings.prompts)) {
    if (!known.has(name)) throw invalid(`prompts.${name}: no stage of this plan has that prompt.`);
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

/** The report comes last and shows what all minds found. */
const reportOf = (thought: readonly AnyThought[]): AnyStage => ({
  ...reportStage,
  needs: [...reportStage.needs, ...thought.map(({ name }) => name)],
  offline: async (input) => {
    const { markdown } = await reportStage.offline(input);
    return { markdown: markdown + thoughtSections(thought, input.outputs) };
  },
});

export function stagesFor(settings: Settings): readonly AnyStage[] {
  if (settings.brain === 'offline') return computed;
  checkNames(settings, new Set(thoughts.map(({ name }) => name)));
  const usual = thoughts.map((stage) => withPrompt(stage, settings));
  const thought = [...usual, ...settings.stages.map(declaredStage)];
  const rest = computed.filter((stage) => stage !== reportStage);
  return inOrder([...rest, ...thought, reportOf(thought)]);
}

/** Of the rule and of the words: a changed prompt is another version. */
export const versionOf = (stage: AnyStage): string =>
  isThought(stage)
    ? `${stage.version}.${sha256Hex(stage.prompt).slice(0, 8)}`
    : String(stage.version);
