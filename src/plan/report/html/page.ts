// The whole file: head with a strict policy, contents, first screen, sections.
import type { Plan } from '../../../contract/plan.ts';
import { toldOnce } from '../reading/elsewhere.ts';
import { namesOf } from '../reading/names.ts';
import { wordsIn } from '../reading/words.ts';
import { contents } from './contents.ts';
import { firstScreen } from './first-screen.ts';
import { html, type Markup, toText, verbatim } from './markup.ts';
import type { Section } from './parts.ts';
import { policy } from './policy.ts';
import { script } from './script.ts';
import { sectionsOf } from './sections.ts';
import { style } from './style.ts';

/** The same in every report. */
const ownPolicy = policy({ style, script });

const languageTag = /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,2}$/;

export function renderHtml(made: Plan): string {
  const plan = toldOnce(made);
  const context = { plan, names: namesOf(plan), words: wordsIn(plan.language) };
  const groups = sectionsOf(context);
  const language = languageTag.test(plan.language ?? '') ? plan.language : 'en';
  const page = html`<html lang="${language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${ownPolicy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>${plan.title}</title>
${verbatim('style', style)}
</head>
<body>
<a class="skip" href="#top">Skip to the plan</a>
${contents(plan.title, groups, context.words.labels)}
<main id="top" tabindex="-1">
${firstScreen(context)}
${groups.flatMap(({ sections }) => sections.map(sectionMarkup))}
<p class="end">${plan.plan_id}</p>
</main>
${verbatim('script', script)}
</body>
</html>
`;
  return `<!doctype html>\n${toText(page)}`;
}

/** The name stands inside what is folded, so that a browser unfolds it without any script. */
const sectionMarkup = ({ id, title, digest, body, closed }: Section): Markup =>
  html`<details class="section"${closed !== true && html` open`}>
<summary><h2>${title}</h2>${digest !== undefined && html`<span class="digest">${digest}</span>`}</summary>
<div class="body" id="${id}">
${body}
</div>
</details>
`;
