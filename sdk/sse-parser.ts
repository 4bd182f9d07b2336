// Server-sent events out of a text that arrives in arbitrary pieces.

export interface SseMessage {
  /** 'message' when the server gave none. */
  readonly event: string;
  readonly data: string;
  /** Null when this message carried no id of its own. */
  readonly id: string | null;
}

const maxMessageChars = 4 * 1024 * 1024;

export class SseParser {
  /** How long the server wants a reader to wait before it comes back. */
  retryMs: number | null = null;
  #rest = '';
  #endsInCr = false;
  #event = '';
  #data: string[] = [];
  #dataChars = 0;
  #id: string | null = null;

  push(text: string): SseMessage[] {
    const messages: SseMessage[] = [];
    const lines = this.#lines(text);
    for (const line of lines) {
      if (line !== '') this.#field(line);
      else if (this.#data.length > 0) messages.push(this.#take());
      else this.#reset();
    }
    return messages;
  }

  /** Lines end in LF, CR or CRLF; a CRLF may be cut in two by the network. */
  #lines(text: string): string[] {
    const fresh = this.#endsInCr && text.startsWith('\n') ? text.slice(1) : text;
    if (text !== '') this.#endsInCr = text.endsWith('\r');
    const lines = (this.#rest + fresh).split(/\r\n|\r|\n/);
    this.#rest = lines.pop() ?? '';
    if (this.#rest.length > maxMessageChars) throw new RangeError('an event is too large');
    return lines;
  }

  #field(line: string): void {
    const colon = line.indexOf(':');
    if (colon === 0) return;
    const name = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '');
    switch (name) {
      case 'data':
        this.#dataChars += value.length;
        if (this.#dataChars > maxMessageChars) throw new RangeError('an event is too large');
        this.#data.push(value);
        break;
      case 'event':
        this.#event = value;
        break;
      case 'id':
        this.#id = value;
        break;
      case 'retry':
        if (/^\d{1,7}$/.test(value)) this.retryMs = Number(value);
        break;
      default:
    }
  }

  #take(): SseMessage {
    const event = this.#event === '' ? 'message' : this.#event;
    const message = { event, data: this.#data.join('\n'), id: this.#id };
    this.#reset();
    return message;
  }

  #reset(): void {
    this.#event = '';
    this.#data = [];
    this.#dataChars = 0;
    this.#id = null;
  }
}
