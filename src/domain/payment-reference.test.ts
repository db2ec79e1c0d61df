import { expect, it } from 'vitest';
import { groupReference, isPaymentReference } from './payment-reference.ts';

it('knows references of ISO 11649 by their check digits', () => {
  for (const right of ['RF18539007547034', 'RF185390075470Y', 'RF45G72UUR', 'RF6518K5', 'RF2012345678'])
    expect(isPaymentReference(right), right).toBe(true);
  for (const wrong of ['RF17539007547034', 'RF18', '', 'rf18539007547034', `RF18${'5'.repeat(30)}`])
    expect(isPaymentReference(wrong), wrong).toBe(false);
  expect(groupReference('RF18539007547034')).toBe('RF18 5390 0754 7034');
});
