import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../tests/components/expectations.ts';
import { serveFile } from '../../../tests/components/fetch.ts';
import { savedBy } from '../../../tests/components/files.ts';
import { DESKTOP, openPage } from '../../../tests/components/open-page.tsx';
import { MANAGER } from '../../../tests/components/people.ts';
import { onePage, SUMMARY } from '../../../tests/components/shipments.ts';

const button = page.getByRole('button', { name: 'Export CSV' });

/** Opens a list, and returns the searches of its exports. */
async function openList(search: string, respond: () => Response): Promise<string[]> {
  const searches: string[] = [];
  const api = { shipmentAdmin: { getShipments: () => onePage([SUMMARY]) } };
  await openPage(`/manager/shipments${search}`, { as: MANAGER, size: DESKTOP, api });
  serveFile('/api/shipments.csv', ({ url }) => {
    searches.push(new URL(url).search);
    return respond();
  });
  await expect.element(page.getByText(SUMMARY.description)).toBeVisible();
  return searches;
}

const file = () => new Response('Tracking ID\r\n', { headers: { 'content-type': 'text/csv' } });

test('the filtered list is saved, with days of the reader’s time zone', async () => {
  const searches = await openList('?q=kiln&from=2021-06-02&to=2021-06-02', file);
  const { name, text } = await savedBy(() => button.click());
  expect(name).toMatch(/^shipments-\d{4}-\d\d-\d\d\.csv$/);
  expect(text).toBe('Tracking ID\r\n');
  const days = { from: '2021-06-02', to: '2021-06-02', zone: 'Europe/Stockholm' };
  expect(Object.fromEntries(new URLSearchParams(searches[0]))).toEqual({ q: 'kiln', ...days });
});

test('an interrupted export says so, and the next one may succeed', async () => {
  let isAway = true;
  await openList('', () => {
    if (isAway) throw new TypeError('Failed to fetch');
    return file();
  });
  await button.click();
  await expect.element(page.getByRole('alert')).toMatchTextContent('No response from the server.');
  await expectAccessible();
  isAway = false;
  expect((await savedBy(() => button.click())).text).toBe('Tracking ID\r\n');
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
});
