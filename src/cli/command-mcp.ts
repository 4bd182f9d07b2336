// planwright mcp: the tools over standard input and output, on the local data.
import { watchRest } from '../base/at-rest.ts';
import type { Config } from '../base/config.ts';
import { PlanwrightError } from '../base/errors.ts';
import { serveMcpStdio } from '../faces/mcp.ts';
import { mcpInstructions, mcpPrompts } from '../faces/mcp-texts.ts';
import { toolsOf } from '../faces/mcp-tools.ts';
import { type Refusal, refusalId } from '../faces/problem.ts';
import { openLocalHost } from '../local-host.ts';
import { releasePages } from '../open-store.ts';
import { type Toolset, toolsets } from '../operations/operation.ts';
import { localService } from '../operations/principals.ts';
import { jsonOperations } from '../operations/table.ts';
import { servicesOf } from '../services.ts';
import { version } from '../version.ts';
import { type Arguments, textFlag } from './arguments.ts';

const isToolset = (text: string): text is Toolset => (toolsets as readonly string[]).includes(text);

export async function runMcp(args: Arguments, config: Config): Promise<number> {
  const toolset = textFlag(args, 'toolset') ?? 'default';
  if (!isToolset(toolset)) {
    throw new PlanwrightError('INVALID_ARGUMENTS', `--toolset is one of ${toolsets.join(', ')}.`);
  }
  const { host, log } = await openLocalHost(config, { role: 'mcp', withDeliveries: true });
  const services = servicesOf(host, config);
  const report = {
    newErrorId: () => host.ids.next('err'),
    onRefused: (refusal: Refusal) => log.debug({ ...refusal }, 'tool refused'),
    onError: (error: unknown, errorId: string) =>
      log.error({ err: error, error_id: errorId }, 'tool failed'),
  };
  const handle = await serveMcpStdio({
    info: { name: 'planwright', title: 'Planwright', version },
    instructions: mcpInstructions,
    prompts: mcpPrompts,
    tools: toolsOf(jsonOperations, toolset, { services, report }),
    caller: localService,
    newErrorId: (code) =>
      code === undefined ? report.newErrorId() : refusalId(report, code, 'mcp'),
  });
  const stopWatching = watchRest(() => host.rest(), releasePages);
  await handle.closed;
  stopWatching();
  services.forecasts.close();
  await host.close();
  return 0;
}
