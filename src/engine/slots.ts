// Slots: at most so many leases at a time for a kind of performer or for a provider, over all servers.
// A slot is a row that lives as long as its lease, taken and freed in the commits of the lease.
import type { Requirement, SlotRequirement } from '../store/store.ts';
import type { RunState, Step } from './state.ts';

/** By name (`kind:model`, `provider:openai`): how many at a time. */
export type SlotLimits = ReadonlyMap<string, number>;

export const noSlots: SlotLimits = new Map();

/** From settings such as `kind:model=8`. */
export const slotLimitsOf = (settings: readonly string[]): SlotLimits =>
  new Map(
    settings.map((setting) => {
      const at = setting.lastIndexOf('=');
      return [setting.slice(0, at), Number(setting.slice(at + 1))] as const;
    }),
  );

interface SlotUser {
  readonly performer: string;
  readonly slot?: string;
}

function namesOf(limits: SlotLimits, { performer, slot }: SlotUser): string[] {
  if (limits.size === 0) return [];
  const names = [`kind:${performer}`];
  if (slot !== undefined && slot !== '') names.push(`provider:${slot}`);
  return names.filter((name) => limits.has(name));
}

const placeOf = (run: string, step: string, name: string): string => `${run}/${step}#${name}`;

/** What the commit of a lease has to find. */
export const slotRequirements = (
  limits: SlotLimits,
  tenant: string,
  run: string,
  step: string,
  user: SlotUser,
): Requirement[] =>
  namesOf(limits, user).map((name) => ({
    slot: name,
    max: limits.get(name) ?? 1,
    place: placeOf(run, step, name),
    tenant,
    run,
  }));

/**
 * A step that was changed may have held what its new definition does not name, and a model's step may
 * have asked other providers than its first.
 */
const namesHeldBy = (limits: SlotLimits, { def, revision }: Step): Iterable<string> =>
  revision > 1 || def.performer === 'model' ? limits.keys() : namesOf(limits, def);

/** The slot of a provider for a step under way, beside the one that its lease has. */
export const providerSlot = (
  limits: SlotLimits,
  tenant: string,
  run: string,
  step: string,
  provider: string,
): SlotRequirement | null => {
  const slot = `provider:${provider}`;
  const max = limits.get(slot);
  return max === undefined ? null : { slot, max, place: placeOf(run, step, slot), tenant, run };
};

/** Places of steps that nobody holds any more. */
export const freedSlots = (
  limits: SlotLimits,
  run: RunState['id'],
  touched: readonly Step[],
): string[] =>
  limits.size === 0
    ? []
    : touched
        .filter((step) => !step.lease && step.attempt > 0)
        .flatMap((step) =>
          Array.from(namesHeldBy(limits, step), (name) => placeOf(run, step.def.id, name)),
        );
