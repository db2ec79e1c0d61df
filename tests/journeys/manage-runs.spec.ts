import { createHash, randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { backdate } from '../support/backdate.ts';
import { expect, goWithin, openAs, PASSWORD, test, withoutWorker } from './support/journey.ts';

const TABLET = { width: 820, height: 1180 };

test.use({ viewport: TABLET });

test('a manager follows a run live: visits with guarded proof, and exceptions, which are resolved', async ({
  app,
  page,
}) => {
  await withoutWorker(page);
  const [desk, courier] = ['proof.desk@example.com', 'proof.courier@example.com'];
  await app.person({ email: desk, firstName: 'Grace', manager: true });
  const bo = await app.person({ email: courier, firstName: 'Bo', courier: true });
  const shipmentIds: string[] = [];
  for (const [place, door] of ['A', 'A', 'B'].entries()) {
    const to = { receiverName: `Proof ${door}`, shipTo: `${door} Street, Oslo` };
    shipmentIds.push((await app.shipment({ ...to, description: `Proof parcel ${place + 1}` })).id);
  }
  const plan = { day: 'today', name: 'Watched', courierId: bo.id, shipmentIds };
  const run = await app.call<{ id: string }>(desk, 'runAdmin.create', plan);
  await app.call(desk, 'runAdmin.release', run);
  await backdate(app.database, run.id);
  await openAs(page, desk, `/manager/shipments/${shipmentIds[0]}`);
  await page.getByRole('link', { name: 'Change proof of delivery' }).click();
  await page.getByLabel('Signature').selectOption('Required');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Photo requested, signature required')).toBeVisible();
  const tasks = await app.database.query<{ id: string; stopId: string }>(
    `select t.id, stop_id as "stopId" from run_tasks t join shipments s on s.id = t.shipment_id
     where run_id = $1 order by s.description`,
    [run.id],
  );

  await page.getByRole('link', { name: 'Watched' }).click();
  await expect(page.getByText('Not loaded')).toHaveCount(3);
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
  const inTheMorning = { runVersion: 2, occurredAt: minutesAgo(60) };
  const taskIds = tasks.map((task) => task.id);
  await app.call(courier, 'courier.load', { id: randomUUID(), ...inTheMorning, taskIds });
  await app.call(courier, 'courier.start', { id: randomUUID(), ...inTheMorning, runId: run.id });
  const photo = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#888' } })
    .jpeg()
    .toBuffer();
  const sha256 = createHash('sha256').update(photo).digest('hex');
  const [delivered, , damaged] = tasks;
  const visitId = randomUUID();
  const proof = { kind: 'photo', type: 'image/jpeg', size: photo.length, taskIds: [delivered?.id], sha256 };
  const occurredAt = minutesAgo(50);
  await app.call(courier, 'courier.visit', {
    id: visitId,
    runVersion: 2,
    occurredAt,
    stopId: delivered?.stopId,
    outcomes: [{ taskId: delivered?.id, result: 'delivered', method: 'neighbour' }],
    recipient: 'Kim Next-Door',
    note: 'Second floor',
    proofs: [proof, { ...proof, sha256: 'a'.repeat(64) }],
  });

  // The page updates by itself.
  const visit = page.getByRole('listitem').filter({ hasText: 'Delivered to a neighbour: Kim Next-Door' }).last();
  const times = visit.locator('time');
  await expect(times.first()).toHaveAttribute('datetime', occurredAt);
  await expect(times.last()).not.toHaveAttribute('datetime', occurredAt);
  const awaited = visit.getByText('1 photo declared, not received yet');
  await expect(awaited).toHaveCount(2);
  const { token } = await app.call<{ token: string }>(courier, 'auth.login', { email: courier, password: PASSWORD });
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'image/jpeg' };
  await page.request.put(`/api/proofs/${visitId}/${sha256}`, { headers, data: photo });
  await expect(awaited).toHaveCount(1);
  await expect(page.getByText('1 of 3 delivered')).toBeVisible();
  const picture = page.getByRole('img', { name: 'Photo 1 of the visit' });
  await page.getByRole('button', { name: 'Show 1 proof' }).click();
  await expect(picture).toHaveJSProperty('naturalWidth', 64);

  await app.call(courier, 'courier.visit', {
    id: randomUUID(),
    runVersion: 2,
    stopId: damaged?.stopId,
    outcomes: [{ taskId: damaged?.id, result: 'failed', reason: 'carrier_damaged_parcel' }],
    proofs: [],
  });
  const exceptions = page.getByRole('region', { name: 'Exceptions' });
  await exceptions.getByRole('button', { name: 'Resolve: The parcel is damaged.' }).click();
  const dialog = page.getByRole('dialog', { name: 'Resolve exception' });
  await dialog.getByLabel('What was done').fill('The sender sends another one');
  await dialog.getByRole('button', { name: 'Resolve' }).click();
  await exceptions.getByText('1 resolved').click();
  await expect(exceptions).toContainText('By Grace Lovelace: “The sender sends another one”');

  await page.getByRole('button', { name: 'Close run' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Close run' }).click();
  await expect(exceptions).toContainText('Neither delivered nor returned.');
  await goWithin(page, '/manager');
  await expect(page.getByRole('listitem').filter({ hasText: 'Watched', hasNotText: 'Bo Lovelace' })).toContainText(
    /\d open/,
  );
  await goWithin(page, '/manager/runs?q=Proof');
  const pool = page.getByRole('table', { name: 'Shipments without a run' });
  await expect(pool.getByRole('link', { name: /^Missing/ })).toHaveCount(2);
  await goWithin(page, `/manager/runs/${run.id}`);
  await page.getByRole('link', { name: 'Proof parcel 1' }).click();
  const deliveries = page.getByRole('region', { name: 'Deliveries' });
  await deliveries.getByRole('button', { name: 'Show 1 proof' }).click();
  await expect(picture).toHaveJSProperty('naturalWidth', 64);
  await page.getByRole('link', { name: 'History' }).click();
  await expect(page.getByText('Grace Lovelace changed the proof of the shipment')).toBeVisible();
});
