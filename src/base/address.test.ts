import { describe, expect, it } from 'vitest';
import { isLoopbackHost, isPublicAddress, parseHost, parseHostPort } from './address.ts';

describe('public addresses', () => {
  it.each([
    '8.8.8.8',
    '1.1.1.1',
    '172.15.255.255',
    '172.32.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '223.255.255.255',
    '2606:4700:4700::1111',
    '2001:4860:4860::8888',
    '2a00:1450::1',
    '::ffff:8.8.8.8',
    '64:ff9b::8.8.8.8',
  ])('[BA12] %s is public', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each([
    ['unspecified', '0.0.0.0'],
    ['this network', '0.1.2.3'],
    ['private', '10.255.255.255'],
    ['private', '172.16.0.1'],
    ['private', '172.31.255.255'],
    ['private', '192.168.1.1'],
    ['carrier-grade NAT', '100.64.0.1'],
    ['carrier-grade NAT', '100.127.255.255'],
    ['loopback', '127.0.0.1'],
    ['loopback', '127.255.255.254'],
    ['cloud metadata', '169.254.169.254'],
    ['protocol assignments', '192.0.0.170'],
    ['benchmarks', '198.19.0.1'],
    ['documentation', '203.0.113.9'],
    ['multicast', '224.0.0.1'],
    ['multicast', '239.255.255.250'],
    ['reserved', '240.0.0.1'],
    ['broadcast', '255.255.255.255'],
  ])('[BA12] %s %s is not public', (_, address) => {
    expect(isPublicAddress(address)).toBe(false);
    expect(isPublicAddress(`::ffff:${address}`)).toBe(false);
    expect(isPublicAddress(`64:ff9b::${address}`)).toBe(false);
  });

  it.each([
    ['unspecified', '::'],
    ['loopback', '::1'],
    ['loopback, written out', '0:0:0:0:0:0:0:1'],
    ['mapped in hex', '::ffff:7f00:1'],
    ['mapped, written out in capitals', '0000:0000:0000:0000:0000:FFFF:7F00:0001'],
    ['compatible', '::127.0.0.1'],
    ['translated', '::ffff:0:127.0.0.1'],
    ['NAT64 in hex', '64:ff9b::a00:1'],
    ['local NAT64', '64:ff9b:1::8.8.8.8'],
    ['6to4 of a private address', '2002:7f00:1::'],
    ['6to4 of 10.0.0.1', '2002:a00:1::1'],
    ['Teredo', '2001:0:7f00:1::'],
    ['documentation', '2001:db8::1'],
    ['discard', '100::1'],
    ['unique local', 'fd00:ec2::254'],
    ['unique local', 'fc00::1'],
    ['link-local', 'fe80::1'],
    ['link-local with a zone', 'fe80::1%eth0'],
    ['public with a zone', '2606:4700::1%lo'],
    ['site-local', 'fec0::1'],
    ['multicast', 'ff02::1'],
    ['outside any assigned range', '4000::1'],
  ])('[BA12] %s %s is not public', (_, address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each(['', 'localhost', 'example.com', '8.8.8', '8.8.8.8 ', '[2606:4700::1]', '010.8.8.8'])(
    '[BA12] %j is no address, so not public',
    (text) => {
      expect(isPublicAddress(text)).toBe(false);
    },
  );
});

describe('hosts', () => {
  it.each(['localhost', 'LOCALHOST', '127.0.0.1', '127.9.9.9', '::1', '[::1]'])(
    '[BA10] %s is this machine',
    (host) => {
      expect(isLoopbackHost(host)).toBe(true);
    },
  );

  it.each(['', 'localhost.evil.example', '128.0.0.1', '::2', '0.0.0.0', '127.1', 'db'])(
    '[BA10] %j need not be this machine',
    (host) => {
      expect(isLoopbackHost(host)).toBe(false);
    },
  );

  it.each([
    ['Example.COM:80', 'example.com:80'],
    ['127.0.0.1:5432', '127.0.0.1:5432'],
    ['0x7f.1:5432', '127.0.0.1:5432'],
    ['[0:0:0:0:0:0:0:1]:443', '[::1]:443'],
  ])('[BA13] %s is the pair %s', (text, pair) => {
    expect(parseHostPort(text)).toBe(pair);
  });

  it.each([
    'example.com',
    ':80',
    'example.com:0',
    'example.com:65536',
    'example.com:080',
    'example.com:http',
    '::1:80',
    'a@b:80',
    'http://a:80',
    'a/b:80',
    '*:80',
    'a b:80',
    '[::1]@[::2]:80',
    '',
  ])('[BA13] %j is no pair', (text) => {
    expect(parseHostPort(text)).toBeUndefined();
  });

  it('[BA13] a host is spelled as URLs spell it', () => {
    expect(parseHost('Plans.Example')).toBe('plans.example');
    expect(parseHost('[::1]')).toBe('[::1]');
    expect(parseHost('::1')).toBeUndefined();
    expect(parseHost('a:1')).toBeUndefined();
  });
});
