import { describe, expect, it } from 'vitest';
import { relinkSource } from './relink-source.ts';

describe('relinking compiled source', () => {
  it('points a worker of the same folder at its compiled file', () => {
    const source = "new Worker(new URL('./thread.ts', import.meta.url));";
    expect(relinkSource(source, 'a.js')).toBe(
      "new Worker(new URL('./thread.js', import.meta.url));",
    );
  });

  it('leaves other files and words alone', () => {
    const source = "new URL('./plan.sql', import.meta.url); // see ./thread.ts\nconst ts = 'x.ts';";
    expect(relinkSource(source, 'a.js')).toBe(source);
  });

  it('refuses a relative .ts path in another form, naming the file', () => {
    expect(() => relinkSource("fork('./agent.ts');", 'src/demo.js')).toThrow(/src\/demo\.js/);
  });
});
