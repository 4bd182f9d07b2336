// The style of the file, in one piece; its hash stands in the policy.
import { chartsStyle } from './style/charts.ts';
import { pageStyle } from './style/page.ts';
import { partsStyle } from './style/parts.ts';
import { printStyle } from './style/print.ts';
import { tokens } from './style/tokens.ts';

export const style = [tokens, pageStyle, partsStyle, chartsStyle, printStyle].join('');
