// Which methods an address takes, from the operation table: for a caller with the right address and
// the wrong method, who should hear 405 and the right one rather than 404.
import type { Operation } from '../operations/operation.ts';

type Pattern = readonly [pattern: RegExp, method: string];

const patternOf = (path: string): RegExp => {
  const parts = path.split(/\{(\w+)\}/).map((part, index) => {
    if (index % 2 === 0) return part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
    return part === 'path' ? '.+' : '[^/]+';
  });
  return new RegExp(`^${parts.join('')}$`);
};

/** In the order of the table; HEAD goes with GET. Empty for an address that is not there. */
export function methodFinder(
  operations: readonly Operation[],
  isPage: (path: string) => boolean,
): (path: string) => string[] {
  const patterns: Pattern[] = operations.map(({ rest }) => [patternOf(rest.path), rest.method]);
  return (path) => {
    const fixed = operations
      .filter(({ rest }) => rest.path === path)
      .map(({ rest }) => rest.method);
    const matching = patterns.filter(([pattern]) => pattern.test(path));
    // An address of its own is no id of another one.
    const found: string[] = fixed.length > 0 ? fixed : matching.map(([, method]) => method);
    if (isPage(path)) found.push('GET');
    if (found.includes('GET')) found.push('HEAD');
    return found.length === 0 ? [] : [...new Set([...found, 'OPTIONS'])];
  };
}
