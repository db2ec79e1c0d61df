import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { type Api, inputsOf, serve } from '../../../../tests/components/api.ts';
import { expectAccessible, expectLink } from '../../../../tests/components/expectations.ts';
import { address, openPage, TABLET } from '../../../../tests/components/open-page.tsx';
import { MANAGER } from '../../../../tests/components/people.ts';
import { onePage } from '../../../../tests/components/shipments.ts';
import type { Bulk, BulkItem } from '../../../domain/bulk.ts';

const ID = '0198c5f0-0000-7000-8000-000000000b01';
const BULK: Bulk = {
  id: ID,
  createdAt: '2026-11-20T06:40:00.000Z',
  endedAt: '2026-11-20T06:40:09.000Z',
  actor: 'Ada Lovelace',
  change: { kind: 'status', status: 'held' },
  emails: 'summary',
  total: 500,
  done: 497,
  skipped: 2,
  failed: 1,
  undoes: null,
  undoneBy: null,
};
const ITEM: BulkItem = {
  shipmentId: '0198c5f0-0000-7000-8000-000000000501',
  trackingId: 'W48207K159X1',
  description: 'Harp strings',
  receiverName: 'Elin Strand',
  state: 'skipped',
  reason: 'changed',
};
const api = (bulk: Partial<Bulk> = {}): Api => ({
  bulk: {
    get: () => ({ ...BULK, ...bulk }),
    getAll: () => [{ ...BULK, ...bulk }],
    getItems: () => onePage([ITEM, { ...ITEM, shipmentId: ID, state: 'failed', reason: 'fault' }]),
  },
});
const open = (path: string, bulk?: Partial<Bulk>) => openPage(path, { as: MANAGER, size: TABLET, api: api(bulk) });

test('the result of a change says what was not done and why', async () => {
  await open(`/manager/bulk/${ID}`);
  await expect.element(page.getByText('497 of 500 shipments changed. 2 left alone. 1 failed.')).toBeVisible();
  await expect.element(page.getByText('Changed by someone else since')).toBeVisible();
  await expectLink(page.getByRole('link', { name: 'Harp strings' }).first(), `/manager/shipments/${ITEM.shipmentId}`);
  await expectAccessible();
  await page.getByRole('link', { name: 'Not changed' }).click();
  await expect.poll(address).toBe(`/manager/bulk/${ID}?left=true`);
  await expect.poll(() => inputsOf('bulk.getItems').at(-1)).toEqual({ id: ID, page: 1, left: true });
});

test('what failed is tried again, and an hour later nothing can be undone', async () => {
  await open(`/manager/bulk/${ID}`);
  await expect.element(page.getByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
  const retried = { ...BULK, done: 498, failed: 0 };
  serve({
    bulk: {
      retry() {
        serve({ bulk: { get: () => retried } });
        return retried;
      },
    },
  });
  await page.getByRole('button', { name: 'Try 1 again' }).click();
  await expect.element(page.getByText('498 of 500 shipments changed. 2 left alone.')).toBeVisible();
});

test('a change that runs shows how far it is, and lists it', async () => {
  await open('/manager/bulk', { endedAt: null, done: 150, skipped: 0, failed: 0 });
  await expect.element(page.getByText('Running')).toBeVisible();
  await page.getByRole('link', { name: 'Changing the status to Held' }).click();
  await expect.element(page.getByRole('progressbar', { name: 'Change' })).toBeVisible();
  await expect.element(page.getByText('150 of 500 shipments so far. It goes on if you leave.')).toBeVisible();
  await expectAccessible();
});

test('the list follows a change until it ends', async () => {
  await open('/manager/bulk', { endedAt: null, done: 0, skipped: 0, failed: 0, undoes: ID });
  await expect.element(page.getByText('0 of 500 shipments so far. It goes on if you leave.')).toBeVisible();
  serve(api({ done: 500, skipped: 0, failed: 0, undoes: ID }));
  await expect.element(page.getByText('Done', { exact: true })).toBeVisible();
});

test('a change that is being undone says so, in the list and on its page', async () => {
  const undo: Bulk = { ...BULK, id: ITEM.shipmentId, undoes: ID, total: 497, skipped: 0, failed: 0, endedAt: null };
  const original = { ...BULK, undoneBy: undo.id };
  const serveUndo = (more: Partial<Bulk>) =>
    serve({
      bulk: {
        getAll: () => [{ ...undo, ...more }, original],
        get: ({ id }) => (id === ID ? original : { ...undo, ...more }),
      },
    });
  await openPage('/manager/bulk', { as: MANAGER, size: TABLET, api: api() });
  serveUndo({ done: 150 });
  await openPage('/manager/bulk', { as: MANAGER, size: TABLET });
  const rows = page.getByRole('table', { name: 'Changes to many shipments' }).getByRole('row');
  await expect.element(rows.nth(1)).toMatchTextContent('Undoing: status changed to Held');
  await expect.element(rows.nth(2).getByText('Undoing', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Status changed to Held', exact: true }).click();
  await expect.element(page.getByText('Undoing: status changed to Held')).toBeVisible();
  await expect.element(page.getByRole('progressbar', { name: 'Undo' })).toHaveAttribute('value', '150');
  await expectAccessible();
  serveUndo({ done: 497, endedAt: BULK.endedAt });
  await expect.element(page.getByRole('progressbar', { name: 'Undo' })).not.toBeInTheDocument();
  await page.getByRole('link', { name: 'See the undo' }).click();
  await expect.element(page.getByText('497 shipments undone.')).toBeVisible();
});
