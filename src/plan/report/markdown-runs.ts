// The words of a line of our own Markdown, as runs of plain, bold and code. What escapeMarkdown wrote
// is given as what was meant; whoever shows it escapes it again for what it is shown in.

export interface Run {
  readonly text: string;
  readonly look: 'plain' | 'bold' | 'code';
}

/** An escaped mark is taken first, so that it neither begins nor ends anything. */
const inline = /\\.|\*\*((?:\\.|[^*\\])+)\*\*|`([^`]+)`/g;

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>' };

const unescaped = (text: string): string =>
  text
    .replace(/\\([\\`*_[\]|#~!.)+=-])/g, '$1')
    .replace(/&(amp|lt|gt|#\d{2,3});/g, (whole, name: string) =>
      name.startsWith('#') ? String.fromCharCode(Number(name.slice(1))) : (named[name] ?? whole),
    );

export function runsOf(line: string): Run[] {
  const runs: Run[] = [];
  let from = 0;
  const plain = (until: number): void => {
    if (until > from) runs.push({ text: unescaped(line.slice(from, until)), look: 'plain' });
  };
  for (const { 0: whole, 1: bold, 2: code, index } of line.matchAll(inline)) {
    if (bold === undefined && code === undefined) continue;
    plain(index);
    runs.push({ text: unescaped(bold ?? code ?? ''), look: bold === undefined ? 'code' : 'bold' });
    from = index + whole.length;
  }
  plain(line.length);
  return runs;
}
