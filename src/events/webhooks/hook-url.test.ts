import { describe, expect, it } from 'vitest';
import { checkedHookUrl, shownUrl } from './hook-url.ts';

describe('addresses of webhooks', () => {
  it.each([
    ['https://example.org/hooks?key=1', 'https://example.org/hooks?key=1'],
    ['http://EXAMPLE.org', 'http://example.org/'],
    ['https://example.org/a#part', 'https://example.org/a'],
  ])('[WH15] %s may be registered', (text, url) => {
    expect(checkedHookUrl(text)).toBe(url);
  });

  it.each([
    'example.org',
    '/hooks',
    'ftp://example.org/s3cr3t',
    'file:///s3cr3t',
    'javascript:s3cr3t',
    'https://user@example.org/s3cr3t',
    'https://user:s3cr3t@example.org/',
    'https://',
  ])('[WH15] %s is refused without being repeated', (text) => {
    expect(() => checkedHookUrl(text)).toThrow(
      expect.objectContaining({
        code: 'INVALID_ARGUMENTS',
        message: expect.not.stringContaining('s3cr3t') as string,
      }),
    );
  });

  it('[WH15] are shown without their query', () => {
    expect(shownUrl('https://example.org/a?key=s3cr3t')).toBe('https://example.org/a?…');
    expect(shownUrl('https://example.org/a')).toBe('https://example.org/a');
  });
});
