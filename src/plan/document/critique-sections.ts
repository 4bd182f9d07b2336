// The sections of plan.json that hold what critics said and what became of it. A brief plan has fewer.
import type { Plan } from '../../contract/plan.ts';
import type { RefinedOutput } from '../outputs/critique.ts';
import { redTeamOf } from '../red-team-score.ts';
import { outputIfAny, type StageInput } from '../stage.ts';
import { attackStage } from '../stages/attack.ts';
import { expertsStage } from '../stages/experts.ts';
import { judgeStage } from '../stages/judge.ts';
import { panelStage } from '../stages/panel.ts';
import { papersStage } from '../stages/papers.ts';
import { premisesStage } from '../stages/premises.ts';
import { premortemStage } from '../stages/premortem.ts';
import { rebuttalStage } from '../stages/rebuttal.ts';
import { relatedStage } from '../stages/related.ts';
import { swotStage } from '../stages/swot.ts';

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
  const premortem = outputIfAny(input, premortemStage);
  const premises = outputIfAny(input, premisesStage);
  const { refinements, left, network } = refined;
  return {
    ...surroundings(input),
    ...expertsOf(input),
    ...(premortem ? { premortem } : {}),
    ...(premises ? { critical_premises: premises.premises } : {}),
    ...redTeam(input),
    refinements,
    findings_left: left,
    plan_changes: network.changes,
    ...(network.not_taken === undefined ? {} : { changes_not_taken: network.not_taken }),
  };
}
