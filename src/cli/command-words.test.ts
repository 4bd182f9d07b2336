import { describe, expect, it } from 'vitest';
import { jsonOperations } from '../operations/table.ts';
import { inCommands } from './command-words.ts';
import { commands } from './commands.ts';

describe('words of a command line', () => {
  it.each([
    ['Call plan_wait with plan_id plan_00000000.', 'Run planwright wait plan_00000000.'],
    [
      'There is no such plan. plan_list shows yours.',
      'There is no such plan. planwright list shows yours.',
    ],
    [
      'plan_resume goes on with it, plan_retry starts it anew.',
      'planwright resume goes on with it, planwright retry starts it anew.',
    ],
  ])('[CL26] %j is %j', (said, shown) => {
    expect(inCommands(said)).toBe(shown);
  });

  it('[CL26] ids and other words stay as they are', () => {
    const text = 'plan_status00 and my_plan_list and plan_0000wait stay; work_claim too.';
    expect(inCommands(text)).toBe(text);
  });

  it('[CL26] every command that is named exists', () => {
    const names = commands.map(({ name }) => name);
    const named = jsonOperations.flatMap(
      ({ name }) => /^planwright ([a-z- ]+?)(?: --\w+)?$/.exec(inCommands(name))?.[1] ?? [],
    );
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((command) => !names.includes(command))).toEqual([]);
    expect(inCommands('plan_read')).toBe('planwright read');
    expect(inCommands('planwright call plan_read --help')).toBe('planwright call plan_read --help');
  });
});
