import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { CreateBankAccountSchema, SaveBankAccountSchema, UpdateBankAccountSchema } from './bank-account.ts';

const id = '01939f2e-8a6c-7c3e-9d53-0f6a1b2c3d4e';
const fields = { accountName: 'M Lind', bankName: 'Sparbanken', accountNumber: '1234', routingNumber: '021000021' };

describe('a bank account', () => {
  it('is the general one without a person, a special one with one, and is updated by its own id', () => {
    expect(v.parse(SaveBankAccountSchema, fields)).toEqual(fields);
    expect(v.parse(CreateBankAccountSchema, { userId: id, ...fields })).toEqual({ userId: id, ...fields });
    expect(v.parse(UpdateBankAccountSchema, { id, ...fields })).toEqual({ id, ...fields });
  });

  it('cannot be moved to another person or made the general one by an update', () => {
    expect(v.is(UpdateBankAccountSchema, { id, ...fields, userId: id })).toBe(false);
    expect(v.is(UpdateBankAccountSchema, { id, ...fields, fallback: true })).toBe(false);
    expect(v.is(CreateBankAccountSchema, { userId: id, ...fields, fallback: true })).toBe(false);
    expect(v.is(SaveBankAccountSchema, { ...fields, userId: id })).toBe(false);
  });
});
