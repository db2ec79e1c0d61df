/** The keys of every page: a list by keyboard, a page's search, and what a hand scanner types. */
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Api } from '../../../tests/components/api.ts';
import { DESK } from '../../../tests/components/desk.ts';
import { expectAccessible } from '../../../tests/components/expectations.ts';
import { pressKeys } from '../../../tests/components/hand-scanner.ts';
import { DAY, RUN_SUMMARY } from '../../../tests/components/managed-runs.ts';
import { address, DESKTOP, openAgain, openPage } from '../../../tests/components/open-page.tsx';
import { MANAGER } from '../../../tests/components/people.ts';
import { onePage, SUMMARY } from '../../../tests/components/shipments.ts';

const PARCELS = ['A piano', 'A kettle', 'A lamp'].map((description, at) => ({
  ...SUMMARY,
  description,
  id: `0198c5f0-0000-7000-8000-00000000e00${at}`,
  trackingId: `W48207K1590${at}`,
}));
const api: Api = {
  ...DESK,
  runAdmin: { ...DESK.runAdmin, list: () => ({ day: DAY, runs: [RUN_SUMMARY] }) },
  shipmentAdmin: { ...DESK.shipmentAdmin, getShipments: () => onePage(PARCELS) },
};
const open = async (path: string) => {
  const opened = await openPage(path, { as: MANAGER, size: DESKTOP, api });
  await expect.element(page.getByText('A lamp')).toBeVisible();
  return opened;
};
const link = (name: string) => page.getByRole('link', { name });
const first = page.getByRole('checkbox', { name: 'Select W48207K15900' });
const search = page.getByRole('searchbox', { name: 'Search' });
const palette = page.getByRole('dialog', { name: 'Find' }).getByRole('combobox');
const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
const singleKeys = dialog.getByRole('checkbox', { name: 'Use shortcuts of a single key' });

test('j and k move through a list, and Enter opens the row', async () => {
  await open('/manager/shipments');
  for (const [key, name] of [
    ['j', 'A piano'],
    ['j', 'A kettle'],
    ['j', 'A lamp'],
    ['k', 'A kettle'],
  ] as const) {
    await userEvent.keyboard(key);
    await expect.element(link(name)).toHaveFocus();
  }
  await userEvent.keyboard('{Enter}');
  await expect.poll(address).toBe(`/manager/shipments/${PARCELS[1]?.id}`);
});

test('x selects the row, and leaves it again', async () => {
  await open('/manager/shipments');
  await userEvent.keyboard('j');
  await expect.element(link('A piano')).toHaveFocus();
  await userEvent.keyboard('x');
  await expect.element(page.getByText('1 shipment selected')).toBeVisible();
  await userEvent.keyboard('x');
  await expect.element(first).not.toBeChecked();
});

test('m opens the menu of the row, and a goes to what can be done', async () => {
  await open('/manager/shipments');
  await userEvent.keyboard('j');
  await expect.element(link('A piano')).toHaveFocus();
  await userEvent.keyboard('m');
  await expect.element(page.getByRole('menu', { name: 'Change status' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument();
  await userEvent.keyboard('a');
  await expect.element(page.getByRole('button', { name: 'Export CSV' })).toHaveFocus();
  await userEvent.keyboard('j');
  await expect.element(link('A piano')).toHaveFocus();
  await userEvent.keyboard('x');
  await expect.element(page.getByText('1 shipment selected')).toBeVisible();
  await userEvent.keyboard('a');
  await expect
    .element(page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Status' }))
    .toHaveFocus();
});

test('a slash focuses the search of the page, or finds anything', async () => {
  const { router } = await open('/manager/shipments');
  await userEvent.keyboard('/');
  await expect.element(search).toHaveFocus();
  await userEvent.keyboard('/j?x');
  await expect.element(search).toHaveValue('/j?x');
  await expect.poll(() => new URLSearchParams(location.search).get('q')).toBe('/j?x');
  await router.navigate('/outbox');
  await expect.element(page.getByRole('main')).toHaveFocus();
  await userEvent.keyboard('/');
  await expect.element(palette).toHaveFocus();
});

test('what a hand scanner types presses no key', async () => {
  await open('/manager/shipments');
  await userEvent.keyboard('j');
  await expect.element(link('A piano')).toHaveFocus();
  // In one task, so that no key is on its own.
  const presses = [...'W48207K/?JKXjkx159XQ', 'Enter'].map((key) => {
    const press = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
    document.activeElement?.dispatchEvent(press);
    return press;
  });
  expect(presses.at(-1)?.defaultPrevented).toBe(true);
  await userEvent.keyboard('j');
  await expect.element(link('A kettle')).toHaveFocus();
  expect(address()).toBe('/manager/shipments');
});

test('keys with Ctrl, Alt or Shift are the browser’s', async () => {
  await open('/manager/shipments');
  for (const key of ['{Shift>}J{/Shift}', '{Control>}{Shift>}k{/Shift}{/Control}', '{Alt>}/{/Alt}', '{Alt>}j{/Alt}'])
    await userEvent.keyboard(key);
  await userEvent.keyboard('k');
  await expect.element(link('A piano')).toHaveFocus();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});

test('a question mark shows the keys, and where to turn them off', async () => {
  await open('/manager/shipments');
  await userEvent.keyboard('{Shift>}?{/Shift}');
  await expect.element(singleKeys).toBeChecked();
  await expect.element(dialog).toMatchTextContent(/Find anything[^K]*K.*Next row[^J]*J/);
  await expectAccessible();
  await singleKeys.click();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await openAgain({ as: MANAGER, size: DESKTOP, api });
  await expect.element(link('A piano')).toBeVisible();
  await userEvent.keyboard('j');
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(palette).toHaveFocus();
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
  await expect.element(singleKeys).not.toBeChecked();
  await singleKeys.click();
  await userEvent.keyboard('{Escape}');
  await userEvent.keyboard('j');
  await expect.element(link('A piano')).toHaveFocus();
});

test.each(['LF', 'CRLF'] as const)('a scanner that ends with %s opens no downloads on any page', async (ending) => {
  await open('/manager/shipments');
  const feeds: boolean[] = [];
  const listeners = new AbortController();
  const listen = (event: KeyboardEvent) => {
    if (event.ctrlKey && event.key === 'j') feeds.push(event.defaultPrevented);
  };
  addEventListener('keydown', listen, { signal: listeners.signal });
  await search.click();
  await pressKeys('W48207K15901', { ending, gap: 100 });
  await expect.poll(address).toBe('/manager/shipments?q=W48207K15901');
  (document.activeElement as HTMLElement).blur();
  await pressKeys('4006381333931', { ending });
  await pressKeys('', { ending: 'LF' });
  listeners.abort();
  // A person may still open them.
  expect(feeds).toEqual([true, true, false]);
});
