// Files of a plan or run, behind one port. In the database for now: local files would break with the
// second server.

import { sha256Hex } from '../base/hash.ts';
import type { Ids } from '../base/ids.ts';
import type { ContentRow, Reader, RowWrite } from '../store/store.ts';
import type { Rows } from '../store/tables.ts';
import { newContent } from './content.ts';
import type { Artifact } from './engine-api.ts';
import type { ContentRef } from './event-types.ts';

const refPrefix = 'file_';

/** Of the refs of a `step.verified`: those that are files, not the output. */
export const isFileRef = (name: string): boolean => name.startsWith(refPrefix);

export interface ArtifactWrites {
  readonly content: ContentRow[];
  readonly rows: RowWrite[];
  /** For the event that announces the files, so that the chain covers their bytes. */
  readonly refs: Readonly<Record<string, ContentRef>>;
}

/** What to commit, together with the event that announces it, so that files are stored. */
export function artifactWrites(
  ids: Ids,
  tenant: string,
  now: number,
  artifacts: readonly Artifact[],
): ArtifactWrites {
  const content: ContentRow[] = [];
  const rows: RowWrite[] = [];
  const refs: Record<string, ContentRef> = {};
  for (const { owner, path, contentType, bytes } of artifacts) {
    const { row, ref } = newContent(ids, tenant, owner, bytes);
    content.push(row);
    refs[refPrefix + content.length] = ref;
    const put = {
      tenant,
      owner,
      path,
      content: row.id,
      content_type: contentType,
      size: bytes.byteLength,
      sha256: sha256Hex(bytes),
      updated_at: now,
    };
    rows.push({ table: 'artifacts', put });
  }
  return { content, rows, refs };
}

export interface StoredArtifact {
  readonly row: Rows['artifacts'];
  readonly bytes: Uint8Array;
}

export async function readArtifact(
  reader: Reader,
  tenant: string,
  owner: string,
  path: string,
): Promise<StoredArtifact | null> {
  const row = await reader.artifact(tenant, owner, path);
  const content = row ? await reader.content(row.content) : null;
  return row && content ? { row, bytes: content.bytes } : null;
}
