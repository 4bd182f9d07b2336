// The stages of making a plan, as a reader sees them: in groups from left to right, each with its title
// and the least detail at which a plan has it. Plain data, so that a page can have it without a schema.

type Detail = 'brief' | 'standard' | 'full';

export interface ShownStage {
  readonly name: string;
  readonly title: string;
  /** Not in plans with less detail. */
  readonly from?: Detail;
}

export interface StageGroup {
  readonly title: string;
  /** As the levels are counted. */
  readonly levels: readonly [first: number, last: number];
  readonly stages: readonly ShownStage[];
}

const stage = (name: string, title: string): ShownStage => ({ name, title });
const later = (name: string, title: string): ShownStage => ({ name, title, from: 'standard' });

/** Calls of a mind that a plan takes at most; rules take none. */
export const callsMax: Readonly<Record<Detail, number>> = { brief: 30, standard: 60, full: 110 };

export const stageGroups: readonly StageGroup[] = [
  {
    title: 'Understand',
    levels: [0, 1],
    stages: [
      stage('facts', 'Facts of the goal'),
      stage('screen', 'Screen'),
      stage('review', 'Review of the goal'),
      stage('directives', 'Directives of the goal'),
      stage('purpose', 'Purpose and domain'),
      stage('redline', 'Safety'),
      stage('premise', 'Attack on the premise'),
    ],
  },
  {
    title: 'Strategy',
    levels: [2, 5],
    stages: [
      stage('levers', 'Levers'),
      stage('places', 'Places and jurisdiction'),
      stage('resources', 'Currency and resources'),
      stage('lever-triage', 'Levers that matter'),
      stage('scenarios', 'Scenarios'),
      stage('choice', 'Chosen scenario'),
      stage('direction', 'Direction on one page'),
    ],
  },
  {
    title: 'Basis',
    levels: [6, 7],
    stages: [
      stage('assumptions', 'Assumptions'),
      stage('risks', 'Risks'),
      stage('mend-1', 'Assumptions and risks, checked'),
      stage('mend-2', 'Assumptions and risks, checked again'),
      stage('charter', 'Charter'),
    ],
  },
  {
    title: 'Shape',
    levels: [8, 8],
    stages: [
      stage('outline', 'Phases and tasks'),
      stage('team', 'Team and governance'),
      later('related', 'Related projects'),
      later('swot', 'Strengths, weaknesses, opportunities, threats'),
      later('papers', 'Documents and data'),
      later('panel', 'Experts to ask'),
    ],
  },
  {
    title: 'Schedule',
    levels: [9, 10],
    stages: [
      stage('details', 'Tasks in detail'),
      stage('network', 'Dates, odds and costs'),
      stage('rescue-1', 'Deadline and budget'),
      stage('rescue-2', 'Deadline and budget, again'),
    ],
  },
  {
    title: 'Challenge',
    levels: [11, 12],
    stages: [
      later('experts', 'Expert criticism'),
      stage('premortem', 'Premortem'),
      stage('premises', 'Critical premises'),
      later('attack', 'Red team'),
      later('rebuttal', 'Answer to the red team'),
      later('judge', 'Judgment of the red team'),
      stage('refine-1', 'Revisions'),
      stage('refine-2', 'Revisions, again'),
    ],
  },
  {
    title: 'Deliver',
    levels: [13, 14],
    stages: [
      stage('summary', 'Summary and pitch'),
      stage('answers', 'Questions and first day'),
      stage('adherence', 'Adherence to the goal'),
      stage('plan', 'Plan document'),
      stage('report', 'Report'),
    ],
  },
];
