import { test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible, expectLink, expectWords } from '../../../tests/components/expectations.ts';
import { openPage, TABLET } from '../../../tests/components/open-page.tsx';
import { MANAGER } from '../../../tests/components/people.ts';
import { onePage, SUMMARY } from '../../../tests/components/shipments.ts';
import type { Print } from '../../domain/labels/printing.ts';

const PRINT: Print = {
  id: '0198c5f0-0000-7000-8000-0000000000e1',
  document: 'labels',
  copies: 1,
  count: 40,
  at: '2026-11-26T09:12:00.000Z',
  by: 'Grace Hopper',
  shipment: null,
};

test('what was printed is listed, and what was not is a click away', async () => {
  const one = { ...PRINT, id: PRINT.id.replace('e1', 'e2'), document: 'missed-cards' as const, count: 1, by: '' };
  const prints = [PRINT, { ...one, shipment: { id: SUMMARY.id, trackingId: SUMMARY.trackingId } }];
  await openPage('/manager/labels', {
    as: MANAGER,
    size: TABLET,
    api: { deskAdmin: { getPrints: () => onePage(prints) } },
  });
  const rows = page.getByRole('table', { name: 'What was printed' }).getByRole('row');
  await expectWords(rows.nth(1), 'Labels', '40 shipments', 'Grace Hopper');
  await expectWords(rows.nth(2), 'Missed-delivery cards', 'A deleted account');
  await expectLink(page.getByRole('link', { name: SUMMARY.trackingId }), `/manager/shipments/${SUMMARY.id}`);
  await expectLink(page.getByRole('link', { name: 'Not printed yet' }), '/manager/shipments?printed=no');
  await expectAccessible();
});
