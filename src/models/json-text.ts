// Finds the JSON in what a model wrote. Models wrap it in fences, in greetings, or leave a comma too
// many. Only a reply that ended by itself comes here: mending a cut one would make a shorter list
// that looks whole.

export type Parsed = { readonly ok: true; readonly value: unknown } | { readonly ok: false };

const fence = /^```[a-z0-9_-]*[ \t]*\r?\n([\s\S]*?)\r?\n?```$/i;
const firstFence = /```(?:json)?[ \t]*\r?\n([\s\S]*?)\r?\n```/i;
const maxNesting = 64;

export function parseJsonText(raw: string): Parsed {
  const text = raw.replace(/^\uFEFF/, '').trim();
  for (const candidate of candidates(text)) {
    const parsed = tryParse(candidate);
    if (parsed.ok) return parsed;
    const mended = tryParse(withoutTrailingCommas(candidate));
    if (mended.ok) return mended;
  }
  return { ok: false };
}

function* candidates(text: string): Generator<string> {
  yield text;
  const whole = fence.exec(text)?.[1] ?? firstFence.exec(text)?.[1];
  if (whole !== undefined) yield whole.trim();
  const outer = outermost(text);
  if (outer !== undefined && outer !== text) yield outer;
}

function tryParse(text: string): Parsed {
  if (text === '') return { ok: false };
  try {
    const value: unknown = JSON.parse(text);
    return depthWithin(value, maxNesting) ? { ok: true, value } : { ok: false };
  } catch {
    return { ok: false };
  }
}

function depthWithin(value: unknown, left: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return left > 0 && Object.values(value).every((item) => depthWithin(item, left - 1));
}

/** Walks over text in quotes, so that a brace or a comma in it counts for nothing. */
function scan(text: string, from: number, visit: (at: number, depth: number) => boolean): void {
  let depth = 0;
  let inText = false;
  for (let at = from; at < text.length; at += 1) {
    const char = text[at];
    if (inText) {
      if (char === '\\') at += 1;
      else if (char === '"') inText = false;
      continue;
    }
    if (char === '"') inText = true;
    else if (char === '{' || char === '[') depth += 1;
    else if (char === '}' || char === ']') depth -= 1;
    if (!visit(at, depth)) return;
  }
}

/** From the first brace or bracket to the one that closes it, if it is closed. */
function outermost(text: string): string | undefined {
  const start = text.search(/[{[]/);
  if (start === -1) return undefined;
  let end = -1;
  scan(text, start, (at, depth) => {
    if (depth > 0) return true;
    end = at;
    return false;
  });
  return end === -1 ? undefined : text.slice(start, end + 1);
}

function withoutTrailingCommas(text: string): string {
  const dropped = new Set<number>();
  scan(text, 0, (at) => {
    if (text[at] === ',' && /^\s*[}\]]/.test(text.slice(at + 1, at + 200))) dropped.add(at);
    return true;
  });
  let kept = '';
  let from = 0;
  for (const at of dropped) {
    kept += text.slice(from, at);
    from = at + 1;
  }
  return kept + text.slice(from);
}
