import { expect, test } from 'vitest';
import { ledgerEffect } from './ledger.ts';
import type { TransactionStatus, TransactionType } from './transaction.ts';

test.each<[TransactionType, TransactionStatus, bigint, bigint]>([
  ['deposit', 'successful', 150n, 0n],
  ['fee', 'successful', -150n, 0n],
  ['withdrawal', 'successful', -150n, 0n],
  ['deposit', 'pending', 0n, 0n],
  ['fee', 'pending', 0n, 150n],
  ['withdrawal', 'pending', 0n, 150n],
  ['deposit', 'failed', 0n, 0n],
  ['fee', 'failed', 0n, 0n],
  ['withdrawal', 'failed', 0n, 0n],
])('a %s that is %s adds %s to the total and holds %s', (type, status, total, held) => {
  expect(ledgerEffect(type, status, 150n)).toEqual({ total, held });
});
