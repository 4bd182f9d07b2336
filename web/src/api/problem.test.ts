import { describe, expect, it } from 'vitest';
import { asProblem, toProblem, unreachable } from './problem.ts';

describe('a failed call', () => {
  it("[UI5] shows the server's own words", () => {
    const body = { title: 'No such plan', detail: 'See the list.', code: 'PLAN_NOT_FOUND' };
    const problem = toProblem(404, body);
    expect(problem).toMatchObject({ title: 'No such plan', message: 'See the list.', status: 404 });
    expect(problem.isNotFound).toBe(true);
  });

  it.each([undefined, null, 'text', 42, {}, { detail: 7 }, { title: ' ' }])(
    '[UI5] has words for the answer %j too',
    (body) => {
      const problem = toProblem(502, body);
      expect(problem.title).not.toBe('');
      expect(problem.message).toContain('502');
    },
  );

  it('bounds what the server says', () => {
    expect(toProblem(500, { detail: 'x'.repeat(5000) }).message.length).toBeLessThan(700);
  });

  it('keeps a problem and hides any other error', () => {
    const known = unreachable();
    expect(asProblem(known)).toBe(known);
    expect(asProblem(new Error('secret at line 3')).message).not.toContain('secret');
  });
});
