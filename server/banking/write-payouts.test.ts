import fc from 'fast-check';
import { expect, test } from 'vitest';
import { writePayouts } from './write-payouts.ts';

const letter = fc.constantFrom(...'aZé߯Ж中&<>"\'/ \t\n\u0000\u202eﬁ½€-_@', '👩‍🚀', '//');
const text = (maxLength: number) => fc.array(letter, { maxLength }).map((letters) => letters.join(''));
const iban = 'SE3550000000054910000003';

/** The EPC's schema has these limits (EPC132-08): none is empty, too long, or in letters that a bank refuses. */
const SIZES = { Nm: 70, Ustrd: 140, MsgId: 35, EndToEndId: 35, InstdAmt: 12 };

test('fills each element of a file for the bank as its schema allows, whatever people are called', () => {
  const payout = fc.record({
    name: text(80),
    summary: text(300),
    bankCode: text(8),
    cents: fc.integer({ min: 1, max: 1e9 }),
  });
  fc.assert(
    fc.property(text(80), fc.array(payout, { minLength: 1, maxLength: 5 }), (name, payouts) => {
      const id = '0198c5f0-0000-7000-8000-0000000000e1';
      const xml = writePayouts({
        id,
        createdAt: new Date('2026-11-28T12:00:00Z'),
        day: '2026-11-28',
        payer: { name, iban, bic: 'x' },
        payouts: payouts.map(({ name: firstName, summary, bankCode, cents }) => ({
          id,
          userId: id,
          amountCents: BigInt(cents),
          status: 'pending',
          summary,
          proposal: null,
          payout: { iban, bankCode, accountNumber: '', bankName: '', routingNumber: '' },
          person: { id, firstName, lastName: '', email: 'a@b.example' },
        })),
      });
      for (const [element, most] of Object.entries(SIZES))
        for (const [, content = ''] of xml.matchAll(new RegExp(`<${element}[^>]*>([^<]*)<`, 'g'))) {
          expect(content).toMatch(/^[A-Za-z0-9 \-?:().,'+/]+$/);
          expect(content.length).toBeLessThanOrEqual(most);
        }
      expect(xml.match(/<Nm>/g)).toHaveLength(payouts.length + 2);
    }),
    { numRuns: 1_000 },
  );
});
