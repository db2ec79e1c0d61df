import { FIRST, SECOND_NAME, startDeploys } from './support/deploys.ts';
import { checkForUpdate, waitUntilCached } from './support/device.ts';
import { expect, test } from './support/journey.ts';

const DESKTOP = { width: 1280, height: 800 };

test('a new version asks in every tab before it takes over', async ({ browser }) => {
  const { app, deploy, secondVersion, stop } = await startDeploys();
  const context = await browser.newContext({ baseURL: app.url, viewport: DESKTOP });
  const one = await context.newPage();
  await one.goto('/track');
  await waitUntilCached(one);
  const writing = await context.newPage();
  await writing.goto('/track');
  await writing.getByLabel('Tracking ID').fill('half an ID');

  await deploy(await secondVersion());
  // Until a person agrees, the old version keeps working: its worker keeps its chunks.
  await one.getByRole('link', { name: 'Login' }).click();
  await expect(one.getByRole('heading', { name: 'Login' })).toBeVisible();
  expect(await checkForUpdate(one)).toBe('installed');
  for (const tab of [one, writing]) await expect(tab.getByText('A new version is ready.')).toBeVisible();
  await one.getByRole('button', { name: 'Update' }).click();
  await expect(one.getByRole('contentinfo')).toContainText(SECOND_NAME);
  // Agreeing in another tab does not lose what a person is typing here.
  await expect(writing.getByText('Waybill has been updated.')).toBeVisible();
  await expect(writing.getByLabel('Tracking ID')).toHaveValue('half an ID');
  await writing.getByRole('button', { name: 'Reload' }).click();
  await expect(writing.getByRole('contentinfo')).toContainText(SECOND_NAME);
  await context.close();

  // A tab of the first version without a worker asks for a chunk that the second one does not have.
  const bare = await browser.newContext({ baseURL: app.url, viewport: DESKTOP, serviceWorkers: 'block' });
  const old = await bare.newPage();
  await deploy(FIRST);
  await old.goto('/track');
  await expect(old.getByRole('button', { name: 'Scan' })).toBeEnabled();
  await deploy(await secondVersion());
  await old.getByRole('link', { name: 'Login' }).click();
  await expect(old.getByRole('contentinfo')).toContainText(SECOND_NAME);
  await expect(old.getByRole('heading', { name: 'Login' })).toBeVisible();
  await bare.close();
  await stop();
});
