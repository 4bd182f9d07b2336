// What the linter says. A code is a promise to callers, its sentence may change.

export const severities = ['error', 'warning', 'hint'] as const;
export type Severity = (typeof severities)[number];

/** An error keeps the project from being scheduled; a warning is likely a mistake; a hint is not. */
export const findingCodes = {
  bad_zone: 'error',
  bad_date: 'error',
  bad_calendar: 'error',
  duplicate_calendar: 'error',
  unknown_calendar: 'error',
  no_common_time: 'error',
  duplicate_role: 'error',
  bad_capacity: 'error',
  bad_rate: 'error',
  no_capacity: 'warning',
  unused_role: 'hint',
  bad_id: 'error',
  duplicate_id: 'error',
  unknown_parent: 'error',
  parent_ring: 'error',
  parent_not_summary: 'error',
  empty_summary: 'warning',
  summary_with_ways: 'error',
  milestone_with_ways: 'error',
  task_without_ways: 'error',
  duplicate_way: 'error',
  bad_duration: 'error',
  disordered_estimate: 'error',
  bad_cost: 'error',
  bad_units: 'error',
  unknown_role: 'error',
  unknown_skill: 'error',
  over_capacity: 'error',
  way_over_capacity: 'warning',
  role_used_twice: 'warning',
  dates_cross: 'warning',
  bad_actual: 'error',
  unknown_task: 'error',
  self_link: 'error',
  own_summary_link: 'error',
  bad_lag: 'error',
  cycle: 'error',
  duplicate_link: 'warning',
  summary_link: 'warning',
  orphan: 'warning',
  missing_link: 'warning',
  input_ring: 'warning',
  unmade_input: 'hint',
  redundant_link: 'hint',
} as const satisfies Record<string, Severity>;

export type FindingCode = keyof typeof findingCodes;

export interface Finding {
  readonly code: FindingCode;
  readonly severity: Severity;
  /** The tasks (or roles, calendars) it is about; for a cycle in the order of the links. */
  readonly ids: readonly string[];
  /** What is wrong and what to do about it. */
  readonly message: string;
}

/** So many of one code are told; of the rest only the number. */
export const MAX_FINDINGS_PER_CODE = 200;
const MAX_SHOWN_CHARS = 60;

export class FindingList {
  private readonly found: Finding[] = [];
  private readonly counts = new Map<FindingCode, number>();

  add(code: FindingCode, ids: readonly string[], message: string): void {
    const count = (this.counts.get(code) ?? 0) + 1;
    this.counts.set(code, count);
    if (count > MAX_FINDINGS_PER_CODE) return;
    this.found.push({ code, severity: findingCodes[code], ids, message });
  }

  count(code: FindingCode): number {
    return this.counts.get(code) ?? 0;
  }

  /** Errors first, then warnings, then hints. */
  all(): Finding[] {
    const list = [...this.found];
    for (const [code, count] of this.counts) {
      const more = count - MAX_FINDINGS_PER_CODE;
      if (more <= 0) continue;
      const message = `${more} more of these (${code}) are not listed`;
      list.push({ code, severity: findingCodes[code], ids: [], message });
    }
    return list.sort((a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity));
  }
}

/** Outside text inside a sentence: quoted, without control characters, not too long. */
export function quoted(text: string): string {
  const clean = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ');
  const short = clean.length > MAX_SHOWN_CHARS ? `${clean.slice(0, MAX_SHOWN_CHARS)}…` : clean;
  return `"${short}"`;
}
