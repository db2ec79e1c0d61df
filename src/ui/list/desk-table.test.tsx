import { useState } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { expect, onTestFinished, test } from 'vitest';
import { cdp, page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { expectAccessible } from '../../../tests/components/expectations.ts';
import { PROFILE } from '../../../tests/components/home.ts';
import { DESKTOP, openPage, TABLET } from '../../../tests/components/open-page.tsx';
import { CUSTOMER } from '../../../tests/components/people.ts';
import { DataTable } from './data-table.tsx';
import { RowLink } from './row-link.tsx';

const ROWS = Array.from({ length: 30 }, (_, at) => ({
  id: `${at}`,
  name: `Parcel ${at} ${'of a long name '.repeat(9)}`,
}));
let lastAct = '';

function Parcels() {
  const [ticked, setTicked] = useState<readonly string[]>([]);
  return (
    <main className="page">
      <h1>Parcels</h1>
      <DataTable
        caption="Parcels"
        columns={[{ key: 'name', head: 'Name', place: 'main', cell: ({ name }) => name }]}
        rows={ROWS}
        rowKey={({ id }) => id}
        empty={null}
        desk={{
          columns: [
            { key: 'name', head: 'Name', cell: ({ id, name }) => <RowLink to={`/${id}`}>{name}</RowLink> },
            { key: 'long', head: 'Long', cell: ({ name }) => name },
          ],
          ticks: {
            label: ({ id }) => `Select ${id}`,
            has: ({ id }) => ticked.includes(id),
            set: (rows, isTicked) => setTicked(isTicked ? rows.map(({ id }) => id) : []),
          },
          menu: ({ id }) => ({
            of: `parcel ${id}`,
            acts: [{ label: 'Fail', icon: 'x', onChoose: () => (lastAct = `fail ${id}`) }],
          }),
          isCurrent: ({ id }) => id === '2',
        }}
      />
    </main>
  );
}
const open = async (size: typeof DESKTOP) => {
  await page.viewport(size.width, size.height);
  const router = createMemoryRouter([{ path: '*', element: <Parcels /> }]);
  document.documentElement.setAttribute('data-desk', '');
  await render(<RouterProvider router={router} />);
};

test('at the desk a row is one line of 40 px, under a finger it is a card', async () => {
  await open(DESKTOP);
  const heights = () => [...document.querySelectorAll('tbody tr')].map((row) => row.getBoundingClientRect().height);
  await expect.poll(heights).toEqual(ROWS.map(() => 40));
  await expectAccessible();
  await page.viewport(TABLET.width, TABLET.height);
  await expect.element(page.getByRole('checkbox').first()).not.toBeInTheDocument();
});

test('the head ticks the page, and the menu of a row acts on that row', async () => {
  await open(DESKTOP);
  const all = page.getByRole('checkbox', { name: 'Select all 30 on this page' });
  await page.getByRole('checkbox', { name: 'Select 3', exact: true }).click();
  await expect.element(all).toBePartiallyChecked();
  await all.click();
  await expect.poll(() => document.querySelectorAll('tbody :checked').length).toBe(30);
  await all.click();
  await expect.poll(() => document.querySelectorAll('tbody :checked').length).toBe(0);
  await page.getByRole('button', { name: 'Actions for parcel 2', exact: true }).click();
  await expectAccessible();
  await userEvent.keyboard('{Enter}');
  expect(lastAct).toBe('fail 2');
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument();
});

test('the density follows the pointer, unless this device has chosen', async () => {
  const isAtDesk = () => document.documentElement.hasAttribute('data-desk');
  await openPage('/profile', { as: CUSTOMER, size: DESKTOP, api: PROFILE });
  await expect.poll(isAtDesk).toBe(true);
  const letters = () => getComputedStyle(document.body).fontSize;
  expect(letters()).toBe('14px');
  await page.getByRole('radio', { name: 'Roomy' }).click();
  await expect.poll(letters).toBe('16px');
  await page.getByRole('radio', { name: 'Compact' }).click();
  onTestFinished(async () => void (await cdp().send('Emulation.setTouchEmulationEnabled', { enabled: false })));
  await cdp().send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 1 });
  await expect.poll(letters).toBe('14px');
  await page.getByRole('radio', { name: 'Automatic' }).click();
  await expect.poll(letters).toBe('16px');
  await cdp().send('Emulation.setTouchEmulationEnabled', { enabled: false });
  await expect.poll(letters).toBe('14px');
});

test('the label of a field has 15 px under a finger, and 14 at the desk', async () => {
  await openPage('/login', { size: TABLET });
  const label = page.getByText('Email', { exact: true });
  await expect.element(label).toBeVisible();
  const sizeOf = () => getComputedStyle(label.element()).fontSize;
  expect(sizeOf()).toBe('15px');
  await page.viewport(DESKTOP.width, DESKTOP.height);
  await expect.poll(sizeOf).toBe('14px');
});
