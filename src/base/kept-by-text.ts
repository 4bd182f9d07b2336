// What is found from a text alone and asked for again and again, kept for so many texts. When there are
// more, it begins anew: what is needed is soon found again.

export function keptByText<Value>(
  most: number,
  find: (text: string) => Value,
): (text: string) => Value {
  const known = new Map<string, Value>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    if (known.size >= most) known.clear();
    const found = find(text);
    known.set(text, found);
    return found;
  };
}
