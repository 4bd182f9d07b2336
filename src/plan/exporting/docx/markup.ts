// Texts inside WordprocessingML. A word processor refuses the whole file for one character that XML
// cannot hold, so those are taken out here and nowhere else.
const impossible = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

export const escaped = (text: string): string =>
  text.replace(impossible, '').replace(/[&<>"]/g, (char) => entities[char] ?? '');

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

export const part = (content: string): string => `${declaration}${content}\n`;

export const wordNamespace = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
