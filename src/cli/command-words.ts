// Answers and errors name operations, since agents read them too. People at a terminal type commands:
// the names are put into those words.

const words: Readonly<Record<string, string>> = {
  plan_create: 'planwright plan',
  prompt_check: 'planwright check',
  plan_status: 'planwright status',
  plan_wait: 'planwright wait',
  plan_list: 'planwright list',
  plan_get: 'planwright read --json',
  plan_read: 'planwright read',
  plan_files: 'planwright files',
  plan_file_info: 'planwright files',
  plan_export: 'planwright export',
  plan_usage: 'planwright usage',
  plan_stop: 'planwright stop',
  plan_resume: 'planwright resume',
  plan_retry: 'planwright retry',
  plan_fund: 'planwright fund',
  plan_unarchive: 'planwright unarchive',
  execution_create: 'planwright run',
  execution_status: 'planwright execution',
  execution_list: 'planwright executions',
  example_plans: 'planwright examples',
  example_prompts: 'planwright goals',
  agent_list: 'planwright agents',
};

const named = new RegExp(`(?<![\\w-])(${Object.keys(words).join('|')})(?![\\w-])`, 'g');

/** The id that follows needs no name before it. */
const idWords = /(planwright [a-z]+(?: --json)?),? (?:with|and) (?:plan_id|execution_id) (\w+)/g;

export const inCommands = (text: string): string =>
  text
    .replace(named, (name) => words[name] ?? name)
    .replace(/\b[Cc]all (?=planwright )/g, (call) => (call.startsWith('C') ? 'Run ' : 'run '))
    .replace(idWords, '$1 $2');
