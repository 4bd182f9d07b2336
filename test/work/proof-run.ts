// A run of the coding proof on a repository of its own, over the public operations, with an agent that has a
// key of its own.
import { vi } from 'vitest';
import type { Approval } from '../../src/contract/approvals.ts';
import type { WorkStep } from '../../src/contract/work.ts';
import { localTenant } from '../../src/operations/principals.ts';
import type { Answer, FaceCall } from '../security/faces.ts';
import { openApp, type TestApp } from '../support/app.ts';
import { FolderRepository } from '../support/folder-repository.ts';
import type { Json } from '../support/small-plan.ts';
import { differenceOf, handedOf, readStory } from './proof-recording.ts';
import { makeProofRepository, type ProofStory, proofPlan, proofPolicy } from './proof-story.ts';

const ends = ['COMPLETED', 'FAILED', 'CANCELLED'];

export interface Claim {
  readonly token: string;
  readonly step: WorkStep;
}

/** A run of a story on a repository of its own, and an agent with a key of its own. */
export class Proof {
  readonly repository = new FolderRepository();
  readonly #face: FaceCall;
  readonly #story: ProofStory;
  #app: TestApp | null = null;
  #key = '';
  /** The newest word on what to do next. */
  said = '';
  #run = '';

  constructor(face: FaceCall, story: ProofStory) {
    [this.#face, this.#story] = [face, story];
    makeProofRepository(this.repository, story);
  }

  get app(): TestApp {
    if (!this.#app) throw new Error('not open');
    return this.#app;
  }

  async #call(name: string, input: object, key?: string): Promise<Json> {
    const answer = await this.#face(this.app, name, input, key);
    if (answer.code !== null) throw new Error(answer.text);
    return answer.body as Json;
  }

  async open(plan = proofPlan(this.#story), rules: object = {}): Promise<void> {
    const { root } = this.repository;
    const env = { PLANWRIGHT_AGENT_PLANNING: 'on', PLANWRIGHT_WORK_FOLDERS: root };
    this.#app = await openApp({ env });
    const capabilities = ['propose_edit', 'repair_code'];
    const agent = await this.#call('agent_register', { name: 'Coder', capabilities });
    this.#key = String(agent.key);
    const { plan_id } = await this.#call('plan_import', { plan });
    const policy = { ...proofPolicy(this.repository, this.#story), ...rules };
    const made = await this.#call('execution_create', { plan_id, policy });
    this.#run = String(made.execution_id);
  }

  async close(): Promise<void> {
    await this.#app?.close();
    this.repository.close();
  }

  status(): Promise<Json> {
    return this.#call('execution_status', { execution_id: this.#run });
  }

  /** What waits for a person, once something does. */
  async asked(): Promise<Approval> {
    const find = async () => ((await this.status()).approvals as Approval[])[0];
    return (await vi.waitUntil(find, { timeout: 60_000, interval: 20 })) as Approval;
  }

  /** By a person, of exactly what was shown. */
  async approve({ step_id, digest }: Approval): Promise<void> {
    const key = await this.app.makeKey({ tenant: localTenant, kind: 'person' });
    const input = { execution_id: this.#run, action: 'approve', step_id, digest };
    await this.#call('execution_control', input, key);
  }

  /** The next step for the agent, which must come. */
  async next(): Promise<Claim> {
    const claim = await this.claim();
    if (!claim) throw new Error('nothing was handed out');
    return claim;
  }

  /** The next step for the agent; null once there is no more. */
  async claim(): Promise<Claim | null> {
    const input = { execution_id: this.#run, wait_seconds: 1 };
    let body: Json = {};
    const hasCome = async (): Promise<boolean> => {
      const isOver = ends.includes(String((await this.status()).state));
      body = await this.#call(
        'work_claim',
        isOver ? { ...input, wait_seconds: 0 } : input,
        this.#key,
      );
      this.said = String(body.next_action);
      return body.claimed === true || isOver;
    };
    await vi.waitUntil(hasCome, { timeout: 60_000, interval: 20 });
    if (body.claimed !== true) return null;
    return { token: (body.lease as { token: string }).token, step: body.step as WorkStep };
  }

  /** As the agent says it, refused or not. */
  answer({ token }: Claim, output: object): Promise<Answer> {
    return this.#face(this.app, 'work_complete', { lease_token: token, output }, this.#key);
  }

  /** Gives the recorded answers, each only to just what it was given to. */
  async replay(): Promise<string> {
    for (const { handed, answered } of readStory(this.#story).exchange) {
      const claim = await this.claim();
      if (!claim) throw new Error(`${handed.step} was recorded and not handed out`);
      const now = handedOf(claim.step, this.repository.root);
      const difference = differenceOf(handed, now, handed.step);
      if (difference !== null) throw new Error(difference);
      const answer = await this.answer(claim, answered);
      if (answer.code !== null) throw new Error(answer.text);
    }
    const more = await this.claim();
    if (more) throw new Error(`${more.step.step_id} was handed out and not recorded`);
    return String((await this.status()).state);
  }
}
