// What a handler may use: who calls, what can be read, the engine, and a way to wait.
import type { Ids } from '../base/ids.ts';
import type { PrincipalKind, Scope, ServerInfo } from '../contract/common.ts';
import type { EngineApi } from '../engine/engine-api.ts';
import type { RunWatch } from '../events/run-watch.ts';
import type { Reader } from '../store/store.ts';

export interface Principal {
  readonly tenant: string;
  readonly id: string;
  readonly kind: PrincipalKind;
  readonly scopes: readonly Scope[];
}

/** The parts that are the same for every call of one process. */
export interface Services {
  readonly reader: Reader;
  readonly engine: EngineApi;
  readonly watch: RunWatch;
  readonly ids: Ids;
  readonly now: () => number;
  readonly server: ServerInfo;
  readonly dedupeWindowSeconds: number;
}

export interface Context extends Services {
  readonly principal: Principal;
  /** Fires when the caller has gone away. */
  readonly signal: AbortSignal;
}
