// Fields of our own that a task may have: found by their aliases, since other programs number them anew.
import { childOf, childrenOf, textIn, type XmlElement } from '../../../base/xml.ts';
import { type Estimate, performers, riskTiers } from '../../../contract/plan.ts';
import { attributeAliases } from '../../../schedule/write/msproject/attributes.ts';
import { hoursOf, minutesIn } from './values.ts';

export interface OwnFields {
  readonly estimate?: Estimate;
  /** Low, likely and high as they are written. */
  readonly written: readonly string[];
  readonly performer?: (typeof performers)[number];
  readonly riskTier?: (typeof riskTiers)[number];
}

type Name = keyof typeof attributeAliases;

export function ownFieldsIn(project: XmlElement): (node: XmlElement) => OwnFields {
  const defined = childrenOf(childOf(project, 'ExtendedAttributes'), 'ExtendedAttribute');
  const ids = new Map(defined.map((one) => [textIn(one, 'Alias'), textIn(one, 'FieldID')]));
  return (node) => {
    const values = new Map(
      childrenOf(node, 'ExtendedAttribute').map((one) => [
        textIn(one, 'FieldID'),
        textIn(one, 'Value'),
      ]),
    );
    const textOf = (name: Name): string => values.get(ids.get(attributeAliases[name]) ?? '') ?? '';
    return fieldsFrom(textOf);
  };
}

function fieldsFrom(text: (name: Name) => string): OwnFields {
  const written = [text('low'), text('likely'), text('high')].filter((one) => one !== '');
  const [low, likely, high] = written.map((one) => minutesIn(one));
  const isWhole = low !== undefined && likely !== undefined && high !== undefined;
  const performer = performers.find((one) => one === text('performer'));
  const riskTier = riskTiers.find((one) => one === text('riskTier'));
  return {
    written,
    ...(isWhole && low >= 0 && low <= likely && likely <= high
      ? { estimate: { low: hoursOf(low), likely: hoursOf(likely), high: hoursOf(high) } }
      : {}),
    ...(performer === undefined ? {} : { performer }),
    ...(riskTier === undefined ? {} : { riskTier }),
  };
}
