import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { narrowed, rewriteUrls } from './bundle-program.ts';

const place = { root: '/clone', dist: '/clone/dist', folder: 'program' };
const none = (): null => null;
const rewritten = (
  source: string,
  file: string,
  threadFile = none as (script: string) => string | null,
) => rewriteUrls(source, `/clone/${file}`, place, threadFile);

describe('places in the bundle', () => {
  it('points data at where it is beside the bundle', () => {
    expect(rewritten("new URL('../package.json', import.meta.url)", 'src/version.ts')).toBe(
      "new URL('../package.json', import.meta.url)",
    );
    expect(rewritten("new URL('./a.sql', import.meta.url)", 'src/store/sql.ts')).toBe(
      "new URL('../src/store/a.sql', import.meta.url)",
    );
    expect(rewritten("new URL('./', import.meta.url)", 'src/plan/index.ts')).toBe(
      "new URL('../src/plan/', import.meta.url)",
    );
    const name = '$' + '{name}';
    expect(rewritten(`new URL(\`./${name}.txt\`, import.meta.url)`, 'src/plan/index.ts')).toBe(
      `new URL(\`../src/plan/${name}.txt\`, import.meta.url)`,
    );
  });

  it('points a script outside of the bundle at its compiled file', () => {
    const source = "new URL('../../../sdk/examples/agent.ts', import.meta.url)";
    expect(rewritten(source, 'src/cli/demo/cast.ts')).toBe(
      "new URL('../sdk/examples/agent.js', import.meta.url)",
    );
  });

  it('points a thread at the file that it became', () => {
    const source = "new Worker(new URL('./work-thread.ts', import.meta.url));";
    const seen: string[] = [];
    const answer = rewritten(source, 'src/plan/run.ts', (script) => {
      seen.push(script);
      return './work-thread.js';
    });
    expect(answer).toBe("new Worker(new URL('./work-thread.js', import.meta.url));");
    expect(seen).toEqual(['/clone/src/plan/work-thread.ts']);
  });

  it('refuses a relative .ts path in another form, naming the file', () => {
    expect(() => rewritten("fork('./agent.ts');", 'src/demo.ts')).toThrow(/src\/demo\.ts/);
    const imports = "import { a } from './a.ts';\n// './b.ts'\nconst c = await import('./c.ts');";
    expect(rewritten(imports, 'src/demo.ts')).toBe(imports);
  });
});

describe('characters in the bundle', () => {
  it('are escaped beyond Latin-1, with the same meaning in texts and patterns', () => {
    const source = '["é → 😀", String.raw`[’]`, /^[–😀]$/u.test("😀"), "\\\\…"]';
    const code = narrowed(source, 'a.js');
    expect(code).not.toMatch(/[\u0100-\uffff]/);
    expect(code).toContain('é');
    const [text, pattern, isFound, slash] = runInNewContext(code) as [
      string,
      string,
      boolean,
      string,
    ];
    expect([text, isFound, slash]).toEqual(['é → 😀', true, '\\…']);
    expect('’').toMatch(new RegExp(pattern, 'u'));
  });

  it('are refused after a backslash, naming the file', () => {
    expect(() => narrowed('const a = "\\…";', 'a.js')).toThrow(/a\.js/);
  });
});
