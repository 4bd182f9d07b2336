// JSON from outside, under limits: how deep it is nested, and no `__proto__`. What comes after may go
// down by recursion.
import { PlanwrightError } from './errors.ts';

const maxDepth = 64;

/** A loop, not recursion: the input decides the depth. */
export function shapeProblem(root: object): string | undefined {
  const pending: { node: object; depth: number }[] = [{ node: root, depth: 1 }];
  for (let entry = pending.pop(); entry !== undefined; entry = pending.pop()) {
    if (entry.depth > maxDepth) return `The body is nested deeper than ${maxDepth} levels.`;
    if (Object.hasOwn(entry.node, '__proto__')) return 'The body has a forbidden key.';
    for (const child of Object.values(entry.node)) {
      if (typeof child === 'object' && child !== null) {
        pending.push({ node: child, depth: entry.depth + 1 });
      }
    }
  }
  return undefined;
}

/** Throws with the file's name where it is no JSON, or none that is taken. */
export function parseJson(text: string, name: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    const why = error instanceof Error ? error.message.slice(0, 200) : '';
    throw new PlanwrightError('INVALID_ARGUMENTS', `${name} is no valid JSON: ${why}`);
  }
  if (typeof value !== 'object' || value === null) return value;
  const problem = shapeProblem(value);
  if (problem === undefined) return value;
  throw new PlanwrightError('INVALID_ARGUMENTS', problem.replace('The body', name));
}
