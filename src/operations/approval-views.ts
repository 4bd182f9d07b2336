// What waits for an approval, as the person sees it who gives it: exactly what the digest is of.
import { isoTime } from '../base/clock.ts';
import type { Approval } from '../contract/approvals.ts';
import { contentJson } from '../engine/content.ts';
import { loadRun } from '../engine/load-run.ts';
import type { Step } from '../engine/state.ts';
import { ReaderNames } from '../events/public-event.ts';
import type { ContentRow } from '../store/store.ts';
import type { Rows } from '../store/tables.ts';
import { ownContract } from '../work/alternate-params.ts';
import { waitsForApproval } from './condition.ts';
import type { Context } from './context.ts';
import { specOf, titleOf } from './step-specs.ts';

/** A waiting step with the parts that its digest is of, all of one moment. */
interface Asked {
  readonly row: Rows['steps'];
  readonly digest: string;
  readonly spec: string;
  readonly proposal: string;
}

const fromRow = (row: Rows['steps']): Asked => ({
  row,
  digest: row.wait_key,
  spec: row.spec,
  proposal: '',
});

/** What moved on since the rows were read is not asked any more. */
function fromFold(row: Rows['steps'], step: Step | undefined): Asked[] {
  if (step?.state !== 'WAITING' || step.wait?.for !== 'approval') return [];
  const { spec, proposal, wait } = step;
  return [{ row, digest: wait.key, spec: spec?.id ?? '', proposal: proposal?.id ?? '' }];
}

/** Proposals stand in the log alone; only who had a step can have proposed something for it. */
async function findAsked({ reader }: Context, waiting: readonly Rows['steps'][]): Promise<Asked[]> {
  const [first] = waiting;
  if (!first || waiting.every((row) => row.attempt === 0)) return waiting.map(fromRow);
  const { state } = await loadRun(reader, first.run);
  return waiting.flatMap((row) =>
    row.attempt === 0 ? [fromRow(row)] : fromFold(row, state.steps.get(row.step)),
  );
}

function whatOf(
  { row, spec: specId, proposal }: Asked,
  contents: ReadonlyMap<string, ContentRow>,
): NonNullable<Approval['what']> {
  const spec = ownContract(specOf(contents.get(specId)), row.step);
  const proposed = contents.get(proposal);
  return {
    description: spec.description,
    params: spec.params,
    acceptance_criteria: [...spec.acceptance_criteria],
    performer: row.performer,
    proposal: proposal === '' ? null : proposed ? contentJson(proposed) : '(erased)',
  };
}

async function viewOf(
  asked: Asked,
  contents: ReadonlyMap<string, ContentRow>,
  names: ReaderNames,
): Promise<Approval> {
  const { row, digest, spec, proposal } = asked;
  return {
    step_id: row.step,
    title: titleOf(row, specOf(contents.get(spec))),
    action: row.action,
    risk_tier: `T${row.tier}` as Approval['risk_tier'],
    digest,
    what: whatOf(asked, contents),
    asked_by: proposal === '' ? null : await names.nameOf(row.holder),
    asked_since: isoTime(row.changed_at),
  };
}

/** A proposal has up to 256 KiB, and a run up to 10,000 of them. */
const maxAllWhatChars = 8_000_000;
const readAtOnce = 20;

/** Of one run. */
export async function approvalsOf(
  context: Context,
  steps: readonly Rows['steps'][],
  max = Number.POSITIVE_INFINITY,
): Promise<Approval[]> {
  const asked = await findAsked(context, steps.filter(waitsForApproval).slice(0, max));
  const names = new ReaderNames(context.reader, context.principal.tenant);
  const views: Approval[] = [];
  let room = maxAllWhatChars;
  for (let start = 0; start < asked.length; start += readAtOnce) {
    const some = asked.slice(start, start + readAtOnce);
    const ids = some.flatMap(({ spec, proposal }) => [spec, proposal]).filter((id) => id !== '');
    const contents = await context.reader.contents(ids);
    for (const one of some) {
      const view = await viewOf(one, contents, names);
      const chars = JSON.stringify(view.what).length;
      // What was left out is shown once those before it are decided.
      views.push(chars <= room ? view : { ...view, what: null });
      if (chars <= room) room -= chars;
    }
  }
  return views;
}

/** Shown with every status; whoever wants more asks for it. */
const maxListed = 50;
const maxWhatChars = 8_000;

export async function briefApprovals(
  context: Context,
  steps: readonly Rows['steps'][],
): Promise<Approval[]> {
  const approvals = await approvalsOf(context, steps, maxListed);
  return approvals.map((one) =>
    JSON.stringify(one.what).length > maxWhatChars ? { ...one, what: null } : one,
  );
}
