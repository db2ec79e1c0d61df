import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { WithdrawSchema } from './withdrawal.ts';

const withdrawal = {
  amount: 100,
  holder: 'Märta Lind',
  accountNumber: '1234',
  bankName: 'Sparbanken',
  routingNumber: '021000021',
  iban: 'SE45 5000 0000 0583 9825 7466',
  bankCode: 'SWEDSESS',
  summary: 'Rent',
};

describe('a withdrawal', () => {
  it('cannot say whose money it is, or that it is settled', () => {
    expect(v.is(WithdrawSchema, withdrawal)).toBe(true);
    for (const key of ['userId', 'status', 'type', 'available']) {
      expect(v.is(WithdrawSchema, { ...withdrawal, [key]: 'successful' })).toBe(false);
    }
  });

  it.each(['se4550000000058398257466', 'SE45-5000-0000-0583-9825-7466', ' SE45 5000 0000 0583 9825 7466 '])(
    'has an IBAN in groups of four, however it was typed: %j',
    (iban) => {
      expect(v.parse(WithdrawSchema, { ...withdrawal, iban }).iban).toBe('SE45 5000 0000 0583 9825 7466');
    },
  );

  it.each([
    ['SE45 5000 0000 0583 9825 7467', 'a digit is wrong'],
    ['SE45 5000 0000 0583 9852 7466', 'two digits are swapped'],
    ['SE45 5000 0000 0583 9825', 'it is too short'],
    ['XX45 5000 0000 0583 9825 7466', 'there is no such country'],
  ])('is rejected with the IBAN %j: %s', (iban) => {
    const { issues } = v.safeParse(WithdrawSchema, { ...withdrawal, iban });
    expect(issues?.map(({ message }) => message)).toEqual(['This is not a valid IBAN. Check it for typos.']);
  });
});
