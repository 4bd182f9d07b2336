// Puts the tables between their markers in the page, and leaves every other word of it as it is.
import type { PlanMeasures } from './measures.ts';
import { tableNames, tableOf } from './tables.ts';

const begin = (name: string): string => `<!-- table: ${name} -->`;
const end = '<!-- end of table -->';

export function filledPage(page: string, plans: readonly PlanMeasures[]): string {
  return tableNames.reduce((text, name) => {
    const start = text.indexOf(begin(name));
    const stop = text.indexOf(end, start);
    if (start < 0 || stop < 0) throw new Error(`The page has no place for the table ${name}.`);
    return `${text.slice(0, start)}${begin(name)}\n${tableOf(name, plans)}\n${text.slice(stop)}`;
  }, page);
}
