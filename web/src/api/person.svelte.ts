// The key of the person at this page: kept while the page is open, and nowhere else. The page itself
// works without one; only what a person alone may say needs it.
export const person = $state({ key: '' });
