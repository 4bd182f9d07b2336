// Levels 7 and 8 beside the work: charter, team, related projects, strengths and threats, papers.
import {
  criticizedIn,
  dayAfter,
  idsIn,
  numberIn,
  startOf,
  subjectOf,
  upTo,
} from './read-prompt.ts';
import { clause, sentence } from './sentences.ts';
import type { Answers } from './types.ts';

export const agentRole = 'Clerk';
export const roles = ['Lead', 'Builder', 'Buyer', agentRole] as const;

const deliverables = ['A room that is ready', 'People who can start', 'A first month of books'];

const newCharter = (prompt: string): object => ({
  goal: `${subjectOf(prompt)}, so that it can be seen and counted.`,
  smart: {
    specific: 'One place, open to all.',
    measurable: 'Visits and money are counted.',
    achievable: 'Others did it with as much.',
    relevant: 'It is what the goal asks for.',
    time_bound: 'Within the time of the goal.',
  },
  in_scope: ['Room', 'People', 'Books'],
  out_of_scope: ['A second place'],
  deliverables: deliverables.map((name, at) => ({
    id: `V${at + 1}`,
    name,
    acceptance: [`The lead has seen it and signed list ${at + 1}.`],
  })),
  stakeholders: [
    { name: 'Neighbors', interest: 'Quiet evenings', what_to_do: 'Visit them before work begins.' },
  ],
  permits: [
    { name: 'Trade license', authority: 'Town office', why: 'Sales need it.', status: 'estimated' },
  ],
  measures: [
    {
      ...{ id: 'M1', measure: 'People who come in a week', unit: 'people', target: 100 },
      aim: 'at_least',
      by: dayAfter(startOf(prompt), 60),
      ...{ how_measured: 'Counted at the till.', source: 'D1' },
    },
  ],
});

function charter(prompt: string): object {
  const criticized = criticizedIn<{ smart: object }>(prompt);
  if (!criticized) return newCharter(prompt);
  return { ...criticized, smart: { ...criticized.smart, specific: 'One place, open every day.' } };
}

const role = (name: string, at: number): object => ({
  name,
  kind: name === agentRole ? 'agent' : 'person',
  ...{ count: 2, hours_per_week: null, does: `Does the ${name.toLowerCase()} work.` },
  skills: [`${name.toLowerCase()} work`],
  decides: [`Spending of up to ${at * 100 + 100}`],
  asks: at === 0 ? '' : 'Lead',
  ...{ rate_per_hour: 5, rate_source: 'Usual pay, as asked around.' },
});

const newTeam = (): object => ({
  roles: roles.map(role),
  bodies: [
    { name: 'Weekly round', members: [...roles], decides: ['What comes next'], meets: 'Mondays' },
  ],
  escalation: [{ when: 'More than 3 days late', from: 'Builder', to: 'Lead', within_days: 1 }],
  reporting: [{ what: 'Hours and money', from: 'Clerk', to: 'Lead', how_often: 'weekly' }],
  ...{ days_off: [], time_zone: '' },
});

function team(prompt: string): object {
  const criticized = criticizedIn<{ roles: object[] }>(prompt);
  if (!criticized) return newTeam();
  const [lead, ...rest] = criticized.roles;
  return { ...criticized, roles: [{ ...lead, does: 'Leads, and looks twice.' }, ...rest] };
}

const related = (prompt: string): object => ({
  projects: upTo(numberIn(prompt, /up to (\d+)/, 3)).map((at) => ({
    name: `Where ${clause(at * 11).toLowerCase()}`,
    what: sentence(at * 13),
    outcome: sentence(at * 17),
    lesson: sentence(at * 19),
    ...{ status: 'estimated', how_to_check: sentence(at * 23) },
  })),
});

const lines = (count: number, from: number): object[] =>
  upTo(count).map((at) => ({ text: sentence(from + at), so_what: sentence(from * 3 + at) }));

function swot(prompt: string): object {
  const count = Math.min(numberIn(prompt, /Up to (\d+)/, 2), 5);
  return {
    strengths: lines(count, 10),
    weaknesses: lines(count, 20),
    opportunities: lines(count, 30),
    threats: lines(count, 40),
  };
}

function papers(prompt: string): object {
  const each = upTo(Math.min(numberIn(prompt, /up to (\d+)/, 3), 10));
  const settled = idsIn(prompt, 'A');
  const paper = (at: number) => ({
    why: sentence(at),
    owner: roles[at % roles.length] ?? 'Lead',
    urgency: at === 1 ? 'first' : 'soon',
  });
  return {
    to_find: each.map((at) => ({
      ...{ title: `Rules where ${clause(at + 50)}`, ...paper(at), where: 'Town office' },
    })),
    to_write: each.map((at) => ({
      title: `Agreement since ${clause(at + 70)}`,
      ...paper(at + 20),
      contents: ['Rent', 'Term'],
    })),
    data: each.map((at) => ({
      ...{ what: clause(at + 90), why: sentence(at + 91), method: 'Count for a week.' },
      decides: sentence(at + 92),
      settles: settled.slice(at - 1, at),
    })),
  };
}

export const surroundings: Answers = {
  smart: charter,
  bodies: team,
  projects: related,
  threats: swot,
  to_find: papers,
};
