// The secret port: a key is asked for by name at every call, so that a changed key counts at once and
// none is kept in an object that could be logged.

export interface Secrets {
  /** Undefined if there is none. */
  get(name: string): string | undefined;
}

/** Header values cannot hold line ends, which a key read from a file often has. */
const cleaned = (value: string | undefined): string | undefined => {
  const text = value?.trim();
  return text === undefined || text === '' ? undefined : text;
};

export const envSecrets = (env: Readonly<Record<string, string | undefined>>): Secrets => ({
  get: (name) => cleaned(env[name]),
});
