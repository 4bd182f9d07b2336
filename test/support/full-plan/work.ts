// The work of the full plan: four phases of four tasks, as a person would write them down.
import type { PlanTask } from '../../../src/contract/plan.ts';

type Draft = Omit<PlanTask, 'start_date' | 'finish_date'>;

interface Row {
  readonly id: string;
  readonly title: string;
  readonly what: string;
  readonly role: string;
  readonly after: readonly string[];
  /** Working hours: low, likely, high. */
  readonly hours: readonly [number, number, number];
  readonly tier: PlanTask['risk_tier'];
  readonly done: readonly string[];
  readonly steps: readonly (readonly [action: string, what: string])[];
  readonly more?: Partial<Draft>;
}

const idOf = (short: string): string => `task_${short.replace('.', '_')}`;

function taskOf(row: Row): Draft {
  const [low, likely, high] = row.hours;
  const task_id = idOf(row.id);
  return {
    task_id,
    title: row.title,
    description: row.what,
    assignee_role: row.role,
    performer: row.role === 'Research agent' ? 'agent' : 'human',
    prerequisites: row.after.map(idOf),
    estimate: { low, likely, high },
    estimated_hours: Math.round(((low + 4 * likely + high) / 6) * 10) / 10,
    complexity: high > 100 ? 'high' : high > 30 ? 'medium' : 'low',
    model_tier: 'medium',
    risk_tier: row.tier,
    acceptance_criteria: [...row.done],
    cost: null,
    subtasks: row.steps.map(([action, description], index) => ({
      subtask_id: `${task_id}_${'abcdef'[index] ?? 'z'}`,
      action,
      description,
      params: {},
    })),
    ...row.more,
  };
}

const prepare: readonly Row[] = [
  {
    ...{ id: '1.1', title: 'Survey the old net house', role: 'Site lead', after: [] },
    what: 'Measure the floor, test the wiring and list every defect with a photo and a price class.',
    ...{ hours: [12, 20, 36], tier: 'T1' },
    done: ['Every room has a sheet with defects, photos and a price class'],
    steps: [
      ['inspect_site', 'Walk through with the harbor office and an electrician'],
      ['write_report', 'Write the defect list'],
    ],
    more: { assumption_ids: ['assumption_1'], delivers: ['V1'], outputs: ['Defect list'] },
  },
  {
    ...{ id: '1.2', title: 'Ask 120 households what they would borrow', role: 'Research agent' },
    what: 'A two-minute questionnaire by post and online, in the three quarters nearest the harbor.',
    ...{ after: [], hours: [16, 24, 40], tier: 'T2' },
    done: ['At least 60 answers', 'A ranked list of the 50 tools that are wanted most'],
    steps: [
      ['write_questionnaire', 'Eight questions, tested on five neighbors'],
      ['send_questionnaire', 'Send to 120 households'],
      ['analyze_answers', 'Rank the tools and say how sure the ranking is'],
    ],
    more: {
      assumption_ids: ['assumption_2'],
      reversibility: 'irreversible',
      outputs: ['Ranking of tools'],
    },
  },
  {
    ...{ id: '1.3', title: 'Agree on the lease of the net house', role: 'Director' },
    what: 'Five years, the harbor pays for the roof, we pay for everything inside.',
    ...{ after: ['1.1', '1.4'], hours: [16, 30, 80], tier: 'T3' },
    done: ['A signed lease with a clause to leave after two years'],
    steps: [
      ['draft_contract', 'Draft the lease from the defect list'],
      ['negotiate', 'Two meetings with the harbor office'],
      ['sign_contract', 'Sign after the board has agreed'],
    ],
    more: { risk_ids: ['risk_1'], reversibility: 'compensable', delivers: ['V1'] },
  },
  {
    ...{ id: '1.4', title: 'Found the association', role: 'Director', after: [] },
    what: 'Statutes, a board of three, a bank account and liability insurance.',
    ...{ hours: [10, 18, 40], tier: 'T3' },
    done: ['Entry in the register of associations', 'Insurance policy in force'],
    steps: [
      ['draft_document', 'Write the statutes'],
      ['file_registration', 'File with the register'],
    ],
    more: { delivers: ['V2'] },
  },
];

const build: readonly Row[] = [
  {
    ...{ id: '2.1', title: 'Renew wiring and light', role: 'Contractor', after: ['1.3'] },
    what: 'New distribution board, 24 sockets at the benches, light of 500 lux on every bench.',
    ...{ hours: [60, 90, 160], tier: 'T2' },
    done: ['The inspector has signed the electrical certificate'],
    steps: [
      ['order_work', 'Order from the cheaper of three offers'],
      ['inspect_site', 'Acceptance with the inspector'],
    ],
    more: { risk_ids: ['risk_1', 'risk_2'], delivers: ['V1'] },
  },
  {
    ...{ id: '2.2', title: 'Build eight benches and the tool wall', role: 'Site lead' },
    what: 'Benches of beech, dust extraction at two of them, a wall for 600 labeled tools.',
    ...{ after: ['2.1'], hours: [60, 80, 130], tier: 'T1' },
    done: ['Eight benches carry 200 kg each', '600 labeled places on the wall'],
    steps: [
      ['buy_material', 'Order timber and fittings'],
      ['build', 'Three Saturdays with ten helpers'],
    ],
    more: { delivers: ['V1'] },
  },
  {
    ...{ id: '2.3', title: 'Pass the fire inspection', role: 'Site lead', after: ['2.2'] },
    what: 'Escape route, four extinguishers, a rule for hot work; the inspector comes once.',
    ...{ hours: [6, 10, 30], tier: 'T3' },
    done: ['Permit of use without open points'],
    steps: [['file_application', 'Apply four weeks ahead']],
    more: { risk_ids: ['risk_2'] },
  },
  {
    ...{ id: '2.4', title: 'Workshop ready', role: 'Site lead', after: ['2.3'] },
    what: 'Everything inside the net house is allowed, safe and in its place.',
    ...{ hours: [0, 0, 0], tier: 'T1' },
    done: ['Permit on the wall'],
    steps: [],
    more: { milestone: true },
  },
];

