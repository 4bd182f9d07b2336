// A report is one HTML file with its own style and script inside, and words of models in it. It is shown
// by our page and in tabs of its own, yet must never act as our page: the browser gives it an origin of
// its own (sandbox), lets it load and send nothing, and lets nobody but us put it into a frame.
const documentPolicy = [
  'sandbox allow-scripts allow-modals allow-downloads allow-popups allow-popups-to-escape-sandbox',
  "default-src 'none'",
  "script-src 'unsafe-inline'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  'font-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ');

const isDocument = (contentType: string): boolean =>
  /^(?:text\/html|application\/xhtml\+xml|image\/svg\+xml|(?:text|application)\/xml)\b/i.test(
    contentType,
  );

/** Nothing for what a browser does not run. */
export const documentHeaders = (contentType: string): Readonly<Record<string, string>> =>
  isDocument(contentType)
    ? { 'content-security-policy': documentPolicy, 'x-frame-options': 'SAMEORIGIN' }
    : {};
