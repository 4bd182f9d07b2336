// What arrives on a stream is outside text: it is checked here once, loosely, before it is used.
import type { PublicEvent } from '../../../src/contract/executions.ts';

export interface Telemetry {
  readonly step_id: string;
  readonly progress: number;
  readonly note: string;
  readonly at: string;
}

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

const isText = (value: unknown): value is string => typeof value === 'string';

export function toEvent(data: unknown): PublicEvent | undefined {
  if (!isFields(data) || !Number.isSafeInteger(data.seq)) return undefined;
  if (!isText(data.type) || !isText(data.at) || !Array.isArray(data.changes)) return undefined;
  return data as unknown as PublicEvent;
}

export function toTelemetry(data: unknown): Telemetry | undefined {
  if (!isFields(data) || !isText(data.step_id)) return undefined;
  const progress = typeof data.progress === 'number' ? clamp(data.progress) : 0;
  return {
    step_id: data.step_id,
    progress,
    note: isText(data.note) ? data.note : '',
    at: isText(data.at) ? data.at : '',
  };
}

const clamp = (percent: number): number => Math.max(0, Math.min(100, Math.round(percent)));
