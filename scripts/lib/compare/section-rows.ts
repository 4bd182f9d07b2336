// The sections of both reports side by side, and where a section's own data lies in each plan.

export interface SectionRow {
  readonly title: string;
  /** Headings of a PlanExe report. */
  readonly planexe: readonly string[];
  /** Ids of sections of our report; `first-screen` is what stands above the first of them. */
  readonly planwright: readonly string[];
}

/** What lies apart in one report and together in the other shares a row. */
export const sectionRows: readonly SectionRow[] = [
  {
    title: 'Executive summary',
    planexe: ['Executive Summary'],
    planwright: ['first-screen', 'summary'],
  },
  { title: 'Pitch', planexe: ['Pitch'], planwright: ['pitch'] },
  { title: 'Charter', planexe: ['Project Plan'], planwright: ['charter'] },
  {
    title: 'Decisions and scenarios',
    planexe: ['Strategic Decisions', 'Scenarios'],
    planwright: ['decisions'],
  },
  {
    title: 'Assumptions and risks',
    planexe: ['Assumptions'],
    planwright: ['assumptions', 'risks', 'guesses'],
  },
  { title: 'Team and governance', planexe: ['Team', 'Governance'], planwright: ['team'] },
  { title: 'Related projects', planexe: ['Related Resources'], planwright: ['related'] },
  {
    title: 'Documents and data to collect',
    planexe: ['Data Collection', 'Documents to Create and Find'],
    planwright: ['papers'],
  },
  { title: 'SWOT', planexe: ['SWOT Analysis'], planwright: ['swot'] },
  { title: 'Expert criticism', planexe: ['Expert Criticism'], planwright: ['experts'] },
  {
    title: 'Work breakdown',
    planexe: ['Work Breakdown Structure'],
    planwright: ['work'],
  },
  {
    title: 'Schedule',
    planexe: ['Gantt Overview', 'Gantt Interactive'],
    planwright: ['schedule'],
  },
  { title: 'Costs', planexe: [], planwright: ['costs'] },
  { title: 'Review', planexe: ['Review Plan'], planwright: ['red-team', 'revisions', 'premises'] },
  { title: 'Questions', planexe: ['Questions & Answers'], planwright: ['answers'] },
  { title: 'Premortem', planexe: ['Premortem'], planwright: ['premortem'] },
  { title: 'Audit', planexe: ['Self Audit'], planwright: ['gates'] },
  { title: 'Prompt vetting', planexe: ['Initial Prompt Vetted'], planwright: ['review'] },
  { title: 'Adherence', planexe: ['Prompt Adherence'], planwright: ['goal'] },
];

export interface SectionData {
  readonly name: string;
  /** One of these files. */
  readonly files: readonly string[];
  /** One of these fields of plan.json, with something in it; dots lead into it. */
  readonly fields: readonly string[];
}

export const sectionData: readonly SectionData[] = [
  { name: 'executive summary', files: ['executive_summary.md'], fields: ['executive_summary'] },
  { name: 'pitch', files: ['pitch.md', 'pitch.json'], fields: ['pitch'] },
  { name: 'charter', files: ['project_plan.md', 'project_plan.json'], fields: ['charter'] },
  { name: 'decisions', files: ['strategic_decisions.md'], fields: ['levers'] },
  { name: 'scenarios', files: ['scenarios.md'], fields: ['scenarios'] },
  { name: 'assumptions', files: ['make_assumptions.json'], fields: ['assumptions'] },
  { name: 'governance', files: ['consolidate_governance.md'], fields: ['governance.escalation'] },
  { name: 'related projects', files: ['related_resources.md'], fields: ['related_projects'] },
  { name: 'data to collect', files: ['data_collection.md'], fields: ['papers.data'] },
  {
    name: 'documents',
    files: ['documents_to_create_and_find.md'],
    fields: ['papers.to_find', 'papers.to_write'],
  },
  { name: 'SWOT', files: ['swot_analysis.md'], fields: ['swot'] },
  { name: 'team', files: ['team.md'], fields: ['roles'] },
  { name: 'expert criticism', files: ['expert_criticism.md'], fields: ['experts'] },
  {
    name: 'work breakdown',
    files: ['wbs_project_level1_and_level2_and_level3.json'],
    fields: ['phases'],
  },
  { name: 'review', files: ['review_plan.md'], fields: ['red_team', 'critical_premises'] },
  { name: 'questions', files: ['questions_and_answers.md'], fields: ['questions_and_answers'] },
  { name: 'premortem', files: ['premortem.md'], fields: ['premortem'] },
  { name: 'audit', files: ['self_audit.md'], fields: ['gates'] },
  {
    name: 'prompt vetting',
    files: ['screen_planning_prompt.md', 'redline_gate.md', 'premise_attack.md'],
    fields: ['review', 'premise_attacks'],
  },
  { name: 'adherence', files: ['prompt_adherence.md'], fields: ['adherence'] },
];
