// models.json as it is now: it is read again when the file has changed, and so a correction counts without
// a restart. Keys come from the environment, which a process reads at its start.
import { statSync } from 'node:fs';
import { loadModelsConfig, type ModelsConfig, type ModelsPlace, modelsPath } from './profiles.ts';
import type { Secrets } from './secrets.ts';

/** Changes with the file; the inode too, since editors put a new file in its place. */
function stampOf(path: string): string {
  try {
    const { mtimeNs, size, ino } = statSync(path, { bigint: true });
    return `${mtimeNs}/${size}/${ino}`;
  } catch {
    return '';
  }
}

/** A file that cannot be used, perhaps half written, is reported once, and the last good one counts. */
export function liveModelsConfig(
  place: ModelsPlace,
  secrets: Secrets,
  onError: (error: unknown) => void,
): () => ModelsConfig {
  const path = modelsPath(place);
  let stamp = '';
  let config: ModelsConfig | null = null;
  return () => {
    const now = stampOf(path);
    if (config !== null && now === stamp) return config;
    try {
      config = loadModelsConfig(place, secrets);
    } catch (error) {
      if (config === null) throw error;
      onError(error);
    }
    // Only now: what could not be read at first is tried again by the next call.
    stamp = now;
    return config;
  };
}
