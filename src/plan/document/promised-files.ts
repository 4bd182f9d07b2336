// Four files that agents were promised at these paths, each a small view of the plan: the assumptions,
// the recommendation, the risks and the work breakdown.
import { unstopped } from '../../base/sentences.ts';
import type { Plan } from '../../contract/plan.ts';

const assumptionText = ({ claim, base, lower, upper, unit }: Plan['assumptions'][number]): string =>
  `${unstopped(claim)}: ${base} ${unit} (${lower} to ${upper})`;

const distilledAssumptions = ({ assumptions }: Plan): object => ({
  assumption_list: assumptions.map(assumptionText),
  assumptions,
});

const words = {
  go: 'Go',
  go_with_conditions: 'Go with conditions',
  no_go: 'No go',
} as const;

function preProjectAssessment({
  verdict,
  gates = [],
  quality_summary,
  first_24_hours,
}: Plan): object {
  return {
    go_no_go_recommendation: verdict
      ? `${words[verdict.decision]}. ${verdict.reason}`
      : 'Not judged.',
    decision: verdict?.decision ?? null,
    conditions: verdict?.conditions ?? [],
    gates: gates.map(({ gate, severity, status, findings }) => ({
      ...{ gate, severity, status, findings: findings.length },
    })),
    first_24_hours: first_24_hours ?? [],
    quality_summary,
  };
}

/** What speaks against the plan: its risks first, then what critics held against it. */
function negativeFeedback(plan: Plan): object {
  const { risks, red_team, experts = [], premortem, critical_premises = [] } = plan;
  return {
    risks,
    red_team: (red_team?.findings ?? []).filter(({ ruling }) => ruling !== 'overruled'),
    expert_findings: experts.flatMap(({ title, findings }) =>
      findings.map((finding) => ({ expert: title, ...finding })),
    ),
    failures: premortem?.failures ?? [],
    stop_rule: premortem?.stop_rule ?? null,
    critical_premises,
  };
}

const wbs = ({ phases }: Plan): object =>
  phases.map(({ phase_id, name, tasks }) => ({
    id: phase_id,
    major_phase_title: name,
    subtasks: tasks.map(({ task_id, title }) => ({ id: task_id, description: title })),
  }));

export const promisedFiles = (plan: Plan): Readonly<Record<string, object>> => ({
  'assumptions/distilled_assumptions.json': distilledAssumptions(plan),
  'pre_project_assessment/pre_project_assessment.json': preProjectAssessment(plan),
  'negative_feedback/negative_feedback.json': negativeFeedback(plan),
  'wbs/wbs_level2.json': wbs(plan),
});
