import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type Api, inputsOf, rejecting, serve } from '../../../../tests/components/api.ts';
import { setOnline } from '../../../../tests/components/device.ts';
import { expectAccessible, expectShown } from '../../../../tests/components/expectations.ts';
import { focusOn } from '../../../../tests/components/keyboard.ts';
import { address, openAgain, openPage, TABLET } from '../../../../tests/components/open-page.tsx';
import { MANAGER } from '../../../../tests/components/people.ts';
import { onePage, SUMMARY } from '../../../../tests/components/shipments.ts';
import { untilStored } from '../../../../tests/components/stored.ts';
import { inNextTask } from '../../../browser/next-task.ts';
import type { SavedFilter } from '../../../domain/saved-filter.ts';

const HELD: SavedFilter = {
  id: '0198c5f0-0000-7000-8000-0000000006a1',
  name: 'Shelf',
  filter: { status: 'held', from: '2026-11-01' },
};
const withSaved = (...saved: SavedFilter[]): Api => ({
  shipmentAdmin: { getShipments: () => onePage([SUMMARY]) },
  savedFilter: { list: () => saved },
});
const openList = (search: string, ...saved: SavedFilter[]) =>
  openPage(`/manager/shipments${search}`, { as: MANAGER, size: TABLET, api: withSaved(...saved) });

const button = page.getByRole('button', { name: 'Saved filters' });
const dialog = page.getByRole('dialog', { name: 'Saved filters' });
const chip = (name: string) => page.getByRole('link', { name: `Remove filter ${name}` });

test('each chip removes one filter, and hands on the focus', async () => {
  await openList('?q=harp&status=held&from=2026-11-01&page=1');
  await expectShown(chip('“harp”'), chip('Held'), chip('From 1 Nov 2026'));
  await expectAccessible();
  await focusOn(chip('Held'));
  await userEvent.keyboard('{Enter}');
  await expect.poll(address).toBe('/manager/shipments?q=harp&from=2026-11-01');
  await expect.element(chip('From 1 Nov 2026')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(address).toBe('/manager/shipments?q=harp');
  await expect.element(chip('“harp”')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(address).toBe('/manager/shipments');
  await expect.element(page.getByRole('button', { name: 'Search' })).toHaveFocus();
});

test('a second chip, clicked at once, does not bring back what the first removed', async () => {
  await openList('?q=harp&status=held&from=2026-11-01');
  await expectShown(chip('“harp”'));
  for (const name of ['“harp”', 'Held', 'From 1 Nov 2026']) {
    (chip(name).element() as HTMLElement).click();
    await new Promise<void>(inNextTask);
  }
  await expect.poll(address).toBe('/manager/shipments');
  await expect.element(page.getByRole('button', { name: 'Search' })).toHaveFocus();
});

test('a filter is saved under a name, and opened by it', async () => {
  await openList('?status=held&from=2026-11-01');
  await button.click();
  await dialog.getByLabelText('Save this filter as').fill('Shelf');
  serve({
    savedFilter: {
      save: rejecting('BAD_REQUEST', 'Check it', { name: ['You already have a filter with this name.'] }),
    },
  });
  await userEvent.keyboard('{Enter}');
  await expectShown('You already have a filter with this name.');
  await expectAccessible();
  serve({ savedFilter: { save: () => ({ id: HELD.id }), list: () => [HELD] } });
  await dialog.getByRole('button', { name: 'Save filter' }).click();
  await expectShown(dialog.getByRole('link', { name: 'Shelf' }));
  expect(inputsOf('savedFilter.save').at(-1)).toEqual({ name: 'Shelf', filter: HELD.filter });
  await userEvent.keyboard('{Escape}');
  await page.getByRole('link', { name: 'Reset' }).click();
  await expect.poll(address).toBe('/manager/shipments');
  await button.click();
  await dialog.getByRole('link', { name: 'Shelf' }).click();
  await expect.poll(address).toBe('/manager/shipments?status=held&from=2026-11-01');
  await expect.element(dialog).not.toBeInTheDocument();
});

test('a saved filter is renamed and deleted', async () => {
  await openList('', HELD);
  await button.click();
  await dialog.getByRole('button', { name: 'Rename Shelf' }).click();
  await expect.element(dialog.getByLabelText('New name for Shelf')).toHaveFocus();
  await dialog.getByLabelText('New name for Shelf').fill('Rack');
  serve({ savedFilter: { rename: () => ({ ok: true }), list: () => [{ ...HELD, name: 'Rack' }] } });
  await userEvent.keyboard('{Enter}');
  await expectShown(dialog.getByRole('link', { name: 'Rack' }));
  await expectAccessible();
  serve({ savedFilter: { delete: () => ({ ok: true }), list: () => [] } });
  await dialog.getByRole('button', { name: 'Delete Rack' }).click();
  await expectShown('Search or filter the list first. Then you can save that here under a name.');
  expect(inputsOf('savedFilter.rename')).toEqual([{ id: HELD.id, name: 'Rack' }]);
  expect(inputsOf('savedFilter.delete')).toEqual([{ id: HELD.id }]);
});

test('offline, saved filters can still be opened', async () => {
  await openList('', HELD);
  await button.click();
  await untilStored('saved-filters');
  setOnline(false);
  await openAgain({ size: TABLET });
  await button.click();
  await dialog.getByRole('link', { name: 'Shelf' }).click();
  await expect.poll(address).toBe('/manager/shipments?status=held&from=2026-11-01');
});
