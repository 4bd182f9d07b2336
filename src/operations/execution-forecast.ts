// When an execution will be done: as part of its status, and in full.
import { setTimeout as sleep } from 'node:timers/promises';
import type { z } from 'zod';
import { isPlanwrightError } from '../base/errors.ts';
import type { executionStatusOutput } from '../contract/executions.ts';
import {
  type ExecutionForecastView,
  executionForecastInput,
  executionForecastOutput,
  type ForecastSummary,
} from '../contract/forecast.ts';
import type { Rows } from '../store/tables.ts';
import type { ExecutionForecast } from '../work/execution-forecast.ts';
import type { Context } from './context.ts';
import { executionStatus, findExecution } from './execution-views.ts';
import { jsonOperation } from './operation.ts';
import { isOver } from './wait.ts';

/** With the first forecast, as all that computes one. */
const loadViews = () => import('../work/forecast-view.ts');

type Status = z.input<typeof executionStatusOutput>;

/** A status does not wait longer for its forecast; the next one has it. */
const statusWaitMs = 1_000;

/** The status with its forecast, for those who look at an execution. */
export async function forecastStatus(context: Context, run: Rows['runs']): Promise<Status> {
  const forecast = summaryWithin(context, run, statusWaitMs);
  const status = await executionStatus(context, run);
  return { ...status, forecast: await forecast };
}

/** Never fails: a status without a forecast is a status. */
async function summaryWithin(
  context: Context,
  run: Rows['runs'],
  waitMs: number,
): Promise<ForecastSummary | null> {
  if (isOver(run)) return null;
  const ended = new AbortController();
  const late = sleep(waitMs, null, { signal: ended.signal, ref: false }).catch(() => null);
  try {
    const forecast = await Promise.race([context.forecasts.look(run), late]);
    if (forecast === null) return null;
    const { summaryOf } = await loadViews();
    return summaryOf(forecast, context.now());
  } catch (error) {
    context.onError?.(error);
    return null;
  } finally {
    ended.abort();
  }
}

const over = 'The execution is over.';
const none = 'The plan has no schedule, or too many executions are looked at: ask again.';

async function found(
  context: Context,
  run: Rows['runs'],
  waitMs: number,
): Promise<ExecutionForecast | string> {
  if (isOver(run)) return over;
  try {
    return (await context.forecasts.lookFresh(run, waitMs, context.signal)) ?? none;
  } catch (error) {
    if (!isPlanwrightError(error)) throw error;
    return error.message;
  }
}

export const executionForecast = jsonOperation({
  name: 'execution_forecast',
  title: 'Forecast an execution',
  description:
    'Forecasts the dates of all open tasks from progress so far, with the critical path, the odds and their age. With task_id, shows what slips if a late task slips further.',
  input: executionForecastInput,
  output: executionForecastOutput,
  scope: 'plan:read',
  waits: true,
  rest: 'GET /api/executions/{execution_id}/forecast',
  cli: 'forecast',
  async handler(context, input): Promise<ExecutionForecastView> {
    const { execution_id, wait_seconds, slip_hours: slipHours, task_id: taskId } = input;
    const run = await findExecution(context, execution_id);
    const forecast = await found(context, run, wait_seconds * 1_000);
    const { summaryOf, detailsOf, noDetails } = await loadViews();
    if (typeof forecast === 'string') {
      return { execution_id, forecast: null, why_none: forecast, ...noDetails };
    }
    const now = context.now();
    return {
      execution_id,
      forecast: summaryOf(forecast, now),
      why_none: null,
      ...detailsOf(forecast, now, { taskId, slipHours }),
    };
  },
});
