// Bundles the program of the package into a few files: a thousand small modules cost half of the time
// and a fifth of the memory of a start. What is not needed at a start stays in files of its own,
// loaded by `import()`, and names stay as they are, so that a stack can be read.
import path from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';

export interface BundleOptions {
  readonly root: string;
  /** Mirrors the root: what code names by a relative path is at the same place in both. */
  readonly dist: string;
  /** The folder of the bundle in dist. */
  readonly folder: string;
  /** The script that is started, from the root. */
  readonly entry: string;
  /** Packages that stay outside: they load files of their own. */
  readonly external: readonly RegExp[];
}

const urlPattern = /new URL\((['"`])(\.{1,2}\/[^'"`]*)\1, import\.meta\.url\)/g;
/** A path in any form but an import or the one above: the bundle would not find its file. */
const strayPath = /(?<!from |import |import\(|new URL\()(['"`])\.{1,2}\/[^'"`\s]*\.ts\1/;
const isComment = (line: string): boolean => /^\s*(\/\/|\*|\/\*)/.test(line);

function checkPaths(source: string, file: string): void {
  const stray = source.split('\n').find((line) => strayPath.test(line) && !isComment(line));
  if (stray === undefined) return;
  throw new Error(
    `${file} names a .ts file in a form the build does not know: ${stray.trim()}\n` +
      "write it as new URL('./name.ts', import.meta.url)",
  );
}

/** Everything that code opens by its place: threads join the bundle, the rest is where it was. */
export function rewriteUrls(
  source: string,
  file: string,
  { root, dist, folder }: Pick<BundleOptions, 'root' | 'dist' | 'folder'>,
  threadFile: (script: string) => string | null,
): string {
  const from = path.join(dist, folder);
  checkPaths(source, file);
  return source.replace(urlPattern, (_, quote: string, relative: string) => {
    const cut = relative.indexOf('${');
    const fixed = cut === -1 ? relative : relative.slice(0, cut);
    const rest = cut === -1 ? '' : relative.slice(cut);
    const target = path.resolve(path.dirname(file), fixed);
    const thread = rest === '' ? threadFile(target) : null;
    const mirrored = path.join(dist, path.relative(root, target)).replace(/\.ts$/, '.js');
    const place = thread === null ? path.relative(from, mirrored) : thread;
    const named = place.startsWith('.') ? place : `./${place}`;
    const end = fixed.endsWith('/') ? '/' : '';
    return `new URL(${quote}${named}${end}${rest}${quote}, import.meta.url)`;
  });
}

/** Threads and scripts of src are entries of their own. */
function placesPlugin(options: BundleOptions): Plugin {
  const source = path.join(options.root, 'src') + path.sep;
  return {
    name: 'places',
    enforce: 'pre',
    transform(code, id) {
      if (!id.startsWith(source)) return null;
      return rewriteUrls(code, id, options, (script) => {
        if (!script.startsWith(source) || !script.endsWith('.ts')) return null;
        if (script === path.join(options.root, options.entry)) return `./${entryFile}`;
        const fileName = `${path.basename(script, '.ts')}.js`;
        this.emitFile({ type: 'chunk', id: script, fileName });
        return `./${fileName}`;
      });
    },
  };
}

const wide = /[\u0100-\uffff]/g;
/** An escape after a backslash would read as the backslash and letters. */
const unclear = /(?<!\\)(?:\\\\)*\\[\u0100-\uffff]/;
const escaped = (char: string): string => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;

/**
 * V8 keeps the source in memory, and a single character beyond Latin-1 doubles all of it. `String.raw`
 * holds patterns only, where an escape means the same.
 */
export function narrowed(code: string, file: string): string {
  const found = unclear.exec(code);
  if (!found) return code.replace(wide, escaped);
  const place = code.slice(found.index, found.index + 40);
  throw new Error(`${file} has a character that the build cannot escape: ${place}`);
}

const narrowPlugin: Plugin = {
  name: 'narrow',
  // The printer of the step before writes escapes as characters.
  generateBundle(_options, files) {
    for (const file of Object.values(files)) {
      if (file.type === 'chunk') file.code = narrowed(file.code, file.fileName);
    }
  },
};

export const entryFile = 'cli.js';

/** The packages that came to be in the bundle, by their folders. */
const packagesIn = (output: readonly Rolldown.OutputChunk[]): string[] => {
  const ids = output.flatMap(({ moduleIds }) => moduleIds);
  const folders = ids.flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? []);
  return [...new Set(folders)].sort();
};

export async function bundleProgram(options: BundleOptions): Promise<string[]> {
  const { root, dist, folder, entry, external } = options;
  const result = await build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    plugins: [placesPlugin(options), narrowPlugin],
    ssr: { noExternal: true },
    build: {
      ssr: true,
      target: 'node24',
      outDir: path.join(dist, folder),
      minify: false,
      rolldownOptions: {
        input: { cli: path.join(root, entry) },
        external: [...external],
        output: {
          format: 'esm',
          entryFileNames: '[name].js',
          chunkFileNames: '[name]-[hash].js',
          comments: false,
        },
      },
    },
  });
  if (!('output' in result)) throw new TypeError('the bundle has no output');
  return packagesIn(result.output.filter((file) => file.type === 'chunk'));
}
