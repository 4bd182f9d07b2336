// What a handler may use: who calls, what can be read, the engine, and a way to wait.
import type { Ids } from '../base/ids.ts';
import type { PrincipalKind, Scope, ServerInfo } from '../contract/common.ts';
import type { EngineApi, Once } from '../engine/engine-api.ts';
import type { RunWatch } from '../events/run-watch.ts';
import type { ProfileView } from '../models/profile-views.ts';
import type { CostOf } from '../plan/generation.ts';
import type { Reader } from '../store/store.ts';
import type { Forecasts } from '../work/forecasts.ts';
import type { ExampleShelf } from './example-shelf.ts';

/** What callers may know of models. */
export interface ModelProfiles {
  readonly default_profile: string;
  readonly profiles: readonly ProfileView[];
}

export interface Principal {
  readonly tenant: string;
  readonly id: string;
  readonly kind: PrincipalKind;
  readonly scopes: readonly Scope[];
  /** When the key expires that was shown; 0 or nothing for never. */
  readonly expiresAt?: number;
  /** A fixed id that the audit shows instead of `id`. */
  readonly actsAs?: string;
}

/** The parts that are the same for every call of one process. */
export interface Services {
  readonly reader: Reader;
  readonly engine: EngineApi;
  readonly watch: RunWatch;
  readonly ids: Ids;
  readonly forecasts: Pick<Forecasts, 'look' | 'lookFresh' | 'pair' | 'costOf' | 'close'>;
  readonly now: () => number;
  readonly server: ServerInfo;
  readonly dedupeWindowSeconds: number;
  /** Private host:port pairs that the operator lets webhooks reach. */
  readonly fetchAllow?: readonly string[];
  /** Live agents of one tenant. */
  readonly maxAgents: number;
  /** Steps that one agent may hold at a time. */
  readonly maxAgentLeases: number;
  /** The same of a person, a service or the local caller, and of all callers of a tenant. */
  readonly maxKeyLeases: number;
  readonly maxTenantLeases: number;
  readonly maxLeaseMs: number;
  /** Beside the first. */
  readonly maxTenants: number;
  readonly modelProfiles?: ModelProfiles;
  /** What calls of a profile's models may cost; the usual profile for an empty name. */
  readonly thinkingCosts?: (profile: string) => Promise<CostOf>;
  /** Plans that ship with the package. */
  readonly examples?: ExampleShelf;
  /** Told of what goes wrong beside an answer. */
  readonly onError?: (error: unknown) => void;
}

export interface Context extends Services {
  readonly principal: Principal;
  /** Fires when the caller has gone away. */
  readonly signal: AbortSignal;
  /** What the caller sent so that a call that is repeated is done once; null without. */
  readonly idempotencyKey: string | null;
  /** The same for the engine: made from the key by `invoke`. */
  readonly once?: Once;
}
