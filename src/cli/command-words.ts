// Answers and errors name operations, since agents read them too. People at a terminal type commands:
// the names are put into those words.
import { operationCommands } from './commands.generated.ts';

const words: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    operationCommands.map(({ operation, command }) => [operation, `planwright ${command}`]),
  ),
  plan_create: 'planwright plan',
  plan_get: 'planwright read --json',
  plan_read: 'planwright read',
  plan_file_info: 'planwright files',
  plan_export: 'planwright export',
  plan_stop: 'planwright stop',
  plan_resume: 'planwright resume',
  plan_retry: 'planwright retry',
  plan_fund: 'planwright fund',
  key_list: 'planwright keys list',
  tenant_list: 'planwright tenants list',
};

const named = new RegExp(`(?<![\\w-])(${Object.keys(words).join('|')})(?![\\w-])`, 'g');

/** The id that follows needs no name before it. */
const idWords = /(planwright [a-z]+(?: --json)?),? (?:with|and) (?:plan_id|execution_id) (\w+)/g;

export const inCommands = (text: string): string =>
  text
    .replace(named, (name) => words[name] ?? name)
    .replace(/\b[Cc]all (?=planwright )/g, (call) => (call.startsWith('C') ? 'Run ' : 'run '))
    .replace(idWords, '$1 $2');
