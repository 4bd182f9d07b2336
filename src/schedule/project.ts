// What the scheduler is given: tasks in a hierarchy, links, roles, calendars. Instants are whole
// minutes since 1970-01-01T00:00Z, durations whole minutes of working time, so that nothing below
// this file parses a date or rounds a fraction of an hour.

/** Minutes since 1970-01-01T00:00Z. */
export type Minute = number;

export interface Project {
  /** Nothing starts before this instant. */
  readonly start: Minute;
  /** IANA name; the zone in which dates are shown and deadlines end. */
  readonly zone: string;
  readonly tasks: readonly Task[];
  readonly links: readonly Link[];
  readonly roles: readonly Role[];
  readonly calendars: readonly Calendar[];
  /** The calendar of tasks that no role works on (waiting for paint to dry). */
  readonly defaultCalendar: string;
  /** When the whole project should be finished. */
  readonly deadline?: Minute;
}

export const taskKinds = ['summary', 'task', 'milestone'] as const;
export type TaskKind = (typeof taskKinds)[number];

export interface Task {
  readonly id: string;
  readonly name: string;
  readonly kind: TaskKind;
  /** The summary task it belongs to. */
  readonly parent?: string;
  /** Different ways to do it (a person or an agent). A task has at least one, the first is the
   * preferred one; summaries and milestones have none. */
  readonly ways: readonly Way[];
  readonly notBefore?: Minute;
  readonly fixedStart?: Minute;
  readonly deadline?: Minute;
  /** Names of what it consumes and produces, from which missing links are inferred. */
  readonly inputs?: readonly string[];
  readonly outputs?: readonly string[];
  /** Tasks of one group run early or late together. */
  readonly group?: string;
  /** The plan's aim can be reached without it, so it may be cut. */
  readonly optional?: boolean;
  /** What it is worth to the plan, in any one unit; what is worth least is cut first. */
  readonly value?: number;
  readonly actual?: Actual;
  /** Where it was begun, nobody goes on with it before this. */
  readonly resumes?: Minute;
  /** Lags of what was finished before the project's start. */
  readonly waits?: readonly Wait[];
  /** It has begun and goes on at `fixedStart`, before others get its roles; nobody promised that. */
  readonly goesOn?: boolean;
}

/** So much working time since then, on the calendar of the way that is chosen. */
export interface Wait {
  readonly for: 'start' | 'finish';
  readonly since: Minute;
  readonly lagMinutes: number;
}

export interface Way {
  readonly id: string;
  readonly estimate: ThreePoint;
  readonly uses: readonly Use[];
  /** Default: the working time common to the calendars of its roles. */
  readonly calendar?: string;
  /** Money beside the roles' rates, in the project's currency. */
  readonly fixedCost?: ThreePoint;
}

/** Minutes of working time, or money: low ≤ likely ≤ high. */
export interface ThreePoint {
  readonly low: number;
  readonly likely: number;
  readonly high: number;
}

/** A role by its id, or any role that has the skill; then each such role is a way of its own. */
export type Use = { readonly role: string; readonly units: number } | SkillUse;

export interface SkillUse {
  readonly skill: string;
  readonly units: number;
  /** Roles of this kind may have the skill, but the task is not for them. */
  readonly notBy?: Role['kind'];
}

export const linkTypes = ['FS', 'SS', 'FF', 'SF'] as const;
export type LinkType = (typeof linkTypes)[number];

export interface Link {
  readonly from: string;
  readonly to: string;
  readonly type: LinkType;
  /** May be negative (an overlap). */
  readonly lagMinutes: number;
  /** Working time of the calendar of the way in which the successor is done, elapsed time, or working
   * time of the default calendar (one waits for an office, whenever one works oneself). */
  readonly lagIn: 'working' | 'elapsed' | 'office';
}

export interface Role {
  readonly id: string;
  readonly kind: 'person' | 'agent' | 'equipment';
  /** How many units work at the same time; a whole number ≥ 0. */
  readonly capacity: number;
  readonly calendar: string;
  readonly skills: readonly string[];
  readonly ratePerHour?: number;
}

export interface Calendar {
  readonly id: string;
  readonly zone: string;
  /** Monday first; minutes of the local day, half open, in order. [0, 1440] is the whole day. */
  readonly week: readonly (readonly Span[])[];
  /** Local dates (YYYY-MM-DD) with hours of their own; no spans is a holiday. */
  readonly exceptions: readonly { readonly date: string; readonly spans: readonly Span[] }[];
}

export interface Span {
  readonly from: number;
  readonly to: number;
}

/** What has happened. `progress` is 0…1 and counts only while the task is not finished. */
export interface Actual {
  readonly started?: Minute;
  readonly finished?: Minute;
  readonly progress?: number;
  /** Overrides what progress implies. */
  readonly remainingMinutes?: number;
  readonly cost?: number;
  /** Which way was taken. */
  readonly way?: string;
}

/** Where each task lies. Summaries span their children. */
export interface Placed {
  readonly id: string;
  readonly way: string | null;
  readonly start: Minute;
  readonly finish: Minute;
  /** Where a skill was asked for: the roles that were chosen. */
  readonly uses?: readonly { readonly role: string; readonly units: number }[];
}
