// Markdown of a plan as HTML. What minds wrote is in it, so nothing in it may act: no HTML of its own,
// no pictures, no links but to https. Loaded only where there is something to read.
import MarkdownIt from 'markdown-it';

const parser = new MarkdownIt('default', { html: false, linkify: false, typographer: false });
parser.disable(['image', 'html_inline', 'html_block']);
parser.validateLink = (url) => /^https:\/\//i.test(url.trim());

type Rules = typeof parser.renderer.rules;
type Rule = NonNullable<Rules[string]>;

/** The page has its own h1, so all headings go down by one. */
const lower: Rule = (tokens, index, options, _env, self) => {
  const token = tokens[index];
  if (token !== undefined) token.tag = `h${Math.min(6, Number(token.tag.slice(1)) + 1)}`;
  return self.renderToken(tokens, index, options);
};

const away: Rule = (tokens, index, options, _env, self) => {
  tokens[index]?.attrSet('rel', 'noopener noreferrer');
  tokens[index]?.attrSet('target', '_blank');
  return self.renderToken(tokens, index, options);
};

Object.assign(parser.renderer.rules, {
  heading_open: lower,
  heading_close: lower,
  link_open: away,
  // A wide table scrolls by itself; a region that scrolls must be reached by keyboard.
  table_open: () => '<div class="scroll" role="region" aria-label="Table" tabindex="0"><table>\n',
  table_close: () => '</table></div>\n',
} satisfies Rules);

export const renderMarkdown = (text: string): string => parser.render(text);
