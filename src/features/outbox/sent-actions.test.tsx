import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { type Api, held, inputsOf, noAnswer, serve } from '../../../tests/components/api.ts';
import { openWithRun } from '../../../tests/components/courier-phone.ts';
import { newRun, started, tasksOf } from '../../../tests/components/courier-runs.ts';
import { DESK } from '../../../tests/components/desk.ts';
import { setOnline } from '../../../tests/components/device.ts';
import { expectWords } from '../../../tests/components/expectations.ts';
import { inPool } from '../../../tests/components/managed-runs.ts';
import { openAgain, openPage, PHONE, TABLET } from '../../../tests/components/open-page.tsx';
import * as outbox from '../../../tests/components/outbox.ts';
import { MANAGER } from '../../../tests/components/people.ts';
import { MANAGED, onePage, SUMMARY } from '../../../tests/components/shipments.ts';
import { untilStored } from '../../../tests/components/stored.ts';
import type { PoolShipment } from '../../domain/runs/views.ts';
import { type ShipmentStatus, statusLabel } from '../../domain/shipment-status.ts';

const { readOutbox, sendFromAnotherTab, storedLocation, storedRow, storedStatus, writeOutbox } = outbox;
const path = `/manager/shipments/${MANAGED.id}`;
const ok = () => ({ ok: true }) as const;
const shipment: Api = {
  ...DESK,
  shipmentAdmin: {
    getShipment: () => MANAGED,
    getShipments: () => onePage([SUMMARY]),
    updateShipment: ok,
    updateShipmentActivity: ok,
  },
};
const unread: Api = { shipmentAdmin: { getShipment: noAnswer, getShipments: noAnswer } };
const open = (to: string, api: Api = {}) => openPage(to, { as: MANAGER, size: TABLET, api: { ...shipment, ...api } });

const activity = page.getByRole('region', { name: 'Activity' });
const pending = page.getByRole('region', { name: 'Not sent yet' });
const expectStatus = (status: ShipmentStatus) =>
  expect.element(page.getByRole('region', { name: 'Shipping label' })).toMatchTextContent(statusLabel(status));

async function sendOnceOnline(rows: readonly object[]) {
  setOnline(false);
  await writeOutbox(rows);
  const opened = await openAgain({ size: TABLET });
  await expect.element(pending).toBeVisible();
  serve(unread);
  setOnline(true);
  await expect.element(pending).not.toBeInTheDocument();
  return opened;
}

test('a location and a status stay while they can’t be read back, also after a reload', async () => {
  await open(path);
  await untilStored('managed-shipment');
  await sendOnceOnline([storedLocation('Put on a shelf'), storedStatus('held')]);
  const expectBoth = async () => {
    await expectStatus('held');
    await expectWords(activity, 'Put on a shelf', 'Status changed to Held');
  };
  await expectBoth();
  await openAgain({ size: TABLET });
  await expectBoth();
  // Nor can it be set again.
  await page.getByRole('link', { name: 'Update shipment status' }).click();
  await expect.element(page.getByLabelText('Status', { exact: true })).toHaveValue('held');
});

test('an answer that contains what was sent takes its place', async () => {
  await open(path);
  await untilStored('managed-shipment');
  const { client } = await sendOnceOnline([storedLocation('Put on a shelf'), storedStatus('held')]);
  await expectStatus('held');
  // Someone else has changed it since.
  serve({ shipmentAdmin: { getShipment: () => ({ ...MANAGED, status: 'shipped', statusVersion: 3 }) } });
  await client.refetchQueries({ queryKey: ['mine', 'managed-shipment'] });
  await expectStatus('shipped');
  await expect.element(activity).not.toMatchTextContent('Put on a shelf');
});

test('an answer from before it was sent does not take its place', async () => {
  const { client } = await open(path);
  await untilStored('managed-shipment');
  const early = held<typeof MANAGED>();
  serve({ shipmentAdmin: { getShipment: early.answer } });
  const before = inputsOf('shipmentAdmin.getShipment').length;
  const asked = client.refetchQueries({ queryKey: ['mine', 'managed-shipment'] });
  await expect.poll(() => inputsOf('shipmentAdmin.getShipment').length).toBeGreaterThan(before);
  vi.spyOn(client, 'invalidateQueries').mockResolvedValue();
  await writeOutbox([storedStatus('held')]);
  await sendFromAnotherTab();
  await expectStatus('held');
  early.resolve({ ...MANAGED });
  await asked;
  await expectStatus('held');
});

