// JSON from outside, under limits: how deep it is nested, and no `__proto__`. What comes after may go
// down by recursion.
const maxDepth = 64;

export interface JsonLook {
  /** Without its subject. */
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
      if (name === '__proto__') this.problem = 'has a forbidden key (__proto__).';
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
    if (depth > maxDepth) looking.problem = `is nested deeper than ${maxDepth} levels.`;
    else if (Array.isArray(node)) for (const value of node) looking.see(value, depth + 1);
    else looking.openObject(node as Record<string, unknown>, depth + 1);
    if (looking.problem !== undefined) break;
  }
  return looking;
}
