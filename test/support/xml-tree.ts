// A strict little XML reader, to see that what is written can be read: elements and text only.
export interface XmlNode {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlNode[];
  readonly text: string;
}

interface OpenNode {
  readonly tag: string;
  readonly attributes: Record<string, string>;
  readonly children: OpenNode[];
  text: string;
}

const token =
  /<\?xml [^<>]*\?>|<\/([A-Za-z:]+)>|<([A-Za-z:]+)((?: [A-Za-z:]+="[^"<]*")*)(\/?)>|([^<>]+)/gy;

export function readXml(source: string): XmlNode {
  const root: OpenNode = { tag: '', attributes: {}, children: [], text: '' };
  const stack: OpenNode[] = [root];
  token.lastIndex = 0;
  while (token.lastIndex < source.length) {
    const at = token.lastIndex;
    const match = token.exec(source);
    if (!match) throw new Error(`not well formed at ${at}: ${source.slice(at, at + 40)}`);
    const [, close, open, attributes = '', isEmpty, text] = match;
    const top = stack.at(-1);
    if (top === undefined) throw new Error('text after the end');
    if (close !== undefined) {
      if (close !== top.tag) throw new Error(`</${close}> closes <${top.tag}>`);
      stack.pop();
    } else if (open !== undefined) {
      const node: OpenNode = {
        tag: open,
        attributes: attributesOf(attributes),
        children: [],
        text: '',
      };
      top.children.push(node);
      if (isEmpty === '') stack.push(node);
    } else if (text !== undefined) top.text += plainOf(text);
  }
  const [only] = root.children;
  if (stack.length !== 1 || root.children.length !== 1 || only === undefined) {
    throw new Error('one root element is needed');
  }
  return only;
}

const attributesOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/ ([A-Za-z:]+)="([^"]*)"/g)].map((found) => [
      found[1],
      plainOf(found[2] ?? ''),
    ]),
  );

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
};

function plainOf(text: string): string {
  return text.replace(/&([a-z]*;?)/g, (_all, name: string) => {
    const char = entities[name.replace(/;$/, '')];
    if (char === undefined || !name.endsWith(';')) throw new Error(`no entity &${name}`);
    return char;
  });
}

export const childrenOf = (node: XmlNode | undefined, tag: string): readonly XmlNode[] =>
  node?.children.filter((child) => child.tag === tag) ?? [];

export const childOf = (node: XmlNode | undefined, tag: string): XmlNode | undefined =>
  childrenOf(node, tag)[0];

export const textOf = (node: XmlNode | undefined, tag: string): string | undefined =>
  childOf(node, tag)?.text;
