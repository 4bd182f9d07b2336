// planwright playbooks: which playbooks plans are made from, and a check of one's own file.
import type { Config } from '../base/config.ts';
import { PlanwrightError } from '../base/errors.ts';
import {
  type BadPlaybook,
  readOwnPlaybooks,
  readPlaybookFile,
} from '../plan/brains/offline/own-playbooks.ts';
import type { Playbook } from '../plan/brains/offline/playbook.ts';
import { type Origin, shelfOf } from '../plan/brains/offline/shelf.ts';
import { playbookFolder } from '../playbook-folder.ts';
import type { Arguments } from './arguments.ts';
import { type Io, printJson } from './io.ts';
import { safeText } from './safe-text.ts';

interface Row {
  readonly name: string;
  readonly label: string;
  readonly version: number;
  readonly digest: string;
  readonly origin: Origin;
  readonly file: string | null;
  readonly variants: readonly string[];
  readonly tasks: number;
}

const rowOf = (playbook: Playbook, origin: Origin, file: string | null): Row => ({
  name: playbook.name,
  label: playbook.label,
  version: playbook.version,
  digest: playbook.digest,
  origin,
  file,
  variants: playbook.variants.map(({ name }) => name),
  tasks: playbook.phases.flatMap(({ tasks }) => tasks).length,
});

const line = (text: string): string => `${safeText(text, 400)}\n`;

const badText = ({ file, problems }: BadPlaybook): string =>
  [line(`${file} cannot be used:`), ...problems.map((problem) => `  - ${line(problem)}`)].join('');

const rowText = ({ name, version, origin, label, file, variants }: Row): string =>
  [
    line(`${name} (version ${version}, ${origin}): ${label}`),
    file === null ? '' : `  ${line(file)}`,
    variants.length === 0 ? '' : `  ${line(variants.join(', '))}`,
  ].join('');

function list(args: Arguments, config: Config, io: Io): number {
  const folder = playbookFolder(config);
  const own = readOwnPlaybooks(folder);
  const shelf = shelfOf(own);
  const files = new Map(own.good.map(({ file, playbook }) => [playbook.name, file]));
  const rows = [...shelf.playbooks, shelf.general].map((playbook) =>
    rowOf(playbook, shelf.originOf(playbook.name), files.get(playbook.name) ?? null),
  );
  if (args.flags.json) printJson(io, { folder, playbooks: rows, problems: own.bad });
  else {
    const hint = line(`Own playbooks go into ${folder}; docs/playbooks.md tells the format.`);
    io.stdout.write([...rows.map(rowText), ...own.bad.map(badText), hint].join(''));
  }
  return 0;
}

/** Exit 1 where the file cannot be used, for scripts. */
function check(file: string, args: Arguments, io: Io): number {
  const read = readPlaybookFile(file);
  if ('problems' in read) {
    if (args.flags.json) printJson(io, { file, usable: false, problems: read.problems });
    else io.stdout.write(badText(read));
    return 1;
  }
  const row = rowOf(read.playbook, 'own', file);
  if (args.flags.json) printJson(io, { file, usable: true, problems: [], playbook: row });
  else io.stdout.write(line(`${file} can be used: ${row.label}, ${row.tasks} tasks.`));
  return 0;
}

export function runPlaybooks(args: Arguments, config: Config, io: Io): number {
  const [what, file] = args.words;
  if (what === undefined) return list(args, config, io);
  if (what === 'check' && file !== undefined) return check(file, args, io);
  const message = 'Use playbooks, or playbooks check FILE. See planwright playbooks --help.';
  throw new PlanwrightError('INVALID_ARGUMENTS', message);
}
