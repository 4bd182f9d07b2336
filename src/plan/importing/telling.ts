// Defects that only the reader of a file can see, each with its place. There is an end to them: a file
// may be wrong in every line.
import { cleanText } from '../../schedule/write/clean-text.ts';
import type { ImportDefect } from './imported-plan.ts';

export type Tell = (kind: string, where: string, detail: string, repaired?: boolean) => void;

const maxTold = 500;

export function teller(defects: ImportDefect[]): Tell {
  return (kind, where, detail, repaired = true) => {
    if (defects.length < maxTold) {
      defects.push({
        kind,
        where: cleanText(where, 120),
        detail: cleanText(detail, 300),
        repaired,
      });
    }
  };
}
