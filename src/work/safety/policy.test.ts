import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allowsCommand, allowsHost, defaultPolicy, policySchema } from './policy.ts';

const withCommands = (...args: string[][]) =>
  policySchema.parse({ commands: [{ command: 'npm', args }] });

describe('a policy', () => {
  it('[TL29] allows nothing by itself', () => {
    expect(policySchema.parse({})).toEqual(defaultPolicy);
    expect(defaultPolicy.file_scopes).toBeNull();
    fc.assert(
      fc.property(fc.string(), fc.array(fc.string()), fc.webUrl(), (command, args, url) => {
        expect(allowsCommand(defaultPolicy, command, args)).toBe(false);
        expect(allowsHost(defaultPolicy, new URL(url))).toBe(false);
      }),
    );
  });

  it.each([
    { unknown: 1 },
    { file_scopes: { root: 'relative' } },
    { file_scopes: { root: '/' } },
    { file_scopes: { root: '/a\0b' } },
    { file_scopes: { root: '/a', write: ['../b'] } },
    { file_scopes: { root: '/a', write: ['/b'] } },
    { file_scopes: { root: '/a', read: Array(101).fill('x') } },
    { commands: [{ command: '/bin/sh' }] },
    { commands: [{ command: 'sh -c' }] },
    { commands: [{ command: 'npm', args: [] }] },
    { commands: [{ command: 'npm', args: [['**', 'x']] }] },
    { hosts: ['https://a.example'] },
    { hosts: ['*.example'] },
    { hosts: ['a.example:0'] },
    { limits: { command_seconds: 0 } },
    { limits: { command_seconds: 3_601 } },
    { limits: { file_bytes: 1.5 } },
    { limits: { cpu: 1 } },
  ])('[TL29] is refused if it says %j', (input) => {
    expect(policySchema.safeParse(input).success).toBe(false);
  });

  it('[TL17] takes exactly the arguments of a pattern', () => {
    const policy = withCommands(['test'], ['run', '*'], ['exec', '--', '**']);
    const fits = (...args: string[]) => allowsCommand(policy, 'npm', args);
    expect([
      fits('test'),
      fits('run', 'lint'),
      fits('exec', '--'),
      fits('exec', '--', 'a', 'b'),
    ]).toEqual([true, true, true, true]);
    expect([
      fits(),
      fits('test', 'x'),
      fits('run'),
      fits('run', 'a', 'b'),
      fits('exec'),
      fits('TEST'),
    ]).toEqual([false, false, false, false, false, false]);
    expect(allowsCommand(policy, 'npm2', ['test'])).toBe(false);
    expect(allowsCommand(policySchema.parse({ commands: [{ command: 'ls' }] }), 'ls', [])).toBe(
      true,
    );
    expect(allowsCommand(policySchema.parse({ commands: [{ command: 'ls' }] }), 'ls', ['/'])).toBe(
      false,
    );
  });

  it('[TL30] takes exactly the hosts of the list', () => {
    const policy = policySchema.parse({ hosts: ['A.example', 'b.example:8443', '[::1]:80'] });
    const allowed = (url: string) => allowsHost(policy, new URL(url));
    expect(
      ['http://a.example/', 'https://a.example/x', 'https://b.example:8443/', 'http://[::1]/'].map(
        allowed,
      ),
    ).toEqual([true, true, true, true]);
    expect(
      [
        'https://a.example:8443/',
        'https://sub.a.example/',
        'https://a.example.evil.example/',
        'https://b.example/',
        'http://a.example:443/',
        'https://[::1]/',
      ].map(allowed),
    ).toEqual([false, false, false, false, false, false]);
  });
});
