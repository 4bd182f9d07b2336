/** What to type to call this program: from a clone it is not on the path. */
export const ownName = import.meta.url.endsWith('.ts') ? 'bin/planwright' : 'planwright';
