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

  it.each([
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0x7f.1',
    '0177.0.0.1',
    '127.0.0.1.',
    '1２7.0.0.1',
    '0',
    '0.0.0.0',
    '10.1.2.3',
    '172.31.255.255',
    '192.168.0.1',
    '100.64.0.1',
    '169.254.169.254',
    '2852039166',
    '224.0.0.1',
    '255.255.255.255',
    '[::]',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:a9fe:a9fe]',
    '[0:0:0:0:0:ffff:10.0.0.1]',
    '[::127.0.0.1]',
    '[64:ff9b::192.168.0.1]',
    '[2002:7f00:1::]',
    '[fe80::1]',
    '[fd00::1]',
    'localhost',
    'LOCALHOST.',
    'hooks.localhost',
  ])('[WH19] %s is refused at registration', (host) => {
    for (const scheme of ['http', 'https']) {
      const text = `${scheme}://${host}:9000/s3cr3t`;
      expect(() => checkedHookUrl(text)).toThrow(
        expect.objectContaining({
          code: 'address_blocked',
          message: expect.not.stringContaining('s3cr3t') as string,
        }),
      );
    }
  });

  it.each([
    ['http://127.0.0.1:9000/in', '127.0.0.1:9000'],
    ['http://2130706433:9000/in', '127.0.0.1:9000'],
    ['http://10.0.0.1/in', '10.0.0.1:80'],
    ['https://10.0.0.1/in', '10.0.0.1:443'],
    ['http://[::1]:9000/in', '[::1]:9000'],
    ['http://localhost:9000/in', 'localhost:9000'],
  ])('[WH19] %s may be registered where the operator allows %s', (text, pair) => {
    expect(checkedHookUrl(text, [pair])).toMatch(/^https?:/);
    expect(() => checkedHookUrl(text, [`${pair}1`])).toThrow(
      expect.objectContaining({ code: 'address_blocked' }),
    );
  });

  it.each(['93.184.215.14', '[2606:2800:21f:cb07::1]', 'localhost.example.org', 'mylocalhost'])(
    '[WH19] %s may be registered',
    (host) => {
      expect(checkedHookUrl(`https://${host}/in`)).toBe(`https://${host}/in`);
    },
  );

  it('[WH15] are shown without their query', () => {
    expect(shownUrl('https://example.org/a?key=s3cr3t')).toBe('https://example.org/a?…');
    expect(shownUrl('https://example.org/a')).toBe('https://example.org/a');
  });
});
