// The one door to a tool: parameters are checked on the way in; on the way out the output is checked
// and secrets are taken out of everything, errors too.
import { canonicalJson } from '../../base/canonical-json.ts';
import { PlanwrightError } from '../../base/errors.ts';
import { sha256Hex } from '../../base/hash.ts';
import { inputProblems } from '../../base/input-problems.ts';
import { fromSystem } from '../safety/failures.ts';
import type { Redactor } from '../safety/redact.ts';
import type {
  Parked,
  Preview,
  Tool,
  ToolContext,
  ToolResult,
  UndoRecord,
  UndoResult,
} from './tool.ts';
import { isParked } from './tool.ts';

/** Of the exact act: what an approval is bound to, and what counts once under a key. */
export const actDigest = (tool: string, params: unknown): string =>
  sha256Hex(canonicalJson({ tool, params }));

function checkedParams(tool: Tool, params: unknown): unknown {
  const parsed = tool.params.safeParse(params);
  if (parsed.success) return parsed.data;
  const problems = inputProblems(tool.params, parsed.error, { input: params, root: 'params' });
  const message = `${tool.name}: ${problems.join('; ')}.`;
  throw new PlanwrightError('INVALID_ARGUMENTS', message, { tool: tool.name, problems });
}

async function redacted<Result>(redactor: Redactor, work: () => Promise<Result>): Promise<Result> {
  try {
    return redactor.value(await work()) as Result;
  } catch (error) {
    throw redactor.error(fromSystem(error));
  }
}

export const previewTool = (tool: Tool, params: unknown, context: ToolContext): Promise<Preview> =>
  redacted(context.redactor, async () => tool.preview(checkedParams(tool, params), context));

export const runTool = (
  tool: Tool,
  params: unknown,
  context: ToolContext,
): Promise<ToolResult<unknown> | Parked> =>
  redacted(context.redactor, async () => {
    const checked = checkedParams(tool, params);
    context.signal.throwIfAborted();
    const result = await tool.run(checked, context);
    return isParked(result) ? result : { ...result, output: tool.output.parse(result.output) };
  });

export const undoTool = (
  tool: Tool,
  record: UndoRecord,
  context: ToolContext,
): Promise<UndoResult> => redacted(context.redactor, () => tool.undo(record, context));
