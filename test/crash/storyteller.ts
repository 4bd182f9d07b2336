// Tells undo stories one after another while the server is killed and started again under it. At the
// end one more is told in peace, and all the others must read like it.
import { isDeepStrictEqual } from 'node:util';
import type { ServerPlace } from './killable-server.ts';
import { lookAtStory } from './run-story.ts';
import { SteadyClient } from './steady-client.ts';
import { type StoryEnd, tellStory } from './undo-story.ts';

export class Storyteller {
  readonly #place: ServerPlace;
  readonly #name: string;
  readonly #client = new SteadyClient(() => this.#url);
  readonly #ends: StoryEnd[] = [];
  #url: Promise<string>;
  #tell: (url: string) => void = () => undefined;
  #telling: Promise<string[]> | null = null;
  #isUp = false;
  #isOver = false;

  constructor(place: ServerPlace, name: string) {
    this.#place = place;
    this.#name = name;
    this.#url = this.#nextUrl();
  }

  get stories(): number {
    return this.#ends.length;
  }

  /** A server is there; the first story begins as soon as there is a plan. */
  up(url: string, plan: string): void {
    this.#tell(url);
    this.#isUp = true;
    if (plan !== '') this.#telling ??= this.#tellAll(plan);
  }

  /** Those who wait for the next server go on waiting for it. */
  down(): void {
    if (this.#isUp) this.#url = this.#nextUrl();
  }

  /** Every finding in words. The server must stay up now. */
  async finish(): Promise<string[]> {
    this.#isOver = true;
    return (await this.#telling) ?? ['no story was told'];
  }

  #nextUrl(): Promise<string> {
    this.#isUp = false;
    return new Promise((resolve) => {
      this.#tell = resolve;
    });
  }

  async #tellAll(plan: string): Promise<string[]> {
    try {
      while (!this.#isOver) await this.#tellOne(plan);
      await this.#tellOne(plan);
      return await this.#compare();
    } catch (error) {
      return [`a story broke off: ${error instanceof Error ? error.message : String(error)}`];
    }
  }

  async #tellOne(plan: string): Promise<void> {
    const name = `${this.#name}-${this.#ends.length}`;
    this.#ends.push(await tellStory(this.#client, { name, plan }));
  }

  async #compare(): Promise<string[]> {
    const findings: string[] = [];
    const peaceful = this.#ends.at(-1);
    if (!peaceful) return ['no story was told'];
    const expected = await lookAtStory(this.#place, peaceful);
    for (const end of this.#ends) {
      const { words, problems } = await lookAtStory(this.#place, end);
      findings.push(...problems);
      if (!isDeepStrictEqual(words, expected.words)) findings.push(otherwise(end.run, words));
      if (end.state !== 'CANCELLED') findings.push(`${end.run} is ${end.state}`);
      const { acted, undone } = end.ledger;
      const isReverse = isDeepStrictEqual([...undone].reverse(), acted.slice(1));
      if (!isReverse) findings.push(`${end.run} undid ${undone.join(', ')} of ${acted.join(', ')}`);
    }
    return findings;
  }
}

const otherwise = (run: string, words: readonly string[]): string =>
  `${run} reads otherwise: ${words.join('; ')}`;
