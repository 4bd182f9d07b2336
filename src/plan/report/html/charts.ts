// Two small charts: what the runs came to against what was asked, and money by month.
import type { Words } from '../reading/words.ts';
import { html, type Markup, nothing } from './markup.ts';

export interface Spread {
  readonly p10: number;
  readonly p50: number;
  readonly p80: number;
  readonly p90: number;
}

const percent = (share: number): number => Math.round(share * 10_000) / 100;

/** A band from P10 to P90 with P50 and P80 in it, and the limit as a line. The words beside it say
 * the same, so the picture is hidden from readers who hear it. */
export function spreadStrip(
  { p10, p50, p80, p90 }: Spread,
  limit: { readonly at: number; readonly name: string } | null,
): Markup {
  const values = [p10, p90, ...(limit === null ? [] : [limit.at])];
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const room = Math.max(high - low, 1e-9);
  const at = (value: number): number => percent(0.04 + ((value - low) / room) * 0.92);
  return html`<svg class="strip" height="26" aria-hidden="true">
<rect class="band" x="${at(p10)}%" width="${at(p90) - at(p10)}%" y="9" height="8" rx="4"/>
<rect class="band core" x="${at(p50)}%" width="${Math.max(0, at(p80) - at(p50))}%" y="9" height="8"/>
<circle class="dot" cx="${at(p50)}%" cy="13" r="5"/><circle class="dot strong" cx="${at(p80)}%" cy="13" r="5"/>
${limit !== null && html`<line class="due" x1="${at(limit.at)}%" x2="${at(limit.at)}%" y1="1" y2="25"/>`}
</svg>
<p class="strip-key" aria-hidden="true"><span>○ half</span><span>● four of five</span><span>band: one of ten to nine of ten</span>${limit !== null && html`<span>┆ ${limit.name}</span>`}</p>`;
}

const MOST_BARS = 24;
const CHART_PX = 120;

interface Paid {
  readonly period: string;
  readonly amount: number;
}

/** Bars by month; a long plan is folded into few enough bars. One bar alone would say nothing. */
export function cashChart(flow: readonly Paid[], currency: string, words: Words): Markup {
  const bars = folded(flow);
  const most = Math.max(...bars.map((bar) => Math.abs(bar.amount)), 0);
  if (most === 0 || bars.length < 2) return nothing;
  const said = bars.map(
    (bar) => `${words.month(bar.period)}: ${words.amount(bar.amount, currency)}`,
  );
  return html`<figure class="cash"><figcaption>Money by month, ${currency}</figcaption>
<svg height="${CHART_PX + 50}" role="img" aria-label="${said.join('; ')}">${bars.map((bar, index) =>
    barMarkup(bar, {
      index,
      count: bars.length,
      most,
      words,
      before: bars[index - 1]?.period ?? '',
    }),
  )}</svg></figure>`;
}

interface Place {
  readonly index: number;
  readonly count: number;
  readonly most: number;
  readonly words: Words;
  /** The period of the bar before it: the year is said where it changes. */
  readonly before: string;
}

function barMarkup({ period, amount }: Paid, { index, count, most, words, before }: Place): Markup {
  const width = 100 / count;
  const height = Math.max(1, Math.round((Math.abs(amount) / most) * CHART_PX));
  const x = Math.round((index + 0.5) * width * 100) / 100;
  const isMonth = /^\d{4}-\d{2}$/.test(period);
  const name = isMonth ? words.shortMonth(`${period}-01`) : period.slice(0, 8).toWellFormed();
  const isNewYear = isMonth && before.slice(0, 4) !== period.slice(0, 4);
  return html`<rect class="bar" x="${Math.round((index + 0.18) * width * 100) / 100}%" width="${Math.round(width * 64) / 100}%" y="${CHART_PX - height + 16}" height="${height}" rx="3"/><text x="${x}%" y="${CHART_PX - height + 11}" text-anchor="middle">${words.compact(amount)}</text><text class="month" x="${x}%" y="${CHART_PX + 31}" text-anchor="middle">${name}</text>${isNewYear && html`<text class="month" x="${x}%" y="${CHART_PX + 46}" text-anchor="middle">${period.slice(0, 4)}</text>`}`;
}

function folded(flow: readonly Paid[]): Paid[] {
  const size = Math.max(1, Math.ceil(flow.length / MOST_BARS));
  return Array.from({ length: Math.ceil(flow.length / size) }, (_, index) => {
    const group = flow.slice(index * size, (index + 1) * size);
    const sum = group.reduce((total, one) => total + one.amount, 0);
    return { period: group[0]?.period ?? '', amount: Math.round(sum * 100) / 100 };
  });
}
