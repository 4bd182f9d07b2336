import { describe, expect, it } from 'vitest';
import { declaredStage } from '../declared-stage.ts';
import type { AnyStage } from '../stage.ts';
import { ownSections } from './own-sections.ts';

const schema = { type: 'object', properties: { risk: { type: 'string' } }, required: ['risk'] };
const own = (name: string, render?: string): AnyStage =>
  declaredStage({
    ...{ name, title: `About ${name}`, needs: [], prompt: 'Say it.', schema },
    ...(render === undefined ? {} : { render }),
  });

const evil = '<img src=x onerror=alert(1)> [x](javascript:alert(1))';

describe('sections of a plan of its own', () => {
  it('[PD10] are what added stages yielded, in words that stay words', () => {
    const stages = [own('usual'), own('weather', 'Rain: {{risk}}'), own('absent', 'x')];
    const outputs = { usual: { risk: 'x' }, weather: { risk: evil } };
    const sections = ownSections(stages, [own('usual')], outputs);
    expect(sections.map(({ name, title }) => ({ name, title }))).toEqual([
      { name: 'weather', title: 'About weather' },
    ]);
    expect(sections[0]?.markdown).toMatch(/^Rain: &lt;img/);
    expect(sections[0]?.markdown).not.toMatch(/<img|\]\(javascript:/);
  });

  it('[PD10] of a stage without words its values are told one by one', () => {
    const [section] = ownSections([own('weather')], [], { weather: { risk: evil, at: [1, 2] } });
    expect(section?.markdown).toContain('- at.0: 1');
    expect(section?.markdown).toContain('- risk: &lt;img');
  });
});
