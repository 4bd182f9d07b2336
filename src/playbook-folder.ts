// Where the operator's own playbooks are. Apart from what reads them, which is a lot of code.
import { join } from 'node:path';
import type { Config } from './base/config.ts';

export const playbookFolder = ({ playbooks, dataDir }: Config): string =>
  playbooks ?? join(dataDir, 'playbooks');
