// A test database's URL as the driver's target, by the rules of the configuration.
import { type DatabaseTarget, databaseTarget } from '../../src/base/database-target.ts';

export function targetOf(url: string): DatabaseTarget {
  const target = databaseTarget({ url, ca: null, insecure: false });
  if ('url' in target) return target;
  throw new Error(target.join('; '));
}
