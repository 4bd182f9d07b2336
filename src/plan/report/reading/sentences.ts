// Marks between what a plan says and what a report adds. Texts of minds end with a full stop or do
// not; neither may lead to ".:" or "..".

/** Without the marks at its end, so that something can follow. A question or a cry keeps its mark. */
export const bare = (text: string): string => text.trimEnd().replace(/(?:(?<!\.)\.|[:;,])$/u, '');

/** As a sentence: with a mark at its end. */
export const ended = (text: string): string => {
  const said = text.trimEnd();
  return said === '' || /[.!?…。！？][)"'”»’]?$/u.test(said) ? said : `${bare(said)}.`;
};

/** What was put together elsewhere, with doubled marks mended and links between tasks in words. */
export const tidy = (text: string): string =>
  text
    .replace(/(?<=\p{L}{2}|[\p{N}%)])[.;,]+(?=[:;](?:\s|$))/gu, '')
    .replace(/(?<=\p{L}{2}|[\p{N}%)])\.{2}(?=\s|$)/gu, '.')
    .replace(/(?<=[!?…])[.;:,](?=\s|$)/gu, '')
    .replace(/\b(finish|start)_to_(finish|start)\b/gu, '$1 to $2');

/** Without what only points to other places, such as (A3, A4): for where there is little room. */
export const unreferenced = (text: string): string =>
  text.replace(/\s*\([A-Z]\d{1,2}\b[^()]*\)/gu, '');
