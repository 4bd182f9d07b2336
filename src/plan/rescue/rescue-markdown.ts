// What became of deadline and budget, in words.
import type { NetworkOutput } from '../outputs/network.ts';

export function rescueMarkdown(network: NetworkOutput): string {
  const { misses, changes, not_taken: notTaken = [], costs } = network;
  const lines = [
    `Planned end ${network.finish_date}; ${costs.note}`,
    ...misses.map(({ of, wanted, got }) => `- missed: ${of} ${wanted}, at 80 % it is ${got}`),
    ...changes.map(
      ({ what, gives_up, effect }) =>
        `- changed: ${what} ${effect}${gives_up === '' ? '' : ` Gives up: ${gives_up}`}`,
    ),
    ...notTaken.map((text) => `- ${text}`),
  ];
  return lines.join('\n');
}
