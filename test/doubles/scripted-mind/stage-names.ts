// Which stage asks, by the field of its schema that tells it from all others. Experts and attackers are
// asked for the same; so are those who mend what others wrote.
import { taskOf } from './read-prompt.ts';

const names: Readonly<Record<string, string>> = {
  contradictions: 'review',
  success_looks_like: 'purpose',
  cautions: 'redline',
  would_be_wrong_if: 'premise',
  needs_place: 'places',
  why_currency: 'resources',
  bonds: 'lever-triage',
  would_change_it: 'choice',
  smart: 'charter',
  bodies: 'team',
  projects: 'related',
  threats: 'swot',
  to_find: 'papers',
  pitch: 'summary',
  first_24_hours: 'answers',
  experts: 'panel',
  story: 'premortem',
  rulings: 'judge',
  answers: 'rebuttal',
  phases: 'outline',
  tasks: 'details',
  changes: 'rescue-1',
};

export function stageNamed(field: string, prompt: string): string {
  if (field === 'findings')
    return taskOf(prompt).includes('through one lens') ? 'attack' : 'experts';
  return names[field] ?? field;
}
