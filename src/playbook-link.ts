// The operator's own playbooks, joined to this process: read once, before the first plan is made.
import type { Config } from './base/config.ts';
import { type OwnPlaybooks, readOwnPlaybooks } from './plan/brains/offline/own-playbooks.ts';
import { putUpShelf } from './plan/brains/offline/shelf.ts';
import { playbookFolder } from './playbook-folder.ts';

/** A file that is wrong is told and left out: plans are made with all others. */
export function linkPlaybooks(config: Config, onError: (error: unknown) => void): OwnPlaybooks {
  const own = readOwnPlaybooks(playbookFolder(config));
  putUpShelf(own);
  for (const { file, problems } of own.bad) {
    const message = `The playbook ${file} is not used: ${problems.join('; ')}`;
    // Where it was found in our code helps nobody.
    onError(Object.assign(new Error(message), { stack: message }));
  }
  return own;
}
