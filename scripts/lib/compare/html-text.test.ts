import { describe, expect, it } from 'vitest';
import { firstScreenText, planexeSections, planwrightSections, visibleText } from './html-text.ts';
import { countWords, repeatedShare } from './words.ts';

describe('the visible text of a report', () => {
  it('[CP12] leaves out scripts, styles, comments and drawings', () => {
    const html =
      '<head><title>t</title></head><body><style>p{}</style><!-- no --><p>One <b>tw</b>o</p><script>three()</script><svg><text>four</text></svg><li>five &amp; six&#33;</li></body>';
    expect(visibleText(html)).toBe('One two\nfive & six!');
  });

  it('[CP12] is cut into the sections of either report', () => {
    const published =
      '<button class="collapsible">Questions &amp; Answers</button><div>a b</div><button class="collapsible">Team</button><p>c</p>';
    expect(planexeSections(published)).toEqual([
      { key: 'Questions & Answers', text: 'Questions & Answers\na b' },
      { key: 'Team', text: 'Team\nc' },
    ]);
    const ours =
      '<header class="first"><h1>Go</h1></header><details class="section" open>\n<summary><h2>Risks</h2></summary>\n<div class="body" id="risks"><p>two words</p></div></details>';
    expect(planwrightSections(ours)[0]?.key).toBe('risks');
    expect(countWords(planwrightSections(ours)[0]?.text ?? '')).toBe(3);
    expect(firstScreenText(ours)).toBe('Go');
    expect(firstScreenText('<p>none</p>')).toBeNull();
  });
});

describe('counting words', () => {
  it('[CP12] counts what has a letter or a digit', () => {
    expect(countWords('One, – two: 3 % und Größe')).toBe(5);
  });

  it('[CP12] finds runs of eight words that come back, and only these', () => {
    const run = 'a b c d e f g h';
    expect(repeatedShare(`${run} x ${run.toUpperCase()}.`)).toBeCloseTo(8 / 17);
    expect(repeatedShare('a b c x a b c y')).toBe(0);
    expect(repeatedShare('')).toBeNull();
  });
});
