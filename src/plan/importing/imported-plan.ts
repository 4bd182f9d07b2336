// What every reader of a foreign plan yields, whatever the file was. Ids, links and lengths are as the
// file has them, also where they are wrong: what is wrong is found, told and mended in one place, after
// all of it was read (import-plan.ts).
import type { dependencyTypes, Estimate, Plan, PlanTask, performers } from '../../contract/plan.ts';
import type { ImportFormat } from '../../contract/plan-import.ts';

export type { ImportFormat };

/** A group holds others and takes no time of its own; a task is what is scheduled; a step is a part of
 * a task that has no length of its own. */
export const importedKinds = ['group', 'task', 'milestone', 'step'] as const;
export type ImportedKind = (typeof importedKinds)[number];

export const importedStatuses = ['open', 'begun', 'done', 'dropped'] as const;
export type ImportedStatus = (typeof importedStatuses)[number];

/** What a task of ours may say beside the usual, where the file carries it word for word. */
export type KeptTaskFields = Partial<
  Pick<
    PlanTask,
    | 'uses'
    | 'ways'
    | 'calendar'
    | 'wait_hours'
    | 'not_before'
    | 'fixed_start'
    | 'deadline'
    | 'inputs'
    | 'outputs'
    | 'group'
    | 'optional'
    | 'value'
    | 'actual'
    | 'complexity'
    | 'model_tier'
    | 'risk_tier'
    | 'reversibility'
    | 'delivers'
  >
>;

/** The same of the plan as a whole. */
export type KeptPlanFields = Partial<
  Pick<
    Plan,
    | 'time_zone'
    | 'calendars'
    | 'roles'
    | 'deadline'
    | 'budget'
    | 'currencies'
    | 'cost_lines'
    | 'confidence'
    | 'language'
  >
>;

export interface ImportedTask {
  /** As the file names it; where two have the same, the second gets another. */
  readonly id: string;
  readonly title: string;
  readonly kind: ImportedKind;
  /** The id of what it belongs to, at any depth. */
  readonly parent: string | null;
  readonly description?: string;
  /** Working hours; null where the file has none. */
  readonly hours: Estimate | null;
  /** A role or a person. */
  readonly assignee?: string;
  /** The assignee is not what the file says but what the reader makes of it. */
  readonly assigneeIsGuess?: boolean;
  readonly performer?: (typeof performers)[number];
  readonly cost?: { low: number; base: number; high: number; currency?: string };
  readonly status?: ImportedStatus;
  /** 0…1. */
  readonly progress?: number;
  readonly priority?: 'low' | 'medium' | 'high';
  /** What must be true when it is done. */
  readonly acceptance?: readonly string[];
  /** Lines that are worth keeping and have no field. */
  readonly notes?: readonly string[];
  readonly kept?: KeptTaskFields;
}

export interface ImportedLink {
  readonly from: string;
  readonly to: string;
  readonly type: (typeof dependencyTypes)[number];
  /** Hours. */
  readonly lag: number;
  readonly lagIn?: 'working' | 'elapsed' | 'office';
  /** Not stated by the file: the rule by which it was added. */
  readonly guess?: string;
  /** Of a guess: it follows from the tree, so that its ends are not told as linked to nothing. */
  readonly isImplied?: true;
}

export interface ImportedRisk {
  readonly title?: string;
  readonly description: string;
  readonly likelihood?: 'low' | 'medium' | 'high';
  readonly impact?: 'low' | 'medium' | 'high';
  readonly mitigation?: string;
  readonly trigger?: string;
  readonly effect?: string;
  readonly owner?: string;
}

/** Something wrong with the file. Readers add those that only they can see. */
export interface ImportDefect {
  /** A short code: dangling_id, cycle, contradicted_edge, wrong_phase_sum, … */
  readonly kind: string;
  /** The ids or the file that it is about. */
  readonly where: string;
  readonly detail: string;
  /** What was taken in is free of it. */
  readonly repaired: boolean;
}

export interface ImportedPlan {
  readonly format: ImportFormat;
  readonly title: string;
  readonly goal?: string;
  readonly summary?: string;
  /** YYYY-MM-DD. */
  readonly startDate?: string;
  readonly currency?: string;
  /** Parents before their children. */
  readonly tasks: readonly ImportedTask[];
  readonly links: readonly ImportedLink[];
  readonly risks: readonly ImportedRisk[];
  /** In words, without figures that are checked. */
  readonly assumptions: readonly string[];
  readonly questions?: readonly string[];
  /** What is worth telling the reader of the report. */
  readonly notes: readonly string[];
  readonly defects: readonly ImportDefect[];
  /** Days of the file's own schedule, where it has one. */
  readonly statedDays?: number;
  readonly kept?: KeptPlanFields;
  /** Where the file carries a plan.json of ours: that, with what was changed in the file since. Its tasks
   * and links are those above; what it has no dates for is computed anew. */
  readonly document?: Readonly<Record<string, unknown>>;
}

/** The files of an archive or a folder; nothing of it is on our disk. */
export interface SourceFiles {
  readonly paths: readonly string[];
  /** Undefined where there is no such file. */
  bytes(path: string): Uint8Array | undefined;
  text(path: string): string | undefined;
}

/** Reads one text. */
export interface TextReader {
  readonly format: ImportFormat;
  /** By its content; a name says nothing. Cheap, and never throws. */
  recognizes(text: string): boolean;
  /** `name` is what the file was called, for a title where there is no other. */
  read(text: string, name: string): ImportedPlan;
}

/** Reads an archive or a folder. */
export interface FilesReader {
  readonly format: ImportFormat;
  recognizes(files: SourceFiles): boolean;
  read(files: SourceFiles, name: string): ImportedPlan;
}
