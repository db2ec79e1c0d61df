/** A dispatcher's day, and how many taps it takes (a scan is no tap). */
import type { Locator, Page } from '@playwright/test';
import { copyShipments } from '../support/copy-shipments.ts';
import { scanByHand } from './support/hand-scanner.ts';
import { expect, openAs, test, withoutWorker } from './support/journey.ts';

test.use({ viewport: { width: 820, height: 1180 } });

/** Counts taps; a choice in a list takes two. */
function counting() {
  let taps = 0;
  return {
    async tap(target: Locator) {
      taps += 1;
      await target.click();
    },
    async choose(list: Locator, option: string) {
      taps += 2;
      await list.selectOption(option);
    },
    taken() {
      const taken = taps;
      taps = 0;
      return taken;
    },
  };
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

test('a dispatcher does the day in a few taps', async ({ app, page }) => {
  await withoutWorker(page);
  const manager = 'day.manager@example.com';
  await app.person({ email: manager, firstName: 'Grace', manager: true });
  const courier = await app.person({ email: 'day.courier@example.com', firstName: 'Bo', courier: true });
  await app.call(manager, 'runAdmin.create', { day: 'today', name: 'Kirkstall', courierId: courier.id });
  const { id } = await app.shipment({ shipTo: '1 Aire Street, Leeds', receiverName: 'Aire 1' });
  const street = await copyShipments(app.database, id, 49, (place) => ({
    ship_to: `${place} Kirkstall Road, Leeds LS10`,
    receiver_name: `Kirkstall ${place}`,
  }));
  const all = await copyShipments(app.database, id, 120, () => ({ description: 'Shop order of the day' }));
  const { tap, choose, taken } = counting();
  const statusesOf = async (ids: string[]) => {
    const rows = await app.database.query<{ status: string }>(
      'select distinct status from shipments where id = any ($1)',
      [ids],
    );
    return rows.map(({ status }) => status);
  };
  const search = async (words: string) => {
    await page.getByRole('searchbox', { name: 'Search' }).fill(words);
    await page.getByRole('searchbox', { name: 'Search' }).press('Enter');
  };

  await test.step('120 parcels of a shop get a status in 6 taps', async () => {
    await openAs(page, manager, '/manager/shipments');
    await search('Shop order of the day');
    await tap(button(page, 'Select all 120'));
    await tap(button(page, 'Status').last());
    await choose(page.getByLabel('New status'), 'held');
    await tap(button(page, 'Change status'));
    await expect(page.getByText('120 shipments changed.')).toBeVisible();
    expect(taken()).toBeLessThanOrEqual(6);
    expect(await statusesOf(all)).toEqual(['held']);
  });

  await test.step('and back in one', async () => {
    await tap(button(page, 'Undo'));
    await expect(page.getByText('Undone: status changed to Held')).toBeVisible();
    await expect.poll(() => statusesOf(all)).toEqual(['in-progress']);
    expect(taken()).toBe(1);
  });

  await test.step('49 parcels of one street are in a run after 3', async () => {
    await search('Kirkstall Road');
    await tap(button(page, 'Select all 49'));
    await tap(button(page, 'Run').last());
    // Other journeys may have runs today.
    const choice = page.getByLabel('Run', { exact: true });
    await expect(page.getByRole('button', { name: /^Add to / })).toBeVisible();
    if (await choice.isVisible()) {
      const label = await choice.getByRole('option', { name: /^Kirkstall/ }).textContent();
      await choose(choice, label ?? '');
    }
    await tap(button(page, 'Add to Kirkstall'));
    await expect(page.getByText('49 shipments added to Kirkstall')).toBeVisible();
    expect(taken()).toBeLessThanOrEqual(6);
    const tasks = await app.database.query('select from run_tasks where shipment_id = any ($1)', [street]);
    expect(tasks).toHaveLength(49);
  });

  await test.step('a phone number is corrected in 3', async () => {
    await page.goto(`/manager/shipments/${id}`);
    await tap(
      button(page, 'Correct')
        .or(page.getByRole('link', { name: 'Correct' }))
        .last(),
    );
    await tap(page.getByLabel('Phone'));
    await page.getByLabel('Phone').fill('+46 31 555 0777');
    await tap(page.getByRole('dialog').getByRole('button', { name: /Save|Correct/ }));
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByText('+46 31 555 0777')).toBeVisible();
    expect(taken()).toBeLessThanOrEqual(3);
  });

  await test.step('and each status by scanner takes one scan', async () => {
    await page.goto('/manager/scan');
    const rows = await app.database.query<{ tracking_id: string }>(
      'select tracking_id from shipments where id = any ($1) order by id limit 20',
      [all],
    );
    await page.getByRole('radio', { name: 'Status' }).check({ force: true });
    await scanByHand(
      page,
      rows.map((row) => row.tracking_id),
    );
    await expect(page.getByRole('main')).toContainText('20 scanned');
    await expect(page.getByRole('main').getByText('Waiting to send')).toHaveCount(0);
    expect(taken()).toBe(0);
  });
});
