import { describe, expect, it } from 'vitest';
import { parseArguments } from './arguments.ts';
import { inputOf, runOperation, variantFor, variantsOf } from './command-operation.ts';

function call(command: string, ...argv: string[]) {
  const args = parseArguments(argv);
  const made = variantFor(variantsOf(command), args);
  return { name: made.operation.name, input: inputOf(made, args) };
}

const silent = { stdout: { write: () => true }, stderr: { write: () => true } };

const plan = 'plan_00000000';
const execution = 'exec_00000000';

describe('a command that steers', () => {
  it('[CL20] stop of a plan is plan_stop', () => {
    expect(call('stop', plan)).toEqual({ name: 'plan_stop', input: { plan_id: plan } });
  });

  it.each([
    ['stop', [], { action: 'pause' }],
    ['pause', [], { action: 'pause' }],
    ['skip', ['task_1'], { action: 'skip_step', step_id: 'task_1' }],
    ['cancel', [], { action: 'cancel' }],
    ['cancel', ['--no-undo', '--drain-seconds', '5'], { compensate: false, drain_seconds: 5 }],
    ['kill', [], { action: 'kill' }],
    ['answer', ['task_1', 'go', 'on'], { action: 'answer', step_id: 'task_1', answer: 'go on' }],
  ] as const)('[CL20] %s of an execution with %j is %j', (command, words, input) => {
    const made = call(command, execution, ...words);
    expect(made.name).toBe('execution_control');
    expect(made.input).toMatchObject({ execution_id: execution, ...input });
  });

  it('[CL20] [BG15] fund is of a plan, an execution or a purse', () => {
    const budget = { usd: 5 };
    const ofPlan = { name: 'plan_fund', input: { plan_id: plan, budget } };
    expect(call('fund', plan, '5')).toEqual(ofPlan);
    const ofRun = { name: 'execution_fund', input: { execution_id: execution, budget } };
    expect(call('fund', execution, '5')).toEqual(ofRun);
    const purse_id = 'purse_00000000';
    const ofPurse = { name: 'purse_fund', input: { purse_id, budget } };
    expect(call('fund', purse_id, '5')).toEqual(ofPurse);
  });

  it('[CL20] kill of an agent, a tenant or all is the switch, and --lift lifts it', () => {
    expect(call('kill', 'agent_00000000')).toMatchObject({
      name: 'admin_kill',
      input: { scope: 'agent:agent_00000000' },
    });
    expect(call('kill', 'tenant', '--lift').input).toMatchObject({ scope: 'tenant', on: false });
    expect(call('kill', 'all', '--reason', 'fire').input).toMatchObject({ reason: 'fire' });
  });

  it.each(['stop', 'pause', 'kill', 'answer'])(
    '[CL3] %s without its word is refused',
    async (name) => {
      await expect(runOperation(name, parseArguments([]), silent)).rejects.toMatchObject({
        code: 'INVALID_ARGUMENTS',
      });
    },
  );

  it('[CL3] an answer without words is refused', () => {
    expect(() => call('answer', execution, 'task_1')).toThrow('planwright answer needs ANSWER');
  });
});
