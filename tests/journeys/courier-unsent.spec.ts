/** What a courier has not sent yet outlives everything, and is sent once. */
import type { Route } from '@playwright/test';
import {
  button,
  letUndoPass,
  link,
  listFacts,
  listProofs,
  preparePhone,
  readPhotos,
  releaseRun,
  saved,
  showStopToCamera,
  startRun,
} from './support/courier.ts';
import { goOffline, readAllStorage } from './support/device.ts';
import { expect, openAs, signIn, submitLogin, test } from './support/journey.ts';
import { logOut, NETWORK } from './support/tablet.ts';

test.beforeEach(({ context }) => context.addInitScript(showStopToCamera));

test('an unsent visit outlives log-out, session, run and role', async ({ app, page, context, reports }) => {
  reports.allow(NETWORK);
  const released = await releaseRun(app, 'log-out', [1, 1, 1, 1]);
  const { courier, shipments, runId } = released;
  const next = await app.person({ email: 'log-out.next@example.com' });
  await preparePhone(page, courier.email);
  await startRun(app, released);
  await link(page, 'Next stop: 1').click();
  const kinds = async () => (await listFacts(app, courier.id)).map(({ kind }) => kind);
  const before = ['load', 'start'];
  const deliver = async (name: string) => {
    await link(page, 'Deliver').click();
    await button(page, 'Recipient').click();
    await button(page, 'Take photo and finish').click();
    await saved(page, `Delivered to the recipient, ${name}`);
  };
  await goOffline(context, page);
  await deliver('Receiver 1');
  const photos = await readPhotos(page);

  await logOut(page);
  await context.setOffline(false);
  await openAs(page, next.email, '/outbox');
  await expect(page.getByText('1 unsent action from another user')).toBeVisible();
  await logOut(page);

  await submitLogin(page, courier.email);
  await letUndoPass(page);
  await expect.poll(() => listProofs(app, courier.id), { timeout: 30_000 }).toEqual(photos);
  expect(await kinds()).toEqual([...before, 'visit']);

  // The session ends between the next visit and its photo.
  await page.goto('/courier');
  await link(page, 'Next stop: 2').click();
  await goOffline(context, page);
  await deliver('Receiver 2');
  const [second] = await readPhotos(page);
  const endSession = async (route: Route) => {
    await app.database.query('delete from sessions where user_id = $1', [courier.id]);
    await route.continue();
  };
  await context.route('**/api/proofs/**', endSession, { times: 1 });
  await letUndoPass(page);
  await context.setOffline(false);
  await expect(page.getByRole('main').getByText('Your session has ended')).toBeVisible();
  expect(await kinds()).toEqual([...before, 'visit', 'visit']);
  expect(await listProofs(app, courier.id)).toEqual(photos);
  await signIn(page, courier.email);
  const both = [...photos, second].toSorted();
  await expect.poll(() => listProofs(app, courier.id), { timeout: 30_000 }).toEqual(both);

  // The desk closes the run while the phone is silent, and takes the role while it sends.
  await page.goto('/courier');
  await link(page, 'Next stop: 3').click();
  await goOffline(context, page);
  await deliver('Receiver 3');
  await deliver('Receiver 4');
  const last = await readPhotos(page);
  expect(last).toHaveLength(2);
  const desk = 'log-out.desk@example.com';
  const [run] = await app.database.query<{ version: number }>('select version from runs where id = $1', [runId]);
  await app.call(desk, 'runAdmin.close', { id: runId, version: run?.version });
  await context.route(
    /courier\.visit/,
    async (route) => {
      await expect(page.getByText('This run is closed')).toBeVisible();
      await app.call(desk, 'userAdmin.setRoles', { id: courier.id, roles: [] });
      await route.continue();
    },
    { times: 1 },
  );
  await letUndoPass(page);
  await context.setOffline(false);
  await expect.poll(() => listProofs(app, courier.id), { timeout: 30_000 }).toEqual([...both, ...last].toSorted());
  expect(await kinds()).toEqual([...before, ...Array(4).fill('visit')]);
  await page.goto('/outbox');
  await expect(page.getByText('Everything has been sent')).toBeVisible();
  const statuses = await app.database.query<{ status: string }>(
    'select distinct status from shipments where id = any($1)',
    [shipments.map(({ id }) => id)],
  );
  expect(statuses).toEqual([{ status: 'delivered' }]);
  await logOut(page);
  expect(/Receiver \d|Storgatan|Box \d/.test(await readAllStorage(page))).toBe(false);
});
