// The text of a prompt: a file in plain words beside its stage.
import { readFileSync } from 'node:fs';

export const promptText = (stage: string): string =>
  readFileSync(new URL(`./${stage}.prompt.txt`, import.meta.url), 'utf8');
