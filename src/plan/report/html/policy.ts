// The content security policy of the file: nothing is loaded, and only our own style and script run.
import { hash } from 'node:crypto';

const sourceOf = (text: string): string => `'sha256-${hash('sha256', text, 'base64')}'`;

export const policy = ({ style, script }: { readonly style: string; readonly script: string }) =>
  [
    "default-src 'none'",
    `style-src ${sourceOf(style)}`,
    `script-src ${sourceOf(script)}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
