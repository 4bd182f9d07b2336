// A folder of its own to work in, for tests whose engine lives elsewhere: behind HTTP or a command.
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { treeText } from './tool-world.ts';

export class FolderRepository {
  readonly root = realpathSync(mkdtempSync(join(tmpdir(), 'planwright-folder-')));

  file(path: string, content: string | Uint8Array, mode = 0o644): void {
    mkdirSync(dirname(join(this.root, path)), { recursive: true });
    writeFileSync(join(this.root, path), content);
    chmodSync(join(this.root, path), mode);
  }

  text(path: string): string {
    return readFileSync(join(this.root, path), 'utf8');
  }

  tree(): string {
    return treeText(this.root);
  }

  git(...args: string[]): string {
    const who = ['-c', 'user.name=a', '-c', 'user.email=a@a.example'];
    return execFileSync('git', [...who, ...args], { cwd: this.root, encoding: 'utf8' }).trim();
  }

  close(): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}
