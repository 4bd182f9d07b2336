import { describe, expect, it } from 'vitest';
import { escapeMarkdown, table } from './markdown.ts';

describe('escaping in reports', () => {
  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '[click](javascript:alert(1))',
    '![x](https://evil.example/p.png)',
    '`code` **bold** _it_ | bar',
    'www.evil.example me@evil.example',
  ])('[PL10] %s stays text', (evil) => {
    const safe = escapeMarkdown(evil);
    expect(safe).not.toMatch(/<\w/);
    expect(safe).not.toMatch(/(?<!\\)[[\]`*_|]/);
    expect(safe).not.toMatch(/https?:|javascript:|www\.|@/);
  });

  it('[PL10] a line cannot become a heading, a list or a second line', () => {
    expect(escapeMarkdown('# big')).toBe('\\# big');
    expect(escapeMarkdown('- item')).toBe('\\- item');
    expect(escapeMarkdown('1. item')).toBe('1\\. item');
    expect(escapeMarkdown('a\n\n# b')).toBe('a \\# b');
    expect(escapeMarkdown('21.3')).toBe('21.3');
  });

  it('[PL10] a cell cannot break its table', () => {
    expect(table(['h'], [['a | b\nc']])).toBe('| h |\n| --- |\n| a \\| b c |');
  });
});