test('lists that were not read again show what was sent', async () => {
  await openPage('/manager/shipments', { as: MANAGER, size: PHONE, api: shipment });
  await untilStored('managed-shipments');
  serve(unread);
  await writeOutbox([storedStatus('held'), storedLocation('Put on a shelf')]);
  await sendFromAnotherTab();
  const row = page.getByRole('row').filter({ hasText: SUMMARY.description });
  const expectBoth = () => expect.element(row).toMatchTextContent(/Put on a shelf.*Held|Held.*Put on a shelf/s);
  await expectBoth();
  await openAgain({ size: PHONE });
  await expectBoth();
});

test('shipments without a run that were not read again show what was sent', async () => {
  const parcel = { ...inPool(1)[0], id: MANAGED.id } as PoolShipment;
  await open('/manager/runs', { runAdmin: { ...DESK.runAdmin, pool: () => onePage([parcel]) } });
  await untilStored('run-pool');
  serve({ runAdmin: { pool: noAnswer } });
  await writeOutbox([storedStatus('held')]);
  await sendFromAnotherTab();
  const row = page.getByRole('row').filter({ hasText: parcel.trackingId });
  await expect.element(row).toMatchTextContent('Held');
});

test('a created shipment stays on a list that was not read again', async () => {
  const { client } = await open('/manager/shipments');
  await untilStored('managed-shipments');
  serve(unread);
  await writeOutbox([storedRow('shipmentAdmin.createShipment', { description: 'Harp in a crate' })]);
  await sendFromAnotherTab();
  const sent = page.getByRole('region', { name: 'Sent' });
  await expect.element(sent).toMatchTextContent('Harp in a crate');
  serve({ shipmentAdmin: { getShipments: () => onePage([SUMMARY]) } });
  await client.refetchQueries({ queryKey: ['mine', 'managed-shipments'] });
  await expect.element(sent).not.toBeInTheDocument();
});

test('a courier’s second tab keeps what the first one has sent', async () => {
  const run = started(newRun([1, 1]));
  const { courier } = await openWithRun('/courier', run);
  const [task] = tasksOf(run);
  const outcomes = [{ taskId: task?.id, result: 'delivered', method: 'mailbox' }];
  const input = { runId: run.id, runVersion: run.version, stopId: run.stops[0]?.id, outcomes, proofs: [] };
  const stops = page.getByRole('list', { name: 'Stops' }).getByRole('listitem');
  await expect.element(stops.first()).toMatchTextContent('Open');
  await untilStored('courier-run');
  serve({ courier: { getRun: noAnswer } });
  await writeOutbox([storedRow('courier.visit', input, { userId: courier.id })]);
  await sendFromAnotherTab();
  // What is finished folds away.
  await expect.element(stops.first()).toMatchTextContent('Receiver 2');
  await openAgain();
  await expect.element(page.getByText('1 finished stop')).toBeVisible();
  await expect.element(stops.first()).toMatchTextContent('Receiver 2');
});

test('an answer that is none does not let an action go', async () => {
  await open(path);
  serve({ shipmentAdmin: { updateShipmentActivity: () => ({ message: 'Please accept the terms.' }) as never } });
  setOnline(false);
  await writeOutbox([storedLocation('Put on a shelf')]);
  await openAgain({ size: TABLET });
  setOnline(true);
  await expect.poll(() => inputsOf('shipmentAdmin.updateShipmentActivity').length).toBeGreaterThan(0);
  const banner = page.getByRole('banner');
  await banner.getByRole('link', { name: /^Outbox/ }).click();
  await expect.element(page.getByText('Waiting to send', { exact: true })).toBeVisible();
  expect(await readOutbox()).toHaveLength(1);
  // It is tried again by itself, at the latest when the network is back.
  serve({ shipmentAdmin: { updateShipmentActivity: () => ({ ok: true }) } });
  setOnline(false);
  setOnline(true);
  await expect.element(page.getByText('Everything has been sent.')).toBeVisible();
});

test('a login that is none changes nothing', async () => {
  await openPage('/login', { api: { auth: { login: () => ({ message: 'Please accept the terms.' }) as never } } });
  await page.getByLabelText('Email').fill(MANAGER.email);
  await page.getByLabelText('Password', { exact: true }).fill('a long password');
  await page.getByRole('button', { name: 'Login' }).click();
  await expect.element(page.getByRole('alert')).toBeVisible();
  expect(localStorage.getItem('token')).toBeNull();
});
