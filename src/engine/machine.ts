// The machine: decide(state, command, {now}) → events or a rejection. No clock, no randomness, no
// I/O. Every consequence of a command is written into its events, so that `apply` has nothing to
// think about.
//
//   CREATED ─admit─▶ QUEUED ─first lease─▶ RUNNING ─▶ COMPLETED | FAILED ─resume─▶ RUNNING
//                                             └─ending─▶ undo ─▶ CANCELLED
//   step: PENDING ─▶ READY ─lease─▶ LEASED ─complete─▶ VERIFIED
//            │         ▲              ├─ fail, lost ─▶ READY | WAITING(time) ─wake─▶ READY
//            └▶ WAITING ┘             ├─ ask ─▶ WAITING(answer) ─answer─▶ READY
//                                     └─ out of attempts ─▶ FAILED ─retry─▶ READY
import { decideApprove, decideConfirm, decidePropose } from './approvals.ts';
import { decideAccount, decideFund } from './budget.ts';
import { decideAccept } from './checks.ts';
import type { Command } from './commands.ts';
import { decidePay, decideWarn } from './decide-family.ts';
import { decidePatch, decideSettle } from './decide-graph.ts';
import {
  decideCancel,
  decideCreate,
  decideErase,
  decideHold,
  decideInherit,
  decideKill,
  decideMessage,
  decideNote,
  decideResume,
  decideUnhold,
} from './decide-run.ts';
import { decidePark, decideResolve, decideRetry, decideSkip, decideWake } from './decide-step.ts';
import {
  decideAsk,
  decideComplete,
  decideExpire,
  decideFail,
  decideLease,
  decideRelease,
  decideRetake,
  decideStart,
} from './decide-work.ts';
import { type Decision, reject } from './decision.ts';
import { decideRecover } from './recover.ts';
import type { RunState } from './state.ts';
import { decideWatch } from './watchdog.ts';

export const machineVersion = 3;

export interface Circumstances {
  readonly now: number;
}

export function decide(state: RunState, command: Command, { now }: Circumstances): Decision {
  if (command.type === 'create') return decideCreate(state, command, machineVersion, now);
  if (state.seq === 0) return reject('run_not_found', `There is no run ${state.id}.`);
  switch (command.type) {
    case 'inherit':
      return decideInherit(state, command, now);
    case 'lease':
      return decideLease(state, command, now);
    case 'retake':
      return decideRetake(state, command, now);
    case 'start':
      return decideStart(state, command);
    case 'complete':
      return decideComplete(state, command, now);
    case 'fail':
      return decideFail(state, command, now);
    case 'ask':
      return decideAsk(state, command, now);
    case 'propose':
      return decidePropose(state, command, now);
    case 'approve':
      return decideApprove(state, command, now);
    case 'confirm':
      return decideConfirm(state, command);
    case 'expire':
      return decideExpire(state, command, now);
    case 'release':
      return decideRelease(state, command, now);
    case 'wake':
      return decideWake(state, command, now);
    case 'park':
      return decidePark(state, command, now);
    case 'pay':
      return decidePay(state, command, now);
    case 'warn':
      return decideWarn(state, command);
    case 'fund':
      return decideFund(state, command);
    case 'recover':
      return decideRecover(state, command, now);
    case 'watch':
      return decideWatch(state, now);
    case 'account':
      return decideAccount(state, now);
    case 'resolve':
      return decideResolve(state, command, now);
    case 'accept':
      return decideAccept(state, command, now);
    case 'retry':
      return decideRetry(state, command, now);
    case 'skip':
      return decideSkip(state, command, now);
    case 'patch':
      return decidePatch(state, command, now);
    case 'settle':
      return decideSettle(state, now);
    case 'hold':
      return decideHold(state, command);
    case 'unhold':
      return decideUnhold(state, command);
    case 'resume':
      return decideResume(state, command, now);
    case 'cancel':
      return decideCancel(state, command, now);
    case 'kill':
      return decideKill(state);
    case 'note':
      return decideNote(state, command);
    case 'message':
      return decideMessage(state, command);
    case 'erase':
      return decideErase(state, command);
  }
}
