// What the load process is told and what it tells back.
import type { Targets } from './targets.ts';

export type Pace =
  /** As many callers as connections, each sending as soon as it is answered. */
  | { readonly kind: 'closed'; readonly connections: number }
  /** So many a second, whether the server keeps up or not. */
  | { readonly kind: 'open'; readonly perSecond: number };

export interface LoadPlan extends Targets {
  readonly origin: string;
  readonly pace: Pace;
  readonly warmUpMs: number;
  readonly timedMs: number;
}

export interface LoadFigures {
  readonly requests: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
  /** How late the load process itself was; part of the times above, and no fault of the server's. */
  readonly sentLateP99Ms: number;
}

export type LoadWord =
  | 'begin'
  | 'end'
  | { readonly figures: LoadFigures }
  | { readonly error: string };
