// The script of the file, in one piece; its hash stands in the policy. It reads the page and asks
// nobody for anything.
import { foldScript } from './script/fold.ts';
import { searchScript } from './script/search.ts';

export const script = `'use strict';\n(() => {${foldScript}${searchScript}})();\n`;
