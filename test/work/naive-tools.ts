// The same tools without the guard: what a mind asks for is done. It shows that a hostile text is one.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import type { StepSpec } from '../../src/work/execution-graph.ts';
import type { Mind, MindResult } from '../../src/work/mind-handler.ts';
import type { ToolCall } from '../../src/work/tool-acts.ts';

type Params = Readonly<Record<string, never>>;

export class NaiveTools {
  readonly mails: string[] = [];
  readonly #root: string;

  constructor(root: string) {
    this.#root = root;
  }

  /** As the system reads it, links and all. */
  #path(path: string): string {
    return path.startsWith('/') ? path : `${this.#root}/${path}`;
  }

  async #do({ tool, params }: ToolCall): Promise<unknown> {
    const {
      path = '',
      content = '',
      command = '',
      args = [],
      url = '',
      text = '',
    } = params as Params;
    switch (tool) {
      case 'file_write':
        return writeFileSync(this.#path(path), content);
      case 'file_read':
        return readFileSync(this.#path(path), 'utf8');
      case 'command_run':
        return spawnSync(command, args).status;
      case 'fetch_url':
        return (await fetch(url)).text();
      case 'send_email':
        return this.mails.push(text);
      default:
        throw new Error(`no tool ${tool}`);
    }
  }

  /** What a step with this text among its inputs would come to. */
  async perform(mind: Mind, text: string): Promise<unknown> {
    const results: MindResult[] = [];
    const contract = { params: {} } as StepSpec;
    const turn = { contract, inputs: { before: text }, notes: null, answer: null, results };
    for (let calls = 0; calls < 20; calls += 1) {
      const act = await mind(turn, new AbortController().signal);
      if ('output' in act) return act.output;
      results.push({ call: act, output: await this.#do(act).catch(String) });
    }
    throw new Error('it came to no end');
  }
}
