// The kinds of values a setting may have. Every source gives text (a JSON file may give numbers,
// booleans and lists, which are turned into text first), so each kind is one small parser.
import { isAbsolute } from 'node:path';
import { bareHost, parseHost, parseHostPort, urlHost } from './address.ts';

/** `parse` gives undefined for text that is not allowed; `allowed` then says what would be. */
export interface ValueKind<T> {
  readonly allowed: string;
  readonly parse: (text: string) => T | undefined;
}

export const maxValueChars = 4_096;
const maxListItems = 100;

export const text: ValueKind<string> = {
  allowed: 'text without control characters',
  parse: (value) => (/^\P{Cc}+$/u.test(value) ? value : undefined),
};

/** Made absolute later, where the home and working folders are known. */
export const path: ValueKind<string> = { ...text, allowed: 'the path of a file or folder' };

export const host: ValueKind<string> = {
  allowed: 'a host name or an address to listen on',
  parse: (value) => {
    const parsed = parseHost(urlHost(bareHost(value)));
    return parsed === undefined ? undefined : bareHost(parsed);
  },
};

export function integer(min: number, max: number): ValueKind<number> {
  return {
    allowed: `a whole number from ${min} to ${max}`,
    parse: (value) => {
      const number = /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN;
      return number >= min && number <= max ? number : undefined;
    },
  };
}

export const flag: ValueKind<boolean> = {
  allowed: '1, true, 0 or false',
  parse: (value) => {
    const lower = value.toLowerCase();
    if (lower === '1' || lower === 'true') return true;
    return lower === '0' || lower === 'false' ? false : undefined;
  },
};

export function choice<const T extends string>(...options: readonly T[]): ValueKind<T> {
  return {
    allowed: options.join(', '),
    parse: (value) => options.find((option) => option.toLowerCase() === value.toLowerCase()),
  };
}

/** Only an origin: the server's own paths begin at the root. */
export const webOrigin: ValueKind<string> = {
  allowed: 'an http or https address without a path, such as https://plans.example.com',
  parse: (value) => {
    const url = URL.parse(value);
    if (url === null || !/^https?:$/.test(url.protocol)) return undefined;
    return url.href === `${url.origin}/` ? url.origin : undefined;
  },
};

/** With a path, where something else answers below it. */
export const webUrl: ValueKind<string> = {
  allowed: 'an http or https address, such as http://127.0.0.1:4318',
  parse: (value) => {
    const url = URL.parse(value);
    if (url === null || !/^https?:$/.test(url.protocol)) return undefined;
    const isPlain = url.username === '' && url.password === '' && url.search === '' && !url.hash;
    return isPlain ? url.href.replace(/\/+$/, '') : undefined;
  },
};

export const databaseUrl: ValueKind<string> = {
  allowed: 'postgres://user:password@host:5432/database',
  parse: (value) => {
    const protocol = URL.parse(value)?.protocol;
    return protocol === 'postgres:' || protocol === 'postgresql:' ? value : undefined;
  },
};

/** A Host header's value: a name alone stands for any port. */
export const hosts = list('host names, or host:port pairs', (item) => {
  return parseHost(item) ?? parseHostPort(item);
});

export const hostPorts = list('host:port pairs', parseHostPort);

/** Absolute, since no shell has seen them and everybody must mean the same. */
export const folders = list('absolute paths of folders', (item) =>
  isAbsolute(item) && /^\P{Cc}+$/u.test(item) && !/^\/+$/.test(item) ? item : undefined,
);

const headerPattern = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}=[\x20-\x7E]{1,2000}$/;

export const headerList = list('headers such as x-api-key=SECRET', (item) =>
  headerPattern.test(item) ? item : undefined,
);

const slotPattern = /^(?:kind|provider):[A-Za-z0-9_.-]{1,60}=[1-9]\d{0,3}$/;

/** How many steps of a kind, or with a provider, may be worked on at a time. */
export const slotLimits = list('limits such as kind:model=8 or provider:openai=4', (item) =>
  slotPattern.test(item) ? item : undefined,
);

function list(
  what: string,
  parseItem: (item: string) => string | undefined,
): ValueKind<readonly string[]> {
  return {
    allowed: `${what}, separated by commas, at most ${maxListItems}`,
    parse: (value) => {
      const given = value.split(',').map((item) => item.trim());
      const items = given.filter((item) => item !== '').map(parseItem);
      const known = items.filter((item) => item !== undefined);
      return known.length < items.length || items.length > maxListItems ? undefined : known;
    },
  };
}
