// Sentences of others are joined to one: whoever wrote one may have ended it with a full stop or not.

/** Full stops of any script at the end; an ellipsis, ! and ? say something and stay. */
const stop = /[.。．｡।۔]+$/u;

/** Without the full stop at its end, so that something can follow. */
export const unstopped = (text: string): string => text.trimEnd().replace(stop, '');

/** With exactly one sign at its end. */
export const stopped = (text: string): string =>
  /[.!?…。！？।۔]$/u.test(text.trimEnd()) ? text.trimEnd() : `${text.trimEnd()}.`;

/** As one list. */
export const listed = (texts: readonly string[]): string => texts.map(unstopped).join('; ');
