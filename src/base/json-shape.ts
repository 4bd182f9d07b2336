// JSON from outside, under limits: how deep it is nested, and no `__proto__`. What comes after may go
// down by recursion.
import { PlanwrightError } from './errors.ts';

const maxDepth = 64;

export interface JsonLook {
  readonly problem: string | undefined;
  /** How many names all objects together have. */
  readonly names: number;
  /** Beyond what integers are exact to, Infinity included. */
  readonly hasWideNumber: boolean;
}

class Looking {
  problem: string | undefined;
  names = 0;
  hasWideNumber = false;
  readonly nodes: object[] = [];
  readonly depths: number[] = [];

  see(value: unknown, depth: number): void {
    if (typeof value === 'number') {
      if (Math.abs(value) > Number.MAX_SAFE_INTEGER) this.hasWideNumber = true;
    } else if (typeof value === 'object' && value !== null) {
      this.nodes.push(value);
      this.depths.push(depth);
    }
  }

  openObject(node: Readonly<Record<string, unknown>>, depth: number): void {
    for (const name of Object.keys(node)) {
      this.names += 1;
      if (name === '__proto__') this.problem = 'The body has a forbidden key.';
      this.see(node[name], depth);
    }
  }
}

/** A loop, not recursion: the input decides the depth. */
export function lookAt(root: unknown): JsonLook {
  const looking = new Looking();
  looking.see(root, 1);
  for (let node = looking.nodes.pop(); node !== undefined; node = looking.nodes.pop()) {
    const depth = looking.depths.pop() ?? 0;
    if (depth > maxDepth) looking.problem = `The body is nested deeper than ${maxDepth} levels.`;
    else if (Array.isArray(node)) for (const value of node) looking.see(value, depth + 1);
    else looking.openObject(node as Record<string, unknown>, depth + 1);
    if (looking.problem !== undefined) break;
  }
  return looking;
}

export const shapeProblem = (root: object): string | undefined => lookAt(root).problem;

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
