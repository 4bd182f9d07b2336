// Many who ask for the same thing at once share one read: the promise is kept, not its result.

/** A read that failed is not kept; the next caller tries again. */
export function sharedRead<Value>(
  known: Map<string, Promise<Value>>,
  key: string,
  read: () => Promise<Value>,
): Promise<Value> {
  const found = known.get(key);
  if (found) return found;
  const reading = read().catch((error: unknown) => {
    if (known.get(key) === reading) known.delete(key);
    throw error;
  });
  known.set(key, reading);
  return reading;
}
