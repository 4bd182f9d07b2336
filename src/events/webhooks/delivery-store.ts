// What delivering asks of a store. In the server this is two things: a reader of the thread that
// delivers, and the commits of the engine's thread, so that notes ride in the engine's own commits.
import type { Reader, Store } from '../../store/store.ts';

export type DeliveryStore = Pick<
  Reader,
  'deliveries' | 'events' | 'outboxOf' | 'outboxPending' | 'webhook'
> &
  Pick<Store, 'commit' | 'now'>;
