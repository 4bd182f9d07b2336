// An alternate has the contract of the step whose place it takes. Where it has parameters of its own, they
// stand there too, by the rung of the ladder; its id tells which rung it came from.
type Params = Readonly<Record<string, unknown>>;

export interface AlternateParams {
  /** The step that the ladder is of. */
  readonly of: string;
  /** By rung, from 1. */
  readonly params: Readonly<Record<string, Params>>;
}

interface WithAlternates {
  readonly params: Params;
  /** Instead of params: the step that gives them. */
  readonly params_from?: string;
  readonly alternates?: AlternateParams;
}

/** `task_1_ar2_ar1` came from the second rung, and then from the next one of what was left. */
const pathPattern = /^((?:_ar(?:\d+r)?\d+)+)(?:_[hc].*)?$/;

function rungIn(id: string, of: string): number {
  if (!id.startsWith(of)) return 0;
  const path = pathPattern.exec(id.slice(of.length))?.[1] ?? '';
  return [...path.matchAll(/_ar(?:\d+r)?(\d+)/g)].reduce((sum, [, n]) => sum + Number(n), 0);
}

/** The contract as it is of this step. */
export function ownContract<Spec extends WithAlternates>(spec: Spec, id: string): Spec {
  const { alternates } = spec;
  const rung = alternates ? rungIn(id, alternates.of) : 0;
  if (!alternates || rung === 0) return spec;
  const own = Object.hasOwn(alternates.params, rung) ? alternates.params[rung] : undefined;
  const later = Object.entries(alternates.params)
    .filter(([n]) => Number(n) > rung)
    .map(([n, params]) => [String(Number(n) - rung), params] as const);
  const rest = { of: id, params: Object.fromEntries(later) };
  return { ...(own ? withParams(spec, own) : spec), alternates: rest };
}

/** With parameters of its own nothing is taken from elsewhere. */
export function withParams<Spec extends WithAlternates>(spec: Spec, params: Params): Spec {
  const { params_from: _, ...rest } = spec;
  return { ...rest, params } as Spec;
}
