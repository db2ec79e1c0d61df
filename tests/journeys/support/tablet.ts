/** What managers do on a tablet, with a network or without. */
import type { Page } from '@playwright/test';
import { waitUntilCached } from './device.ts';
import { expect, openAs, type RunningApp } from './journey.ts';

/** What a browser reports while it has no network. */
export const NETWORK = /Failed to load resource|net::ERR|Failed to fetch|no-response|FetchEvent/;

export async function addLocation(page: Page, comment: string, address = ''): Promise<void> {
  await page.getByRole('link', { name: 'Add new location' }).click();
  await page.getByLabel('Comment').fill(comment);
  await page.getByLabel('Address').fill(address);
  await page.getByRole('button', { name: 'Add location' }).click();
  await expect(page.getByLabel('Comment')).toBeHidden();
}

export async function setStatus(page: Page, status: string): Promise<void> {
  await page.getByRole('link', { name: 'Update shipment status' }).click();
  await page.getByLabel('Status', { exact: true }).selectOption(status);
  await page.getByRole('button', { name: 'Update status' }).click();
  await expect(page.getByLabel('Status', { exact: true })).toBeHidden();
}

/** A manager on a shipment's page, with everything they saw stored on the device. */
export async function openShipment(app: RunningApp, page: Page, email: string, id: string): Promise<string> {
  const manager = await app.person({ email, firstName: 'Ines', manager: true });
  await openAs(page, email, `/manager/shipments/${id}`);
  await expect(page.getByRole('link', { name: 'Add new location' })).toBeVisible();
  await waitUntilCached(page);
  return manager.id;
}

/** A shipment's entries as they stand in the database, in order. */
export const listEntries = async (app: RunningApp, id: string) =>
  (
    await app.database.query<{ comment: string }>(
      'select comment from activities where shipment_id = $1 order by occurred_at, created_at, id',
      [id],
    )
  ).map(({ comment }) => comment);

export const getShipmentStatus = async (app: RunningApp, id: string) =>
  (await app.database.query<{ status: string }>('select status from shipments where id = $1', [id]))[0]?.status;

export async function logOut(page: Page): Promise<void> {
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible();
}
