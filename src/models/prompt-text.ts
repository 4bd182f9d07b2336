// The words that we add to a stage's prompt. They come after it, so that what calls share stays the
// same from the first character on.

const maxQuotedChars = 12_000;

/** The prompt again, with the reply that failed and what is wrong with it. */
export function withFeedback(prompt: string, reply: string, problems: readonly string[]): string {
  const list = problems.map((problem) => `- ${problem}`).join('\n');
  return [prompt, quoted(reply), `What is wrong with it:\n${list}`, answerWhole].join('\n\n');
}

const answerWhole =
  'Answer again, from the beginning, with one whole JSON value that fits the schema and nothing else.';

/** A reply too long to send back is left out whole: half of one would be copied as it is. */
function quoted(reply: string): string {
  if (reply.trim() === '') return 'An earlier reply was not usable.';
  if (reply.length > maxQuotedChars)
    return 'An earlier reply was not usable; it is not shown here.';
  return `An earlier reply was not usable. It was:\n<earlier-reply>\n${asQuote(reply)}\n</earlier-reply>`;
}

/** The reply cannot end the marks that it stands in, nor those of the prompt before it. */
const asQuote = (reply: string): string =>
  reply.replaceAll(/<(?=\/?(?:earlier-reply|goal|data)\b)/gi, '‹');

/** For servers that do not take a schema beside the prompt. */
export const withSchema = (prompt: string, schema: unknown): string =>
  `${prompt}\n\nAnswer with one JSON value that fits this JSON schema, and nothing else:\n${JSON.stringify(schema)}`;
