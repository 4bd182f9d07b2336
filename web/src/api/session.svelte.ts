// Who is at this page: a person who came by a one-time link, or nobody in particular. The views show
// buttons for a person's word only to the first.
import { keepPageToken, pageToken } from './page-token.ts';
import { getJson, sendJson } from './request.ts';

export const session = $state({
  /** Unknown until the server has said it. */
  status: 'unknown' as 'unknown' | 'in' | 'out',
  /** False where a server is for others too: there a person shows a key. */
  byLink: true,
});

interface Answer {
  readonly person: { readonly id: string } | null;
  readonly by_link: boolean;
}

export async function readSession(): Promise<void> {
  try {
    const { person, by_link } = await getJson<Answer>('/session');
    // The cookie alone lets nobody write.
    session.status = person !== null && pageToken() !== '' ? 'in' : 'out';
    session.byLink = by_link;
  } catch {
    session.status = 'out';
  }
}

/** Throws the server's own words where the link is over. */
export async function signIn(ticket: string): Promise<void> {
  const { page_token } = await sendJson<{ page_token: string }>('POST', '/session', { ticket });
  keepPageToken(page_token);
  await readSession();
}

export async function signOut(): Promise<void> {
  await sendJson('DELETE', '/session', null);
  keepPageToken('');
  session.status = 'out';
}
