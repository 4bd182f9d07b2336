// Words of the frame by language. A plan in another language has an English frame.
import { da } from './labels/da.ts';
import { de } from './labels/de.ts';
import { en, type Labels } from './labels/en.ts';
import { es } from './labels/es.ts';
import { fr } from './labels/fr.ts';

export type { Labels };

const known: Readonly<Record<string, Labels>> = { da, de, en, es, fr };

export const labelsIn = (locale: string): Labels =>
  known[locale.toLowerCase().split('-')[0] ?? ''] ?? en;

/** A text with its values in their places. */
export const filled = (template: string, ...values: readonly string[]): string =>
  template.replace(/\{(\d)\}/g, (_, place: string) => values[Number(place)] ?? '');
