// Where an operation is called: made from its endpoint, such as "GET /api/plans/{plan_id}".

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

export interface Address {
  readonly method: Method;
  readonly path: string;
  /** Fields that the path does not name. */
  readonly query: Readonly<Record<string, unknown>>;
  /** With GET and DELETE they are the query, else the body. */
  readonly body: Readonly<Record<string, unknown>> | null;
}

/** A file's path keeps its slashes. */
const segment = (name: string, value: unknown): string => {
  const text = typeof value === 'string' ? value : '';
  return name === 'path'
    ? text.split('/').map(encodeURIComponent).join('/')
    : encodeURIComponent(text);
};

export function addressOf(endpoint: string, input: object): Address {
  const [method, template = ''] = endpoint.split(' ') as [Method, string?];
  const rest: Record<string, unknown> = { ...input };
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const text = segment(name, rest[name]);
    delete rest[name];
    return text;
  });
  const hasBody = method === 'POST' || method === 'PATCH';
  return { method, path, query: hasBody ? {} : rest, body: hasBody ? rest : null };
}

/** With its query, without the fields that are not given. */
export function urlOf({ path, query }: Pick<Address, 'path' | 'query'>): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const words = given.map(([name, value]): [string, string] => [name, String(value)]);
  return words.length === 0 ? path : `${path}?${new URLSearchParams(words).toString()}`;
}
