// The goal as a filled playbook: a pure function of the intake and of the playbooks on the shelf. Every offline rule tells a part of it
// in the shape of its stage, so all of them speak of one and the same plan.
import type { AssumptionsOutput } from '../../outputs/assumptions.ts';
import type { FactsOutput } from '../../outputs/facts.ts';
import type { TasksOutput } from '../../outputs/tasks.ts';
import type { Detail, Intake } from '../../stage.ts';
import { readGoal } from '../../stages/facts.ts';
import { assume } from './assume.ts';
import { buildPhases } from './build-tasks.ts';
import { type Choice, choosePlaybook, variantOf } from './choose-playbook.ts';
import type { Slots } from './fill.ts';
import type { Playbook, Variant } from './playbook.ts';
import { playbookByName, shelf } from './shelf.ts';
import { slotsOf } from './slots.ts';
import { withoutWords } from './without-words.ts';

export interface Draft {
  readonly intake: Intake;
  readonly detail: Detail;
  readonly facts: FactsOutput;
  readonly choice: Choice;
  readonly playbook: Playbook;
  readonly variant: Variant | null;
  /** Numbers, money, what was guessed. */
  readonly assumed: AssumptionsOutput;
  readonly slots: Slots;
  readonly phases: TasksOutput['phases'];
}

/** A demand may name what the goal bans; what is to be done does not. */
const withoutBans = (
  phases: TasksOutput['phases'],
  banned: readonly string[],
): TasksOutput['phases'] =>
  phases.map((phase) => ({
    ...phase,
    tasks: phase.tasks.map((task) => ({ ...task, title: withoutWords(task.title, banned) })),
  }));

function makeDraft(intake: Intake): Draft {
  const facts = readGoal(intake);
  const choice = choosePlaybook(facts.goal);
  const playbook = playbookByName(choice.name);
  const variant = variantOf(playbook, facts.goal);
  const assumed = assume(facts, choice);
  const slots = slotsOf(playbook, variant, facts, assumed);
  const phases = withoutBans(
    buildPhases({ playbook, variant, facts, assumed, slots }),
    facts.requirements.bannedWords,
  );
  const detail = intake.detail ?? 'standard';
  return { intake, detail, facts, choice, playbook, variant, assumed, slots, phases };
}

const kept = new Map<string, Draft>();
const keptMax = 16;

/** Some fifty rules of one plan ask for the same one. */
export function draftOf(intake: Intake): Draft {
  const key = `${shelf().digest} ${JSON.stringify(intake)}`;
  const known = kept.get(key);
  if (known) return known;
  const draft = makeDraft(intake);
  if (kept.size >= keptMax) kept.delete(kept.keys().next().value ?? '');
  kept.set(key, draft);
  return draft;
}
