// What a person wants to be done in the place of what waits for an approval: other parameters, or, where
// its worker proposed something, another proposal.
import type { Rows } from '../store/tables.ts';
import { withParams } from '../work/alternate-params.ts';
import { actDigest } from '../work/tools/run-tool.ts';
import { approvalsOf } from './approval-views.ts';
import type { Context } from './context.ts';
import { readSpec } from './step-specs.ts';

type Wanted = Readonly<Record<string, unknown>>;

/** The parts of the step that it changes. */
export interface Alternative {
  readonly spec?: object;
  readonly proposal?: object;
}

/** A tool does the act of its contract, and only if that very act was approved. */
const actOf = (tool: string, params: Wanted): object => ({
  tool,
  params,
  act: actDigest(tool, params),
  summary: 'In the place of what was proposed.',
  diff: '',
  labels: [],
});

export async function alternativeOf(
  context: Context,
  row: Rows['steps'],
  wanted: Wanted,
): Promise<Alternative> {
  const [asked] = await approvalsOf(context, [row]);
  const isProposed = (asked?.what?.proposal ?? null) !== null;
  if (isProposed && row.performer !== 'tool') return { proposal: wanted };
  const spec = withParams(await readSpec(context, row.spec), wanted);
  return isProposed ? { spec, proposal: actOf(row.action, wanted) } : { spec };
}
