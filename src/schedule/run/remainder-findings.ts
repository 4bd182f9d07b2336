// What is assumed of work that has begun: a reader should see which dates rest on no report.
import type { PlanLint } from '../../contract/plan-schedule.ts';
import type { Remaining } from '../forecast/remaining.ts';
import { isDone } from '../forecast/status.ts';
import type { Project } from '../project.ts';

const MAX_FINDINGS = 50;

export function remainderFindings({ tasks }: Project, { running }: Remaining): PlanLint[] {
  return tasks
    .flatMap(({ id, kind, actual = {} }): PlanLint[] => {
      const isDated = actual.finished !== undefined || kind === 'summary';
      const isReached = kind === 'milestone' && actual.started !== undefined;
      if (!isDated && !isReached && isDone(actual)) {
        return [
          hint(id, 'nothing of it is left and no finish is stated; it counts as finished now'),
        ];
      }
      const remainder = running.get(id)?.remainder;
      if (remainder?.basis !== 'estimate' && remainder?.basis !== 'overdue') return [];
      return [hint(id, remainder.text)];
    })
    .slice(0, MAX_FINDINGS);
}

const hint = (id: string, text: string): PlanLint => ({
  code: 'remainder_assumed',
  severity: 'hint',
  ids: [id],
  message: `task “${id}”: ${text.charAt(0).toLowerCase()}${text.slice(1).replace(/\.$/, '')}`,
});
