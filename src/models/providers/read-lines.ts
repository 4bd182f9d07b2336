// Lines of a body, as they come. One without an end is limited, so that it cannot fill the memory.
import { ModelError } from '../model-error.ts';

const maxLineChars = 16_777_216;

export async function* readLines(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of body) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > maxLineChars) {
      throw new ModelError('too_large', `A line is longer than ${maxLineChars} characters.`);
    }
    yield* lines.filter((line) => line.trim() !== '');
  }
  rest += decoder.decode();
  if (rest.trim() !== '') yield rest;
}
