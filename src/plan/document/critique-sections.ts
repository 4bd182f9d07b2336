// The sections of plan.json that hold what critics said and what became of it. A brief plan has fewer.
import type { Plan } from '../../contract/plan.ts';
import type { RefinedOutput } from '../outputs/critique.ts';
import { redTeamOf } from '../red-team-score.ts';
import { outputIfAny, outputOf, type StageInput } from '../stage.ts';
import { attackStage } from '../stages/attack.ts';
import { directionStage } from '../stages/direction.ts';
import { expertsStage } from '../stages/experts.ts';
import { judgeStage } from '../stages/judge.ts';
import { panelStage } from '../stages/panel.ts';
import { papersStage } from '../stages/papers.ts';
import { premisesStage } from '../stages/premises.ts';
import { premortemStage } from '../stages/premortem.ts';
import { rebuttalStage } from '../stages/rebuttal.ts';
import { relatedStage } from '../stages/related.ts';
import { rescue2Stage } from '../stages/rescue-2.ts';
import { swotStage } from '../stages/swot.ts';
import { leftFindings, reasonText, type Voices } from './open-findings.ts';
import type { Revised } from './since.ts';
import { toldExperts, toldPremises, toldPremortem, toldRedTeam } from './told-critics.ts';

/** One who was listed and not heard stays on the list, so that it is seen. */
const unheard = { verdict: '—', findings: [] };

function expertsOf(input: StageInput): Pick<Plan, 'experts'> {
  const panel = outputIfAny(input, panelStage);
  if (!panel) return {};
  const heard = outputIfAny(input, expertsStage)?.experts ?? [];
  const experts = panel.experts.map(
    (expert) => heard.find(({ id }) => id === expert.id) ?? { ...expert, ...unheard },
  );
  return { experts };
}

function redTeam(input: StageInput): Pick<Plan, 'red_team'> {
  const attack = outputIfAny(input, attackStage);
  if (!attack) return {};
  const rebuttal = outputIfAny(input, rebuttalStage);
  return { red_team: redTeamOf(attack, rebuttal, outputIfAny(input, judgeStage)) };
}

/** Experts and red team together: what both say stands there once. */
function criticism(
  input: StageInput,
  revised: Revised,
  left: RefinedOutput['left'],
): Partial<Plan> {
  const { experts } = expertsOf(input);
  const { red_team } = redTeam(input);
  const heard = { experts: experts ?? [], team: red_team, revised, left };
  return {
    ...(experts ? { experts: toldExperts(heard) } : {}),
    ...(red_team ? { red_team: toldRedTeam(red_team, heard) } : {}),
  };
}

/** Not every detail has all of them. */
const voicesIn = (input: StageInput): Voices => ({
  attack: outputIfAny(input, attackStage),
  experts: outputIfAny(input, expertsStage),
  premortem: outputIfAny(input, premortemStage),
  premises: outputIfAny(input, premisesStage),
});

/** What the critics saw, and what became of it. */
function revisedIn(input: StageInput, { network, refinements }: RefinedOutput): Revised {
  const before = outputIfAny(input, rescue2Stage) ?? network;
  const { language } = outputOf(input, directionStage);
  return { before, after: network, refinements, language };
}

function surroundings(input: StageInput): Partial<Plan> {
  const related = outputIfAny(input, relatedStage);
  const swot = outputIfAny(input, swotStage);
  const papers = outputIfAny(input, papersStage);
  return {
    ...(related ? { related_projects: related.projects } : {}),
    ...(swot ? { swot } : {}),
    ...(papers ? { papers } : {}),
  };
}

export function critiqueSections(input: StageInput, refined: RefinedOutput): Partial<Plan> {
  const { refinements, left, network } = refined;
  const voices = voicesIn(input);
  const { premortem, premises } = voices;
  const revised = revisedIn(input, refined);
  return {
    ...surroundings(input),
    ...criticism(input, revised, left),
    ...(premortem ? { premortem: toldPremortem(premortem, revised, left) } : {}),
    ...(premises ? { critical_premises: toldPremises(premises, revised) } : {}),
    refinements: refinements.map((one) => ({
      ...one,
      because: one.because.map((because) => reasonText(because, voices)),
    })),
    findings_left: leftFindings(left, voices),
    plan_changes: network.changes,
    ...(network.not_taken === undefined ? {} : { changes_not_taken: network.not_taken }),
  };
}
