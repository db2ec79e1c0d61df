import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { WITHDRAWAL_HOURS, WithdrawSchema } from './withdrawal.ts';

describe('a withdrawal', () => {
  it('is processed within 24 hours', () => {
    expect(WITHDRAWAL_HOURS).toBe(24);
  });

  it('cannot say whose money it is, or that it is settled', () => {
    const withdrawal = {
      amount: 100,
      accountNumber: '1234',
      bankName: 'Sparbanken',
      routingNumber: '021000021',
      iban: 'SE45 5000',
      bankCode: 'SWEDSESS',
      summary: 'Rent',
    };
    expect(v.is(WithdrawSchema, withdrawal)).toBe(true);
    for (const key of ['userId', 'status', 'type', 'available']) {
      expect(v.is(WithdrawSchema, { ...withdrawal, [key]: 'successful' })).toBe(false);
    }
  });
});
