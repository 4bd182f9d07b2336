// Where the demo shows itself: a picture redrawn in place on a terminal, plain lines elsewhere, and
// nothing but the final object with --json.
import process from 'node:process';
import type { Board } from './board.ts';
import { clockText, drawBoard } from './draw.ts';

export interface DemoOutput {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly rows?: number;
  write(text: string): unknown;
}

export interface Screen {
  say(text: string): void;
  update(board: Board, lines: readonly string[]): void;
  /** Leaves the last picture in place. */
  end(): void;
}

const redrawMs = 100;

export function createScreen(output: DemoOutput, json: boolean, nowMs: () => number): Screen {
  if (json) return { say: () => undefined, update: () => undefined, end: () => undefined };
  return output.isTTY ? new PictureScreen(output, nowMs) : plainScreen(output, nowMs);
}

function plainScreen(output: DemoOutput, nowMs: () => number): Screen {
  const startedMs = nowMs();
  const write = (text: string) => output.write(`${text}\n`);
  return {
    say: write,
    update: (_board, lines) => {
      for (const line of lines) write(`[${clockText(nowMs() - startedMs)}] ${line}`);
    },
    end: () => undefined,
  };
}

class PictureScreen implements Screen {
  readonly #output: DemoOutput;
  readonly #nowMs: () => number;
  readonly #startedMs: number;
  #board: Board | null = null;
  #height = 0;
  #timer: ReturnType<typeof setInterval> | null = null;

  constructor(output: DemoOutput, nowMs: () => number) {
    this.#output = output;
    this.#nowMs = nowMs;
    this.#startedMs = nowMs();
  }

  /** Above the picture, which is drawn anew below. */
  say(text: string): void {
    this.#output.write(`${this.#eraser()}${text}\n${this.#picture()}`);
  }

  update(board: Board): void {
    this.#board = board;
    this.#timer ??= setInterval(() => this.#redraw(), redrawMs).unref();
  }

  end(): void {
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
    this.#redraw();
    this.#board = null;
    this.#height = 0;
  }

  /** In one write, so that nothing flickers. */
  #redraw(): void {
    const text = this.#eraser() + this.#picture();
    if (text !== '') this.#output.write(text);
  }

  #eraser(): string {
    return this.#height > 0 ? `\u001b[${this.#height}A\u001b[0J` : '';
  }

  #picture(): string {
    this.#height = 0;
    if (!this.#board) return '';
    const lines = drawBoard(this.#board, {
      columns: this.#output.columns ?? 80,
      rows: (this.#output.rows ?? 24) - 1,
      elapsedMs: this.#nowMs() - this.#startedMs,
      color: process.env.NO_COLOR === undefined,
    });
    this.#height = lines.length;
    return `${lines.join('\n')}\n`;
  }
}
