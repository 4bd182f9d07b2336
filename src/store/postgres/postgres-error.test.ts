import { describe, expect, it } from 'vitest';
import { PlanwrightError } from '../../base/errors.ts';
import {
  isConnectionLoss,
  isRefusedInput,
  isWorthRetrying,
  postgresError,
  unknownOutcome,
} from './postgres-error.ts';

const driverError = (code: string, more: object = {}): Error =>
  Object.assign(new Error('Key (goal)=(a private goal) exists'), { code, ...more });

describe('postgresError', () => {
  it.each([
    ['53100', 'storage_full'],
    ['53300', 'storage_busy'],
    ['55P03', 'storage_busy'],
    ['57014', 'storage_busy'],
    ['40P01', 'storage_busy'],
    ['57P01', 'storage_failed'],
    ['57P03', 'storage_failed'],
    ['08006', 'storage_failed'],
    ['ECONNREFUSED', 'storage_failed'],
    ['28P01', 'storage_failed'],
    ['3D000', 'storage_failed'],
    ['25006', 'storage_failed'],
    ['SELF_SIGNED_CERT_IN_CHAIN', 'storage_failed'],
    ['23505', 'INTERNAL_ERROR'],
  ])('[ST19] turns %s into %s, without the details of the driver', (code, expected) => {
    const error = postgresError(driverError(code));
    expect(error).toMatchObject({ code: expected, facts: { postgres: code } });
    expect(error.message).not.toContain('private');
    expect(error.cause).toBeUndefined();
  });

  it('[ST19] names the constraint of a refused write', () => {
    const error = postgresError(driverError('23505', { constraint: 'content_pkey' }));
    expect(error.message).toContain('23505 content_pkey');
  });

  it('[ST9] of a closed pool is "stopping"', () => {
    const closed = new Error('Cannot use a pool after calling end on the pool');
    expect(postgresError(closed).code).toBe('stopping');
  });

  it('[ST20] tells a lost connection by code or by the words of the driver', () => {
    expect(isConnectionLoss(driverError('ECONNRESET'))).toBe(true);
    expect(isConnectionLoss(new Error('Connection terminated unexpectedly'))).toBe(true);
    expect(isConnectionLoss(new Error('Query read timeout'))).toBe(true);
    expect(isConnectionLoss(driverError('23505'))).toBe(false);
    expect(unknownOutcome(driverError('57P01'))).toMatchObject({
      code: 'outcome_unknown',
      facts: { outcome: 'unknown', postgres: '57P01' },
    });
  });

  it('[ST5] tells what one caller did wrong from what ails the server', () => {
    expect(isRefusedInput(driverError('23502'))).toBe(true);
    expect(isRefusedInput(driverError('53100'))).toBe(false);
    expect(isRefusedInput(driverError('57P01'))).toBe(false);
    expect(isRefusedInput(new PlanwrightError('storage_failed', ''))).toBe(false);
  });

  it('[ST14] tries again after a deadlock, and where two created one run', () => {
    expect(isWorthRetrying(driverError('40P01'))).toBe(true);
    expect(isWorthRetrying(driverError('40001'))).toBe(true);
    expect(isWorthRetrying(driverError('23505', { constraint: 'events_pkey' }))).toBe(true);
    expect(isWorthRetrying(driverError('23505', { constraint: 'content_pkey' }))).toBe(false);
    expect(isWorthRetrying(driverError('53100'))).toBe(false);
  });
});
