// A strict little reader of HTML: it takes only what leaves no doubt to any other reader, that is,
// quoted attributes and no mark outside a tag.
export interface HtmlTag {
  readonly name: string;
  readonly isClosing: boolean;
  readonly attributes: Readonly<Record<string, string>>;
}

export interface HtmlReading {
  readonly tags: readonly HtmlTag[];
  readonly text: string;
  /** What stands in style and script. */
  readonly raw: readonly { readonly name: string; readonly text: string }[];
}

const token =
  /<(style|script)>([\s\S]*?)<\/\1>|<(\/?)([A-Za-z][A-Za-z0-9]*)((?:\s+[a-z][a-z0-9-]*(?:="[^"<>]*")?)*)\s*\/?>|([^<>]+)/giy;
const attribute = /([a-z][a-z0-9-]*)(?:="([^"]*)")?/gi;
const open = new Set(['meta', 'br', 'input']);
/** Of SVG; those of ours that end in a slash. */
const selfClosed = /\/>$/;

export function readHtml(source: string): HtmlReading {
  const tags: HtmlTag[] = [];
  const raw: { name: string; text: string }[] = [];
  const texts: string[] = [];
  const stack: string[] = [];
  token.lastIndex = 0;
  const body = source.replace(/^<!doctype html>\n/, '');
  while (token.lastIndex < body.length) {
    const at = token.lastIndex;
    const found = token.exec(body);
    if (!found) throw new Error(`not plain HTML at ${at}: ${body.slice(at - 80, at + 60)}`);
    const [whole, rawName, rawText = '', slash, name, attributes = '', text] = found;
    if (rawName !== undefined) raw.push({ name: rawName, text: rawText });
    else if (text !== undefined) texts.push(text);
    else if (name !== undefined) {
      const isClosing = slash === '/';
      tags.push({ name, isClosing, attributes: attributesOf(attributes) });
      if (isClosing && stack.pop() !== name) throw new Error(`</${name}> closes another`);
      if (!isClosing && !open.has(name) && !selfClosed.test(whole)) stack.push(name);
    }
  }
  if (stack.length > 0) throw new Error(`not closed: ${stack.join(' ')}`);
  return { tags, text: texts.join(''), raw };
}

const attributesOf = (text: string): Record<string, string> =>
  Object.fromEntries([...text.matchAll(attribute)].map((found) => [found[1], found[2] ?? '']));
