// The key of the person at this page: kept while the page is open, and nowhere else. The page itself
// works without one; only what a person alone may say needs it.
import { session } from './session.svelte.ts';

export const person = $state({ key: '' });

/** Whether a person's word from this page would count, as far as the page knows. */
export const isPerson = (): boolean => session.status === 'in' || person.key !== '';