const stock: readonly Row[] = [
  {
    ...{ id: '3.1', title: 'Collect 450 donated tools', role: 'Volunteer lead', after: ['1.2'] },
    what: 'Four collection days; what is not on the ranking goes to the next charity shop.',
    ...{ hours: [50, 80, 140], tier: 'T2' },
    done: ['450 tools sorted, of them 300 of the ranked kinds'],
    steps: [
      ['announce', 'Announce the days in the harbor gazette'],
      ['collect_items', 'Hold four collection days'],
    ],
    more: { assumption_ids: ['assumption_3'], risk_ids: ['risk_3'], delivers: ['V3'] },
  },
  {
    ...{ id: '3.2', title: 'Buy 150 tools that nobody gives', role: 'Director', after: ['3.1'] },
    what: 'Mostly battery tools of one make, so that batteries fit everywhere.',
    ...{ hours: [16, 24, 50], tier: 'T2' },
    done: ['150 tools with receipt and guarantee'],
    steps: [
      ['compare_offers', 'Three offers'],
      ['order_goods', 'Order in two lots'],
    ],
    more: { delivers: ['V3'] },
  },
  {
    ...{ id: '3.3', title: 'Test and label 600 tools', role: 'Volunteer lead' },
    what: 'Electrical test by a certified tester, a number and a card for every tool.',
    ...{ after: ['3.2', '2.4'], hours: [60, 100, 170], tier: 'T2' },
    done: ['Every electrical tool has a test mark not older than a month'],
    steps: [
      ['test_items', 'Test in lots of 50'],
      ['label_items', 'Label and enter in the list'],
    ],
    more: { risk_ids: ['risk_4'], delivers: ['V3'] },
  },
  {
    ...{ id: '3.4', title: 'Set up the lending desk', role: 'Research agent', after: ['3.1'] },
    what: 'Membership, reservations and reminders with an open-source lending program.',
    ...{ hours: [20, 32, 60], tier: 'T1' },
    done: ['A test member borrows and returns ten tools without help'],
    steps: [
      ['install_software', 'Install and secure'],
      ['import_data', 'Bring in the list of tools'],
    ],
    more: { delivers: ['V4'] },
  },
];

const open: readonly Row[] = [
  {
    ...{ id: '4.1', title: 'Train twenty volunteers', role: 'Volunteer lead', after: ['2.4'] },
    what: 'Safety, lending desk, first repair talks; nobody under 18 works at a bench.',
    ...{ hours: [24, 36, 60], tier: 'T1' },
    done: ['Twenty people have passed the safety talk', 'Ages are on file'],
    steps: [['hold_training', 'Four evenings']],
    more: { risk_ids: ['risk_3'] },
  },
  {
    ...{ id: '4.2', title: 'Run a trial fortnight', role: 'Volunteer lead' },
    what: 'Fifty invited members borrow for two weeks; everything that goes wrong is written down.',
    ...{ after: ['3.3', '3.4', '4.1'], hours: [60, 80, 96], tier: 'T2' },
    done: ['At least 120 loans', 'Fewer than 5 of 100 come back late'],
    steps: [
      ['invite_members', 'Invite fifty'],
      ['measure', 'Count loans, late returns, repairs'],
    ],
    more: { risk_ids: ['risk_4'] },
  },
  {
    ...{ id: '4.3', title: 'Open to everybody', role: 'Director', after: ['4.2'] },
    what: 'Opening day with repair talks, then three afternoons a week.',
    ...{ hours: [8, 12, 20], tier: 'T2' },
    done: ['The doors are open on the announced day'],
    steps: [['hold_event', 'Opening day']],
    more: { deadline: '2027-09-30' },
  },
  {
    ...{ id: '4.4', title: 'Hand over to the board', role: 'Director', after: ['4.3'] },
    what: 'Keys, accounts, calendar of duties and the first quarterly budget.',
    ...{ hours: [8, 12, 24], tier: 'T1' },
    done: ['The board has signed the hand-over sheet'],
    steps: [['write_report', 'Write the hand-over sheet']],
    more: { optional: true, value: 2 },
  },
];

export const phaseDrafts = [
  { phase_id: 'phase_1', name: 'Place and permission', tasks: prepare.map(taskOf) },
  { phase_id: 'phase_2', name: 'Workshop', tasks: build.map(taskOf) },
  { phase_id: 'phase_3', name: 'Tools', tasks: stock.map(taskOf) },
  { phase_id: 'phase_4', name: 'Opening', tasks: open.map(taskOf) },
];
