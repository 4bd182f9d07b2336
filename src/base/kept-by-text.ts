// What is found from a text alone and asked for again and again, kept for so many texts of so many
// characters in all. When there are more, it begins anew: what is needed is soon found again.

const usualMostChars = 4 * 2 ** 20;

export function keptByText<Value>(
  most: number,
  find: (text: string) => Value,
  mostChars = usualMostChars,
): (text: string) => Value {
  const known = new Map<string, Value>();
  let chars = 0;
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const found = find(text);
    if (text.length > mostChars) return found;
    if (known.size >= most || chars + text.length > mostChars) {
      known.clear();
      chars = 0;
    }
    chars += text.length;
    known.set(text, found);
    return found;
  };
}
