// How long a plan still takes: the longest way through what is left of its stages, with what each of
// them took before. Parts of a stage are thought about at the same time, so a stage takes as long as
// one answer.
import type { UsagePace } from '../store/store.ts';
import type { Rows } from '../store/tables.ts';
import { partStepId, stageStepId } from './generation.ts';
import { type AnyStage, isThought } from './stage.ts';

/** Something that runs over what it usually takes will need a little more still. */
const leastShare = 0.1;

type StepRow = Pick<Rows['steps'], 'step' | 'state' | 'changed_at'>;

const meanMs = (paces: readonly UsagePace[]): number | null => {
  const answers = paces.reduce((sum, pace) => sum + pace.answers, 0);
  const ms = paces.reduce((sum, pace) => sum + pace.duration_ms, 0);
  return answers === 0 ? null : ms / answers;
};

/** Of one answer by stage; the mean of this plan's own answers where a stage has no history. */
export function paceOf(
  history: readonly UsagePace[],
  own: readonly UsagePace[],
): (stage: string) => number | null {
  const usual = meanMs(own);
  return (stage) => meanMs(history.filter((pace) => pace.stage === stage)) ?? usual;
}

/** Since when one of its steps is under way; null where none is. */
function begunAt(stage: AnyStage, steps: readonly StepRow[]): number | null {
  const id = stageStepId(stage.name);
  const part = partStepId(stage.name, '');
  const held = steps.filter(
    ({ step, state }) => state === 'LEASED' && (step === id || step.startsWith(part)),
  );
  return held.length === 0 ? null : Math.min(...held.map((row) => row.changed_at));
}

export interface EtaParts {
  /** In an order in which every need comes first. */
  readonly stages: readonly AnyStage[];
  readonly steps: readonly StepRow[];
  readonly now: number;
  /** How long an answer takes; null where nobody knows. */
  pace(stage: string): number | null;
}

/** What it will take; nothing of one that asks only where there is something to mend and never did. */
function usualOf(stage: AnyStage, pace: EtaParts['pace']): number | null {
  const asksIfNeeded = isThought(stage) && stage.parts?.found !== undefined;
  return pace(stage.name) ?? (asksIfNeeded ? 0 : null);
}

/** Null where nobody knows how long a stage that is left will take. */
export function etaMs({ stages, steps, now, pace }: EtaParts): number | null {
  const done = new Set(steps.filter(({ state }) => state === 'VERIFIED').map(({ step }) => step));
  const endMs = new Map<string, number>();
  for (const stage of stages) {
    const from = Math.max(0, ...stage.needs.map((need) => endMs.get(need) ?? 0));
    const isDone = done.has(stageStepId(stage.name)) || !isThought(stage);
    const usualMs = isDone ? 0 : usualOf(stage, pace);
    if (usualMs === null) return null;
    const begun = isDone ? null : begunAt(stage, steps);
    const leftMs = begun === null ? usualMs : usualMs - (now - begun);
    endMs.set(stage.name, from + Math.max(leftMs, usualMs * leastShare));
  }
  return Math.max(0, ...endMs.values());
}
