/** A receiver and a courier at one door, both offline: what each phone says, and has of the other. */
import type { Locator } from '@playwright/test';
import { button, link, loadAndStart, preparePhone, releaseRun, saved, showStopToCamera } from './support/courier.ts';
import { goOffline, waitUntilCached } from './support/device.ts';
import { expect, test } from './support/journey.ts';
import { NETWORK } from './support/tablet.ts';

test('a choice made offline reaches the courier’s phone, and no page says so earlier', async ({
  app,
  browser,
  context: home,
  page,
  reports,
}) => {
  reports.allow(NETWORK);
  const receiverEmail = 'chooses.offline@example.com';
  const { courier, runId } = await releaseRun(app, 'choices', [1, 1], receiverEmail);
  const shipments = await app.database.query<{ id: string; trackingId: string }>(
    `select s.id, s.tracking_id as "trackingId" from run_tasks t join run_stops d on d.id = t.stop_id
     join shipments s on s.id = t.shipment_id where t.run_id = $1 order by d.sequence`,
    [runId],
  );
  const { trackingId = '' } = shipments[1] ?? {};
  const van = await browser.newContext({ baseURL: app.url });
  await van.addInitScript(showStopToCamera);
  const phone = await van.newPage();
  await preparePhone(phone, courier.email);

  // Opens the emailed link, closes the page, and opens it again without a network.
  const { text = '' } = await app.mails.mail(
    ({ receivers, text = '' }) => receivers.includes(receiverEmail) && text.includes(`${trackingId}#code=`),
  );
  const [address = ''] = /http\S+#code=\S+/.exec(text) ?? [];
  await page.goto(address);
  await expect(page.getByRole('list', { name: 'Timeline' })).toBeVisible();
  const answer = page.getByText(/^On a run for/);
  expect((await answer.boundingBox())?.y).toBeLessThan(150);
  await waitUntilCached(page);
  await goOffline(home, page);
  const reopen = async (before: typeof page) => {
    await before.close();
    const opened = await home.newPage();
    await opened.goto(address);
    return opened;
  };
  let receiver = await reopen(page);
  await button(receiver, 'Leave it with a neighbour').click();
  await receiver.getByLabel('House or flat').fill('number 12');
  await receiver.getByLabel('Name').fill('Bell');
  await receiver.getByRole('checkbox').check();
  await button(receiver, 'Ask the courier').click();
  const choice = () => receiver.getByRole('listitem').filter({ hasText: 'Leave with number 12, Bell' });
  await expect(choice()).toContainText('Not sent yet.');
  receiver = await reopen(receiver);
  await expect(choice()).toContainText('Not sent yet.');

  await goOffline(van, phone);
  await home.setOffline(false);
  await expect(choice()).toContainText('The courier hasn’t seen this yet.');
  const made = await app.database.query('select party, consent from delivery_choices where shipment_id = $1', [
    shipments[1]?.id,
  ]);
  expect(made).toEqual([{ party: 'receiver', consent: 1 }]);
  await van.setOffline(false);
  await expect(choice()).toContainText('On the courier’s phone since');

  await loadAndStart(phone, shipments);
  await goOffline(van, phone);
  let taps = 0;
  const tap = async (what: Locator) => {
    taps += 1;
    await what.click();
  };
  await tap(link(phone, 'Deliver'));
  await tap(button(phone, 'Recipient'));
  await tap(button(phone, 'Take photo and finish'));
  await saved(phone, 'Delivered to the recipient, Receiver 1');
  expect(taps).toBe(3);
  await expect(phone.getByText('Leave with number 12, Bell')).toBeVisible();
  await tap(link(phone, 'Deliver'));
  await tap(button(phone, 'Leave with number 12, Bell'));
  await expect(phone.getByLabel('Neighbour’s name')).toHaveValue('Bell');
  await tap(button(phone, 'Take photo and finish'));
  expect(taps).toBe(6);
  await van.setOffline(false);
  await expect(choice()).toContainText('The courier had this');
});
