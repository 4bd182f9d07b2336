import { describe, expect, it } from 'vitest';
import { hmacHex, sameText, sha256Hex, sha256HexOf } from './hash.ts';

describe('hash', () => {
  it('[BA3] SHA-256 gives the published test values', () => {
    const empty = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
    const abc = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
    expect(sha256Hex('')).toBe(empty);
    expect(sha256Hex('abc')).toBe(abc);
    expect(sha256Hex(new TextEncoder().encode('abc'))).toBe(abc);
  });

  it('[BA3] text is hashed as UTF-8, and parts are hashed as one text', () => {
    expect(sha256Hex('ø')).toBe(sha256Hex(Uint8Array.of(0xc3, 0xb8)));
    const bytes = (text: string) => new TextEncoder().encode(text);
    expect(sha256HexOf(bytes('a'), 'bc')).toBe(sha256Hex('abc'));
    expect(sha256HexOf(bytes('a'), bytes('bc'))).toBe(sha256Hex('abc'));
    const long = 'x'.repeat(100_000);
    expect(sha256HexOf(bytes('a'), long)).toBe(sha256Hex(`a${long}`));
  });

  it('[BA3] HMAC gives the published test value of RFC 4231, case 2', () => {
    expect(hmacHex('Jefe', 'what do ya want for nothing?')).toBe(
      '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    );
  });

  it('[BA3] texts are compared whole, and lengths may differ', () => {
    expect(sameText('secret', 'secret')).toBe(true);
    expect(sameText('secret', 'secreT')).toBe(false);
    expect(sameText('secret', 'secret1')).toBe(false);
    expect(sameText('', '')).toBe(true);
    expect(sameText('ø', 'oe')).toBe(false);
  });
});
