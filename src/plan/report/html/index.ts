// report.html: the whole plan in one file that asks nothing of anybody.
export { renderHtml } from './page.ts';
