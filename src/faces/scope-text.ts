// Which scope a call needs, for those who read about it.
import type { Operation } from '../operations/operation.ts';

export function scopeText({ scope, scopeBy }: Operation): string {
  const others = Object.entries(scopeBy?.scopes ?? {});
  const byValue = Map.groupBy(others, ([, other]) => other);
  const extra = [...byValue].map(([other, values]) => {
    const names = values.map(([value]) => `\`${value}\``).join(', ');
    return `; \`${other}\` for ${names}`;
  });
  return `\`${scope}\`${extra.join('')}`;
}
