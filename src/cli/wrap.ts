// A paragraph in lines no wider than the terminal.
import { cells } from './cells.ts';

/** `hang`: how far the lines after the first stand in, as below a number. */
export function wrapped(text: string, width: number, indent = '  ', hang = ''): string[] {
  const lines: string[] = [];
  let start = indent;
  let line = '';
  for (const word of text.split(/\s+/).filter((one) => one !== '')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && cells(start) + cells(longer) > width) {
      lines.push(start + line);
      start = indent + hang;
      line = word;
    } else line = longer;
  }
  return line === '' ? lines : [...lines, start + line];
}
