// Which minds this process has: opened with the first step that needs one, since most never do.
import { readFile } from 'node:fs/promises';
import { PlanwrightError } from './base/errors.ts';
import type { Cassette } from './plan/brains/recorded/cassette.ts';
import type { Mind, Minds } from './plan/mind.ts';
import type { Brain } from './plan/settings.ts';
import type { WorkParts } from './tool-link.ts';

type OnError = (error: unknown) => void;

/** The path is the operator's own: who asks for a plan does not get to see it. */
async function readRecording(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const { code = 'unknown reason' } = error as NodeJS.ErrnoException;
    const message = `The recording that PLANWRIGHT_RECORDING names cannot be read (${code}).`;
    throw new PlanwrightError('config_invalid', message, {}, error);
  }
}

/** Whole and checked. */
export async function openRecording(path: string): Promise<Cassette> {
  const { readCassette } = await import('./plan/brains/recorded/read-cassette.ts');
  return readCassette(await readRecording(path));
}

async function openRecordedMind({ config }: WorkParts): Promise<Mind> {
  const { createRecordedMind } = await import('./plan/brains/recorded/recorded-mind.ts');
  const { CassetteModel } = await import('./plan/brains/recorded/cassette-model.ts');
  const { recording } = config;
  if (recording === null) throw noMind('recorded');
  const cassette = new CassetteModel(await openRecording(recording));
  return createRecordedMind(() => Promise.resolve(cassette));
}

const noMind = (brain: Brain): PlanwrightError => {
  const message = `No ${brain} can think in this server. planwright doctor says what is usable.`;
  return new PlanwrightError('MODEL_PROFILES_UNAVAILABLE', message);
};

async function openMind(brain: Brain, parts: WorkParts, onError: OnError): Promise<Mind> {
  if (brain === 'model')
    return (await import('./model-mind-link.ts')).openModelMind(parts, onError);
  if (brain === 'recorded') return openRecordedMind(parts);
  if (brain === 'offline')
    return (await import('./plan/brains/offline/offline-mind.ts')).offlineMind;
  throw noMind(brain);
}

export function linkMinds(parts: WorkParts, onError: OnError): Minds {
  const opened = new Map<Brain, Promise<Mind>>();
  return (brain) => {
    const known = opened.get(brain);
    if (known) return known;
    const mind = openMind(brain, parts, onError);
    opened.set(brain, mind);
    // What could not be opened may be set up by the next time.
    mind.catch(() => opened.delete(brain));
    return mind;
  };
}
