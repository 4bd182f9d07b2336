import { describe, expect, it } from 'vitest';
import { renderMarkdown } from './markdown.ts';

describe('Markdown of a plan', () => {
  it('becomes headings, lists and tables that can be reached', () => {
    const html = renderMarkdown('# One\n\n- **a**\n\n| x | y |\n| --- | --- |\n| 1 | 2 |\n');
    expect(html).toContain('<h2>One</h2>');
    expect(html).toContain('<strong>a</strong>');
    expect(html).toContain('tabindex="0"><table>');
  });

  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    'a <b onclick="x()">b</b>',
    '[x](javascript:alert(1))',
    '[x](JaVaScRiPt&#58;alert(1))',
    '[x](data:text/html;base64,PHNjcmlwdD4=)',
    '[x](//evil.example)',
    '[x](http://evil.example)',
    '![x](https://evil.example/pixel.png)',
    '<https://evil.example/" onmouseover="x()>',
    '[x](https://evil.example/"onmouseover="x())',
    '```html" onload="x()\n<svg onload=x()>\n```',
  ])('[UI20] leaves nothing active in %s', (text) => {
    const html = renderMarkdown(text);
    expect(html).not.toMatch(/<(script|img|svg|b|iframe|style)\b/i);
    expect(html).not.toMatch(/<[^>]*\s(on\w+)=/i);
    const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href);
    expect(links.filter((href) => !href?.startsWith('https://'))).toEqual([]);
  });

  it('opens links in a tab of their own that knows nothing of this one', () => {
    const html = renderMarkdown('[law](https://example.org/law)');
    expect(html).toContain('rel="noopener noreferrer"');
    expect(html).toContain('target="_blank"');
  });
});
