// What is measured of a plan. Null is what the plan has nothing to measure it by; 0 was counted.
import type { SummaryFigures } from './summary-figures.ts';

export interface Share {
  readonly of: number;
  readonly are: number;
}

export interface PlanMeasures {
  readonly name: string;
  readonly maker: 'planexe' | 'planwright';
  readonly words: {
    /** Of the whole report. */
    readonly total: number | null;
    /** By the title of the row in section-rows.ts. */
    readonly bySection: Readonly<Record<string, number>> | null;
    /** The share of them in sentences that stood there before. */
    readonly repeated: number | null;
  };
  readonly calls: number | null;
  readonly inputTokens: number | null;
  readonly sections: { readonly present: readonly string[]; readonly absent: readonly string[] };
  readonly tasks: number;
  readonly dependencies: {
    readonly given: number | null;
    /** Of those given, the ones that the schedule has as a link. */
    readonly used: number | null;
  };
  readonly schedule: {
    readonly days: number | null;
    /** The share of tasks during which nothing else runs. */
    readonly alone: number | null;
    readonly longestChain: number | null;
  };
  /** Figures that code computed, by kind. */
  readonly computed: {
    readonly dates: number | null;
    readonly floats: number | null;
    readonly odds: number | null;
    readonly money: number | null;
    readonly scores: number | null;
  };
  /** Where the figures of the summary come from. */
  readonly summaryFigures: SummaryFigures | null;
  readonly contradictions: {
    /** Days from the end that the text names to the end of the schedule; below zero: earlier. */
    readonly charterEndLateDays: number | null;
    readonly summaryEndLateDays: number | null;
    readonly phasesOff: Share | null;
    readonly unknownIds: number | null;
    readonly brokenLinks: number | null;
    readonly totalsOff: Share | null;
    readonly duplicateRisks: number | null;
    readonly duplicateFindings: number | null;
  };
  readonly experts: { readonly listed: number; readonly heard: number } | null;
  readonly auditHigh: Share | null;
  readonly risks: { readonly all: number; readonly owner: number; readonly trigger: number } | null;
  readonly failures: {
    readonly all: number;
    readonly owner: number;
    readonly tripwire: number;
  } | null;
  readonly assumptions: { readonly all: number; readonly bounds: number } | null;
}

/** A stated end may be told roughly; what is off by more is a contradiction. */
export const roughDays = 31;

export interface CheckedKind {
  readonly kind: string;
  readonly found: boolean;
}

/** The kinds of contradictions that a plan could be checked for, and which of them it has. */
export function checkedKinds({ contradictions: said, experts }: PlanMeasures): CheckedKind[] {
  const unheard = experts === null ? null : experts.listed - experts.heard;
  const kinds: readonly (readonly [string, number | null, number])[] = [
    ['charter and schedule end apart', said.charterEndLateDays, roughDays],
    ['summary and schedule end apart', said.summaryEndLateDays, roughDays],
    ['phases and their tasks disagree', said.phasesOff?.are ?? null, 0],
    ['ids that do not exist', said.unknownIds, 0],
    ['dependencies that the dates break', said.brokenLinks, 0],
    ['totals disagree', said.totalsOff?.are ?? null, 0],
    ['a risk told twice', said.duplicateRisks, 0],
    ['a finding told twice', said.duplicateFindings, 0],
    ['experts listed and not heard', unheard, 0],
  ];
  return kinds.flatMap(([kind, count, allowed]) =>
    count === null ? [] : [{ kind, found: count > allowed }],
  );
}
