// What the critics of a plan see of it: everything that they can name in a finding, in few words. The
// same views are shown to all of them, so that what they read can be kept between calls.
import { listed, stopped, unstopped } from '../base/sentences.ts';
import type { Quantity } from '../contract/plan-basis.ts';
import type { Charter, Team } from '../contract/plan-charter.ts';
import { measureText } from './measure-text.ts';
import { roleLines } from './network/seen.ts';
import { networkDigest } from './network-digest.ts';
import type { BasisOutput } from './outputs/basis.ts';
import type { NetworkOutput } from './outputs/network.ts';

/** Without what only repeats the goal. */
export function charterView({ in_scope, out_of_scope, deliverables, permits, measures }: Charter) {
  return {
    in_scope,
    out_of_scope,
    deliverables,
    permits: permits.map(({ name, status }) => `${name} (${status})`),
    measures: measures.map(
      (one) => `${one.id} ${measureText(one)}${one.by === null ? '' : ` by ${one.by}`}`,
    ),
  };
}

const spanOf = (low: number, base: number, high: number): string => `${base} (${low} to ${high})`;

export const assumptionsView = (assumptions: readonly Quantity[]): string[] =>
  assumptions.map(
    ({ id, claim, lower, base, upper, unit, status }) =>
      `${id} ${unstopped(claim)}: ${spanOf(lower, base, upper)} ${unit}, ${status}`,
  );

export function basisView({ assumptions, risks }: Pick<BasisOutput, 'assumptions' | 'risks'>) {
  return {
    assumptions: assumptionsView(assumptions),
    risks: risks.map(
      ({ id, title, effect, likelihood, impact, owner, response }) =>
        `${id} ${title} (${likelihood} likelihood, ${impact} impact, ${owner}): ${stopped(effect)} Response: ${response}`,
    ),
  };
}

export const teamView = (team: Team) => ({
  roles: roleLines(team),
  bodies: team.bodies.map(({ name, decides }) => ({ name, decides: listed(decides) })),
});

export const criticSees = {
  'mend-2': (basis: BasisOutput) => basisView(basis),
  charter: (charter: Charter) => charterView(charter),
  team: (team: Team) => teamView(team),
  'rescue-2': (network: NetworkOutput) => networkDigest(network),
};
