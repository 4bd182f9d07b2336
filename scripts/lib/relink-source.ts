// Points the paths that compiled code opens by name (worker threads, child scripts) at .js files.

const urlOfSource = /new URL\((['"`])(\.{1,2}\/[^'"`]+)\.ts\1, import\.meta\.url\)/g;
const relativeSource = /(['"`])\.{1,2}\/[^'"`\s]*\.ts\1/;

/** Throws on a relative .ts path in any other form, since it would break in the package alone. */
export function relinkSource(source: string, file: string): string {
  const linked = source.replace(urlOfSource, 'new URL($1$2.js$1, import.meta.url)');
  const left = linked.split('\n').find((line) => relativeSource.test(line) && !isComment(line));
  if (left === undefined) return linked;
  throw new Error(
    `${file} names a .ts file in a form the build does not know: ${left.trim()}\n` +
      "write it as new URL('./name.ts', import.meta.url)",
  );
}

function isComment(line: string): boolean {
  return /^\s*(\/\/|\*|\/\*)/.test(line);
}
