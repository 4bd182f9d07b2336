// A small model on somebody's laptop: little room, long answers lose their tail, and often enough it
// gives the schema back instead of an answer. Through OpenAI's format prompts that do not fit are cut
// without a word, as Ollama does; in its own format the client may ask for an error instead.
import { Random } from '../../../src/schedule/solve/random.ts';
import { faultReply, goodReply } from './faults.ts';
import { llamaOverflow } from './openai-errors.ts';
import { seedOf } from './seed.ts';
import type { AnswerReply, ModelRequest, Reply, Script } from './types.ts';
import { tokensOf } from './wire-parts.ts';

export interface SmallModel {
  readonly seed: number;
  readonly contextTokens?: number;
  readonly echoPercent?: number;
  /** Ends by itself in the middle, and says that it is done. */
  readonly cutPercent?: number;
  /** What becomes of a prompt that does not fit, as OpenAI: Ollama cuts it, llama.cpp refuses it. */
  readonly overflow?: 'cut' | 'refuse';
  /** The longest answer. */
  readonly outputTokens?: number;
  /** Says what a good answer is; by default the schema is filled. */
  readonly answer?: (request: ModelRequest) => Reply | Promise<Reply>;
}

/** The least room that is kept for the answer when a prompt is cut. */
const keptForAnswer = 512;

export function smallLocalModel(settings: SmallModel): Script {
  const { seed, contextTokens = 4_096, echoPercent = 30, cutPercent = 10 } = settings;
  const {
    outputTokens = 2_048,
    overflow = 'cut',
    answer = (request) => goodReply(request, seed),
  } = settings;
  return async (request) => {
    const room = Math.min(contextTokens, request.contextTokens ?? contextTokens);
    const fits = request.inputTokens <= room;
    if (!fits && !cutsSilently(request, overflow)) return overflowOf(request, room);
    const input = fits ? request.inputTokens : room - keptForAnswer;
    const dice = new Random(seedOf(seed, request.system, request.prompt, request.repeats));
    if (request.schema !== null && dice.below(100) < echoPercent) {
      return { ...(faultReply('schema_echo', request) as AnswerReply), usage: { input } };
    }
    const good = await answer(request);
    if (good.kind === 'error') return good;
    const isCut = dice.below(100) < cutPercent;
    const most = Math.min(outputTokens, room - input, request.maxOutputTokens ?? Infinity);
    return shortened({ ...good, usage: { ...good.usage, input } }, most, isCut);
  };
}

/** Only Ollama takes a wish. */
function cutsSilently({ dialect, mayTruncate }: ModelRequest, overflow: 'cut' | 'refuse'): boolean {
  return dialect === 'openai-chat' ? overflow === 'cut' : dialect === 'ollama' && mayTruncate;
}

function overflowOf({ dialect, inputTokens }: ModelRequest, contextTokens: number): Reply {
  const reply = { kind: 'error', error: 'context_overflow', contextTokens } as const;
  if (dialect !== 'openai-chat') return reply;
  return { ...reply, wire: llamaOverflow(inputTokens, contextTokens) };
}

function shortened(reply: AnswerReply, mostTokens: number, isCut: boolean): AnswerReply {
  const text = reply.text ?? JSON.stringify(reply.value);
  if (tokensOf(text) > mostTokens) {
    return { ...reply, text: text.slice(0, Math.max(0, mostTokens) * 4), finish: 'length' };
  }
  return isCut
    ? { ...reply, text: text.slice(0, Math.ceil(text.length * 0.7)) }
    : { ...reply, text };
}
