/** /manager/bank: statements in, files of payouts out. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { inputsOf } from '../../../../tests/components/api.ts';
import { DESK } from '../../../../tests/components/desk.ts';
import { expectAccessible, expectShown } from '../../../../tests/components/expectations.ts';
import { serveFile } from '../../../../tests/components/fetch.ts';
import { savedBy, serveUploads } from '../../../../tests/components/files.ts';
import { openPage, TABLET } from '../../../../tests/components/open-page.tsx';
import { CUSTOMER, MANAGER } from '../../../../tests/components/people.ts';
import type { BankEntry, EntryChoices, Payouts } from '../../../domain/banking.ts';

const ENTRY: BankEntry = {
  id: '0198c5f0-0000-7000-8000-0000000000e1',
  bookedOn: '2026-11-26',
  amount: 148.2,
  name: 'Jörg Müller',
  text: 'RF18 5390 0754 7034',
  state: 'open',
  match: { kind: 'bill', user: { id: CUSTOMER.id, name: 'Ada Lovelace' }, trackingId: 'W48207K159XQ', problem: null },
};
const WRONG: BankEntry = {
  ...ENTRY,
  id: '0198c5f0-0000-7000-8000-0000000000e2',
  name: 'Less',
  match: ENTRY.match && { ...ENTRY.match, problem: 'The bill is for $150.00.', toBalance: true },
};
const ALIKE: BankEntry = { ...ENTRY, id: '0198c5f0-0000-7000-8000-0000000000e5', name: 'Alike', alike: true };
const BACK: BankEntry = {
  ...ENTRY,
  id: '0198c5f0-0000-7000-8000-0000000000e6',
  name: 'Back',
  amount: -62.8,
  match: ENTRY.match && { ...ENTRY.match, kind: 'bill-returned' },
};
const UNKNOWN: BankEntry = { ...ENTRY, id: '0198c5f0-0000-7000-8000-0000000000e3', name: 'Nobody', match: null };
const GUESSED: BankEntry = {
  ...ENTRY,
  id: '0198c5f0-0000-7000-8000-0000000000e7',
  name: 'Regular',
  match: ENTRY.match && { ...ENTRY.match, kind: 'account', trackingId: null, guess: true },
};
const SHORT_FILE: BankEntry = {
  ...ENTRY,
  id: '0198c5f0-0000-7000-8000-0000000000e8',
  name: 'Batch',
  amount: -48.04,
  match: { kind: 'payout-file', user: null, trackingId: null, problem: 'It is for $55.08.' },
};
const CHOICES: EntryChoices = {
  people: [
    {
      id: CUSTOMER.id,
      name: 'Ada Lovelace',
      email: CUSTOMER.email,
      bills: [
        { id: '0198c5f0-0000-7000-8000-0000000000f1', amount: 150, summary: 'Storage', trackingId: 'W48207K159XQ' },
        { id: '0198c5f0-0000-7000-8000-0000000000f2', amount: 900, summary: 'Customs', trackingId: 'W48207K159XQ' },
      ],
    },
  ],
  toMove: { cash: 1214.5, card: 0 },
  payouts: [
    { id: '0198c5f0-0000-7000-8000-0000000000f3', name: 'Shop One', amount: 48.04 },
    { id: '0198c5f0-0000-7000-8000-0000000000f4', name: 'Shop Two', amount: 7.04 },
  ],
};
const BOOKED: BankEntry = {
  ...ENTRY,
  id: '0198c5f0-0000-7000-8000-0000000000e4',
  name: 'Paid',
  state: 'booked',
  match: ENTRY.match && { ...ENTRY.match, problem: 'This bill is paid already.', toBalance: true },
};
const PAYOUTS: Payouts = {
  problem: null,
  count: 2,
  total: 200.5,
  others: {
    count: 51,
    first: [
      {
        id: 'o',
        userId: CUSTOMER.id,
        holder: 'Lovelace & Sons',
        amount: 12.5,
        text: 'North Parcels Rent',
        payout: {
          accountNumber: '5012 3344',
          bankName: 'Harbour Bank',
          routingNumber: '021000021',
          iban: 'PK36 SCBL 0000 0011 2345 6702',
          bankCode: 'HARBSESS',
        },
      },
    ],
  },
  waiting: { count: 12, first: [{ id: 'w', userId: CUSTOMER.id, name: 'Ada Lovelace', amount: 900 }] },
  files: [
    {
      id: 'f',
      createdAt: '2026-11-26T09:00:00.000Z',
      count: 3,
      total: 90,
      pending: 3,
      discarded: false,
      downloaded: true,
    },
    {
      id: 'h',
      createdAt: '2026-11-25T12:00:00.000Z',
      count: 2,
      total: 50,
      pending: 2,
      discarded: false,
      downloaded: true,
      toDiscard: { mayDecide: false },
    },
    { id: 'g', createdAt: '2026-11-25T09:00:00.000Z', count: 1, total: 10, pending: 0, discarded: false },
  ],
};
const open = (payouts: Payouts = PAYOUTS) =>
  openPage('/manager/bank', {
    as: MANAGER,
    size: TABLET,
    api: {
      ...DESK,
      bankAdmin: {
        getEntries: () => ({
          data: [ENTRY, WRONG, UNKNOWN, ALIKE, BACK, GUESSED, SHORT_FILE, BOOKED],
          total: 8,
          pagination: { prev: null, next: null },
        }),
        getPayouts: () => payouts,
        book: () => ({ booked: 1, waits: 0, problems: [] }),
        getChoices: () => CHOICES,
        assign: () => ({ waits: false }),
        setAside: () => ({ ok: true }),
        discardPayoutFile: () => ({ ok: true, waits: true }),
        settleHeld: () => ({ ok: true, balance: -30 }),
      },
    },
  });

test('what matches is booked with one tap, and the rest is not', async () => {
  await open();
  await expectShown(
    'The bill is for $150.00.',
    'No reference of ours',
    page.getByRole('button', { name: 'Book: Jörg Müller' }),
  );
  await expect.element(page.getByText('This bill is paid already.')).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'Book: Less' })).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Book 1 payment with a match' }).click();
  await expectShown('1 payment booked');
  expect(inputsOf('bankAdmin.book')).toEqual([{ ids: [ENTRY.id] }]);
  await page.getByRole('button', { name: 'Add to balance: Less' }).click();
  await expect.poll(() => inputsOf('bankAdmin.book')).toContainEqual({ ids: [WRONG.id], toBalance: true });
  await page.getByRole('button', { name: 'Set aside: Nobody' }).click();
  await expect.poll(() => inputsOf('bankAdmin.setAside')).toEqual([{ id: UNKNOWN.id, aside: true }]);
  await expectAccessible();
});

test('what may be the same as before is booked only by itself, as another payment', async () => {
  await open();
  await expectShown('Maybe the same payment as one that was here before.');
  await expectShown(page.getByRole('button', { name: 'Book 1 payment with a match' }));
  await page.getByRole('button', { name: 'Book, it’s another payment: Alike' }).click();
  await expect.poll(() => inputsOf('bankAdmin.book')).toEqual([{ ids: [ALIKE.id], another: true }]);
});

test('what has no reference is said by hand: a bill, a balance, or cash from couriers', async () => {
  await open();
  await page.getByRole('button', { name: 'Say what it is: Nobody' }).click();
  const dialog = page.getByRole('dialog', { name: 'What is this?' });
  const bill = dialog.getByLabelText('Bill of Ada Lovelace for $150.00: Storage ($1.80 short is let go)');
  await expectShown(
    bill,
    dialog.getByLabelText('Balance of Ada Lovelace'),
    dialog.getByLabelText('Cash from couriers, paid in (counted and not at the bank yet: $1,214.50)'),
  );
  // Nobody pays a bill of 900 with 148.20.
  await expect.element(dialog.getByText('Customs')).not.toBeInTheDocument();
  await expectAccessible();
  await bill.click();
  await dialog.getByRole('button', { name: 'Book' }).click();
  const to = { kind: 'bill', billId: CHOICES.people[0]?.bills[0]?.id };
  await expect.poll(() => inputsOf('bankAdmin.assign')).toEqual([{ id: UNKNOWN.id, to }]);
  await expectShown('1 payment booked');
});

test('what an account paid before is proposed, and is no part of booking all', async () => {
  await open();
  await expectShown('No reference, but from an account that paid for them before.');
  await expectShown(page.getByRole('button', { name: 'Book 1 payment with a match' }));
  await page.getByRole('button', { name: 'Book: Regular' }).click();
  await expect.poll(() => inputsOf('bankAdmin.book')).toEqual([{ ids: [GUESSED.id], another: true }]);
});

test('of a file that the bank paid in part, somebody names what it left out', async () => {
  await open();
  await page.getByRole('button', { name: 'Say what it is: Batch' }).click();
  const dialog = page.getByRole('dialog', { name: 'Paid but for some' });
  await expectShown(dialog.getByText('The others are $55.08. The bank took $48.04.'));
  await dialog.getByLabelText('Shop Two').click();
  await expectShown(dialog.getByText('The others are $48.04. The bank took $48.04.'));
  await expectAccessible();
  await dialog.getByRole('button', { name: 'Book' }).click();
  const to = { kind: 'payouts', failed: [CHOICES.payouts[1]?.id] };
  await expect.poll(() => inputsOf('bankAdmin.assign')).toEqual([{ id: SHORT_FILE.id, to }]);
});

test('what takes a payment back is no part of booking all', async () => {
  await open();
  await expectShown('Takes back the payment of a bill of');
  await page.getByRole('button', { name: 'Not paid: Back' }).click();
  await expect.poll(() => inputsOf('bankAdmin.book')).toEqual([{ ids: [BACK.id] }]);
});

test('an import says what was left out, and why', async () => {
  const body = {
    added: 3,
    known: 1,
    alike: 1,
    otherAccounts: ['SE4550000000058398257466'],
    isReencoded: true,
    left: [{ why: 'odd', count: 7, first: ['12.12345 EUR, 2026-11-26, Five B'] }],
  };
  serveUploads(async () => ({ status: 200, body }));
  await open();
  const file = new File(['<Document/>'], 'statement.xml', { type: 'text/xml' });
  await page.getByLabelText('Choose a bank statement').upload(file);
  await expectShown('3 payments added', '1 payment imported before.', '12.12345 EUR, 2026-11-26, Five B');
  await expectShown('SE4550000000058398257466', 'Its letters aren’t in the encoding that it names');
  await expectAccessible();
});

test('withdrawals that are due go into a file, which can be discarded until it is paid', async () => {
  await open();
  await expectShown(page.getByText('2 withdrawals of $200.50 due.'), page.getByText('3 to be paid'));
  await expect.element(page.getByRole('button', { name: 'Make a file for the bank' })).toBeEnabled();
  await expectShown('12 withdrawals to be approved by someone else', 'and 11 more');
  await expectShown(
    '51 withdrawals to pay by hand',
    'Lovelace & Sons',
    'PK36 SCBL 0000 0011 2345 6702',
    'North Parcels Rent',
    'and 50 more',
  );
  await expect.element(page.getByRole('button', { name: /^Discard the file of/ })).toBeVisible();
  // Beside the other columns, none of which takes the room of it.
  expect(page.getByText('3 withdrawals').element().getClientRects()).toHaveLength(1);
  await expectShown('To be discarded by someone else');
  await page.getByRole('button', { name: /^Discard the file of/ }).click();
  await expectShown(page.getByText(/your bank may pay it, or have paid it already/));
  await expectAccessible();
  await page.getByRole('button', { name: 'Discard', exact: true }).click();
  await expectShown('Waits for approval');
  await expect.poll(() => inputsOf('bankAdmin.discardPayoutFile')).toEqual([{ id: 'f' }]);
});

test('payouts that left before a restore are listed, and booked or released only after a question', async () => {
  const first = [
    { id: 'k', userId: CUSTOMER.id, name: 'Ada Lovelace', amount: 30 },
    { id: 'u', userId: 'unknown', name: null, amount: 40 },
  ];
  await open({ ...PAYOUTS, restore: { sentences: ['1 text had been sent.'], held: { count: 2, first } } });
  await expectShown('1 text had been sent.', 'An account that is not in the backup $40.00');
  await expect.element(page.getByRole('button', { name: /^The bank paid \$40.00/ })).toBeDisabled();
  await page.getByRole('button', { name: 'The bank paid $30.00 of Ada Lovelace' }).click();
  await expectShown('$30.00 is booked as paid to Ada Lovelace. A balance that does not cover it goes below zero.');
  await page.getByRole('button', { name: 'Book it' }).click();
  await expectShown('Saved', 'The balance of this account is now -$30.00.');
  await page.getByRole('button', { name: /^Release \$40.00/ }).click();
  await expectShown('Release it only if the bank’s list of payments does not have it and the file is deleted there');
  await page.getByRole('button', { name: 'Release', exact: true }).click();
  await expect
    .poll(() => inputsOf('bankAdmin.settleHeld'))
    .toEqual([
      { id: 'k', paid: true },
      { id: 'u', paid: false },
    ]);
});

test.each([
  ['application/xml', 'payouts-f.xml'],
  ['text/csv', 'payouts-f.csv'],
])('a file for the bank that is %s is saved as %s', async (type, name) => {
  await open();
  serveFile(
    '/api/payout-files/f',
    () => new Response('to pay', { headers: { 'content-type': `${type}; charset=utf-8` } }),
  );
  const row = page.getByRole('row', { name: /3 to be paid/ });
  expect(await savedBy(() => row.getByRole('button', { name: /^Download the file of/ }).click())).toEqual({
    name,
    text: 'to pay',
  });
});
