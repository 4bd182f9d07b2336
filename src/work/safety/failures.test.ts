import { describe, expect, it } from 'vitest';
import { isPlanwrightError, PlanwrightError } from '../../base/errors.ts';
import { changedElsewhere, closedKey, fromSystem, refused, unsuccessful } from './failures.ts';

const systemError = (code: string): Error => Object.assign(new Error('at /secret/path'), { code });

describe('failures of tools', () => {
  it('[TL40] what the operating system refuses is typed and names no path', () => {
    const given = ['ENOSPC', 'EDQUOT', 'EACCES', 'EPERM', 'EROFS'].map((code) =>
      fromSystem(systemError(code)),
    );
    expect(given.map((error) => (isPlanwrightError(error) ? error.code : error))).toEqual([
      'storage_full',
      'storage_full',
      'forbidden',
      'forbidden',
      'forbidden',
    ]);
    expect(given.map(String).join()).not.toContain('/secret');
    const other = systemError('EIO');
    const typed = new PlanwrightError('conflict', 'x');
    expect([fromSystem(other), fromSystem(typed), fromSystem('text')]).toEqual([
      other,
      typed,
      'text',
    ]);
  });

  it('[TL40] a refusal is final, and a failure may pass', () => {
    expect([refused('x').retry, closedKey().retry]).toEqual(['after_change', 'later']);
    expect([changedElsewhere(['a']).retry, unsuccessful('x').code]).toEqual([
      'later',
      'output_invalid',
    ]);
  });
});
