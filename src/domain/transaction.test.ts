import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { AddTransactionSchema, UpdateTransactionSchema } from './transaction.ts';

const id = '01939f2e-8a6c-7c3e-9d53-0f6a1b2c3d4e';
const deposit = { userId: id, amount: 148.2, summary: 'Deposit' };

describe('a transaction', () => {
  it('is successful where a deposit or a fee does not say otherwise', () => {
    expect(v.parse(AddTransactionSchema, deposit).status).toBe('successful');
    expect(v.parse(AddTransactionSchema, { ...deposit, status: 'pending' }).status).toBe('pending');
  });

  it('takes its type from the procedure, not from the input', () => {
    expect(v.is(AddTransactionSchema, { ...deposit, type: 'withdrawal' })).toBe(false);
  });

  it('keeps its summary where an update does not reword it', () => {
    const update = { id, amount: 0.01, status: 'failed' };
    expect(v.parse(UpdateTransactionSchema, update)).toEqual(update);
    expect(v.is(UpdateTransactionSchema, { ...update, summary: ' ' })).toBe(false);
    expect(v.is(UpdateTransactionSchema, { ...update, status: undefined })).toBe(false);
  });
});
