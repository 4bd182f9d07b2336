// Gives free pages of the C library's heap back to the machine. SQLite and V8 allocate small blocks of
// which a few stay, and glibc keeps every page between them: 80 MB of 100 after 5,000 executions. Its
// malloc_trim gives them back; the way to a function of C without a compiled addon is SQLite's loader.
import { DatabaseSync } from 'node:sqlite';

/** Where another C library is in use there is no such file or function, and nothing happens. */
export function releasePages(): void {
  if (process.platform !== 'linux') return;
  // Extensions can be loaded into this empty database alone, which nobody else has.
  const db = new DatabaseSync(':memory:', { allowExtension: true });
  try {
    db.loadExtension('libc.so.6', 'malloc_trim');
  } catch {
    // Its answer, 1 for pages that were given back, is an error of an extension.
  } finally {
    db.close();
  }
}
