import { describe, expect, it } from 'vitest';
import { documentHeaders } from './document-headers.ts';

describe('a file that a browser would run', () => {
  it.each(['text/html; charset=utf-8', 'TEXT/HTML', 'image/svg+xml', 'application/xhtml+xml'])(
    '[UI23] %s has an origin of its own, loads nothing, and is framed by us alone',
    (type) => {
      const { 'content-security-policy': policy = '', ...rest } = documentHeaders(type);
      expect(policy).toMatch(/^sandbox allow-scripts /);
      expect(policy).not.toContain('allow-same-origin');
      expect(policy).not.toContain('allow-top-navigation');
      expect(policy).toContain("default-src 'none'");
      expect(policy).not.toContain('connect-src');
      expect(policy).toContain("frame-ancestors 'self'");
      expect(rest).toEqual({ 'x-frame-options': 'SAMEORIGIN' });
    },
  );

  it.each(['text/markdown; charset=utf-8', 'application/json', 'text/csv', 'text/plain'])(
    '[UI23] %s is as everything else',
    (type) => {
      expect(documentHeaders(type)).toEqual({});
    },
  );
});
