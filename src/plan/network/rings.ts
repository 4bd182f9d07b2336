// Tasks that wait for one another in a ring.

/** One ring, in order, or null. `waitsFor` says what each waits for. */
export function ringIn(waitsFor: ReadonlyMap<string, readonly string[]>): string[] | null {
  const done = new Set<string>();
  const path: string[] = [];
  const visit = (id: string): string[] | null => {
    if (done.has(id)) return null;
    const at = path.indexOf(id);
    if (at >= 0) return path.slice(at);
    path.push(id);
    for (const next of waitsFor.get(id) ?? []) {
      const ring = visit(next);
      if (ring) return ring;
    }
    path.pop();
    done.add(id);
    return null;
  };
  for (const id of waitsFor.keys()) {
    const ring = visit(id);
    if (ring) return ring;
  }
  return null;
}

export const ringText = (ring: readonly string[]): string =>
  `${[...ring, ring[0] ?? ''].join(' waits for ')}; drop one of these`;

export const twiceIn = (names: readonly string[]): string[] => [
  ...new Set(names.filter((name, index) => names.indexOf(name) !== index)),
];
