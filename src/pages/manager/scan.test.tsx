import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { type Api, callsOf, held, inputsOf, serve } from '../../../tests/components/api.ts';
import { giveCamera, giveDecoder } from '../../../tests/components/camera.ts';
import { newTrackingId } from '../../../tests/components/courier-runs.ts';
import { setOnline } from '../../../tests/components/device.ts';
import { expectAccessible, expectShown, expectWords } from '../../../tests/components/expectations.ts';
import { scanByHand } from '../../../tests/components/hand-scanner.ts';
import { newSigner } from '../../../tests/components/handover.ts';
import { DAY, RUN } from '../../../tests/components/managed-runs.ts';
import { address, openAgain, openPage, TABLET } from '../../../tests/components/open-page.tsx';
import { readOutbox } from '../../../tests/components/outbox.ts';
import { MANAGER } from '../../../tests/components/people.ts';
import { MANAGED, onePage, PRINTED } from '../../../tests/components/shipments.ts';
import { inNextTask } from '../../browser/next-task.ts';
import type { ScanResult } from '../../domain/desk-scan.ts';
import { DEPOT } from '../../domain/handover.ts';
import { openSession, setSettings, whenOpen } from '../../features/desk-scan/scan-session.ts';

const PATH = '/manager/scan';
const button = (name: string | RegExp) => page.getByRole('button', { name });
const result = page.getByRole('main').getByRole('status').filter({ hasText: /./ }).first();
const act = (name: string) => page.getByText(name, { exact: true });
const last = page.getByRole('region', { name: 'Last scans' });
const toLookAt = page.getByRole('region', { name: /^To look at/ });

type Answer = Omit<ScanResult, 'scanId'>;
const answering = (answerOf: (trackingId: string) => Answer): Api => ({
  deskAdmin: {
    scan: ({ scans }) => ({
      results: scans.map(({ scanId, trackingId }) => ({ scanId, ...answerOf(trackingId) })),
    }),
  },
});
const DONE = answering(() => ({ outcome: 'done', receiver: 'Olav Nord' }));

const TOMORROW = '2026-11-19';
const sortMap = (parcels: readonly string[] = []) => ({
  day: DAY,
  total: parcels.length,
  runs: [
    { id: RUN.id, name: 'North', courier: 'Kaj Lovelace', day: DAY },
    { id: 'tomorrow', name: 'South', courier: 'Kaj Lovelace', day: TOMORROW },
  ],
  parcels: parcels.map((trackingId, place) => ({
    trackingId,
    runId: place < 2 ? RUN.id : 'tomorrow',
    stop: place + 7,
    zone: 'LS10',
    receiver: 'Ida Berg',
  })),
});
const plan = (parcels?: readonly string[]): Api => ({
  runAdmin: { sortMap: () => sortMap(parcels), list: () => ({ day: DAY, runs: [RUN] }), exceptions: () => [] },
});

const open = async (...apis: Api[]) => {
  for (const api of apis) serve(api);
  const opened = await openPage(PATH, { as: MANAGER, size: TABLET });
  // What an earlier test scanned is still in memory.
  openSession();
  await whenOpen();
  return opened;
};
const receiveAt = (place: string) => page.getByRole('textbox', { name: 'Place' }).fill(place);
const scansSent = () => inputsOf('deskAdmin.scan').flatMap((input) => (input as { scans: object[] }).scans);

const now = performance.now.bind(performance);

/** Later than a label that is still in front of the scanner. */
function passTime(ms: number): void {
  vi.spyOn(performance, 'now').mockImplementation(() => now() + ms);
}

beforeEach(() => serve(plan()));

test('one scan receives a parcel, wherever the focus is', async () => {
  const [first, second] = [newTrackingId(), newTrackingId()];
  await open(DONE);
  await receiveAt('Leeds depot');
  scanByHand(first.toLowerCase());
  await expectWords(result, 'Received, Leeds depot', 'Olav Nord');
  await expect.element(page.getByRole('textbox', { name: 'Place' })).toHaveValue('Leeds depot');
  expect(page.getByRole('combobox', { name: 'Status' }).elements()).toEqual([]);
  await page.getByLabelText('Email sender and receiver').click();
  scanByHand(`${location.origin}/track/${second}?detailed=true`, 'Tab');
  await expect.poll(scansSent).toMatchObject([
    { act: 'receive', trackingId: first, address: 'Leeds depot', occurredAt: expect.any(String) },
    { act: 'receive', trackingId: second, emails: true },
  ]);
  await expectShown('2 scanned');
  await expectAccessible();
});

test('a receiver’s code hands their parcel over once, whatever is being scanned', async () => {
  const trackingId = newTrackingId();
  const token = await (await newSigner()).tokenFor({ trackingId, runId: DEPOT });
  const answer = held<Answer>();
  await open({
    deskAdmin: { scan: async ({ scans }) => ({ results: [{ scanId: scans[0]?.scanId, ...(await answer.answer()) }] }) },
  } as Api);
  scanByHand(token);
  await expectWords(result, 'Wait', 'We’re checking the code.');
  answer.resolve({ outcome: 'done', receiver: 'Olav Nord' });
  await expectWords(result, 'Hand it over', 'Olav Nord');
  await expectShown('Handed over', last);
  expect(scansSent()).toMatchObject([{ act: 'hand-over', trackingId, code: token }]);
  serve(answering(() => ({ outcome: 'unchanged', receiver: 'Olav Nord' })));
  passTime(3_100);
  scanByHand(token);
  await expectWords(result, 'Handed over before', 'This parcel is delivered already.');
  setOnline(false);
  passTime(7_000);
  scanByHand(token);
  await expectWords(result, 'Not done', 'This code can’t be checked without a network.');
  expect(scansSent()).toHaveLength(2);
});

test('a misread, another code and a missing place are said at once, and nothing is sent', async () => {
  const id = newTrackingId();
  await open(DONE);
  scanByHand(id);
  await expectWords(result, 'Not done', 'Enter a place first.');
  scanByHand(`${id.slice(0, -1)}${id.endsWith('A') ? 'B' : 'A'}`);
  await expectWords(result, 'Misread', 'Scan it again.');
  scanByHand('4006381333931');
  await expectWords(result, 'Not a tracking ID');
  expect(callsOf('deskAdmin.scan')).toEqual([]);
  await receiveAt('Leeds');
  scanByHand(id);
  await expectWords(result, 'Received, Leeds');
});

test('a place that is typed while the page opens again stays', async () => {
  await open(DONE);
  const place = page.getByRole('textbox', { name: 'Place' });
  const read = whenOpen();
  // It is not read again while it is being written.
  const readsAgain = () => {
    openSession();
    return whenOpen() !== read;
  };
  await expect.poll(readsAgain).toBe(true);
  let isReading = true;
  void whenOpen().then(() => (isReading = false));
  let typed = '';
  while (isReading) {
    typed += 'x';
    setSettings({ address: typed });
    await new Promise<void>(inNextTask);
  }
  await expect.element(place).toHaveValue(typed);
});

test('the same label counts once, and later it says again', async () => {
  const id = newTrackingId();
  await open(DONE);
  await receiveAt('Leeds');
  scanByHand(id);
  scanByHand(id);
  await expectWords(result, 'Received, Leeds');
  passTime(3_100);
  scanByHand(id);
  await expectWords(result, 'Again', /Scanned at/);
  await expect.poll(scansSent).toHaveLength(1);
  await page.getByRole('textbox', { name: 'Place' }).fill('York');
  passTime(7_000);
  scanByHand(id);
  await expectWords(result, 'Received, York');
});

test('each parcel of a shipment counts once, and what is done is done once', async () => {
  const id = newTrackingId();
  await open(answering(() => ({ outcome: 'done', receiver: 'Olav Nord', parcels: 3 })));
  await receiveAt('Leeds');
  scanByHand(id);
  scanByHand(`${location.origin}/track/${id}`);
  await expectWords(result, 'Received, Leeds', 'Olav Nord', '1 of 3 parcels');
  scanByHand(`${id}-3`);
  await expectWords(result, '2 of 3', 'Received, Leeds');
  scanByHand(`${id}-2`);
  await expectWords(result, '3 of 3');
  await expectShown('3 scanned');
  await expectWords(last, 'Received, Leeds, 3 parcels');
  passTime(3_100);
  scanByHand(`${id}-3`);
  await expectWords(result, 'Again');
  await expect.poll(scansSent).toHaveLength(1);
  await button(`Undo ${id}`).click();
  await expectShown('0 scanned');
});

test('a device without a network counts parcels, too', async () => {
  const id = newTrackingId();
  await open(DONE);
  await receiveAt('Leeds');
  setOnline(false);
  scanByHand(`${id}-2`);
  scanByHand(id);
  await expectWords(result, '2 parcels', 'Received, Leeds');
  await expectShown('2 scanned');
  setOnline(true);
});

test('offline, scans wait in the outbox, and the session outlives the page', async () => {
  const ids = Array.from({ length: 10 }, newTrackingId);
  await open(DONE);
  await act('Place').first().click();
  await receiveAt('Shelf 4');
  setOnline(false);
  for (const id of ids) scanByHand(id);
  await expectShown('10 scanned');
  expect(await readOutbox()).toHaveLength(10);
  await expect.element(last.getByText('Waiting to send').first()).toBeVisible();
  await openAgain({ as: MANAGER, size: TABLET });
  await expectShown('10 scanned');
  await expect.element(page.getByRole('textbox', { name: 'Place' })).toHaveValue('Shelf 4');
  setOnline(true);
  await expect.poll(() => scansSent().length).toBe(10);
  expect(callsOf('deskAdmin.scan')).toHaveLength(1);
  await expect.poll(readOutbox).toEqual([]);
});

test('what the server rejects comes back to be looked at, and the rest counts', async () => {
  const [unknown, ours] = [newTrackingId(), newTrackingId()];
  const problem = { reason: 'NOT_FOUND', message: 'No shipment has this tracking ID.' };
  await open(answering((id) => (id === unknown ? { outcome: 'rejected', problem } : { outcome: 'done' })));
  await receiveAt('Leeds');
  scanByHand(ours);
  scanByHand(unknown);
  await expectWords(toLookAt, problem.message, 'Received');
  await expectWords(result, 'Not done', problem.message);
  await expectAccessible();
  await toLookAt.getByRole('button', { name: 'Discard' }).click();
  await expect.element(toLookAt).not.toBeInTheDocument();
  await expectShown('1 scanned');
});

test('a parcel that needs a decision goes into a run only if asked', async () => {
  const id = newTrackingId();
  const message = 'Refused. Decide on this parcel before it goes into a run.';
  let isAsked = false;
  await open(
    answering(() =>
      isAsked ? { outcome: 'done' } : { outcome: 'rejected', problem: { reason: 'CONFLICT', message } },
    ),
  );
  await act('Add to run').click();
  scanByHand(id);
  await expectWords(result, 'Choose a run first.');
  await page.getByRole('combobox', { name: 'Run' }).selectOptions(RUN.id);
  scanByHand(id);
  await expectWords(toLookAt, message);
  isAsked = true;
  await toLookAt.getByRole('button', { name: 'Add anyway' }).click();
  await expect.element(toLookAt).not.toBeInTheDocument();
  await expect.poll(scansSent).toMatchObject([{ runId: RUN.id }, { runId: RUN.id, despite: true }]);
});

test('undo removes what is not sent, and takes back what is', async () => {
  const [first, second] = [newTrackingId(), newTrackingId()];
  await open(DONE);
  await act('Status').first().click();
  scanByHand(first);
  await expect.poll(scansSent).toHaveLength(1);
  await expect.poll(readOutbox).toEqual([]);
  await button(`Undo ${first}`).click();
  const [sent] = scansSent() as { scanId: string }[];
  await expect.poll(() => scansSent()[1]).toMatchObject({ act: 'undo', trackingId: first, undoes: sent?.scanId });
  await expect.poll(readOutbox).toEqual([]);
  setOnline(false);
  scanByHand(second);
  await expectShown('1 scanned');
  await button(`Undo ${second}`).click();
  await expect.poll(readOutbox).toEqual([]);
  await expectShown('0 scanned');
  await expect.poll(() => last.getByText('Undone').elements().length).toBe(2);
});

test('sort shows the stop, the zone and the van, also offline', async () => {
  const [first, second, third, other] = [newTrackingId(), newTrackingId(), newTrackingId(), newTrackingId()];
  await open(plan([first, second, third]));
  await act('Sort').click();
  scanByHand(first);
  await expectWords(result, 'Stop7', 'ZoneLS10', 'Van, Kaj LovelaceNorth', 'Ida Berg');
  await expectAccessible();
  setOnline(false);
  await openAgain({ as: MANAGER, size: TABLET });
  scanByHand(second);
  await expectWords(result, 'Stop8');
  const letters = page.getByText('LS10', { exact: true }).element();
  // Capitals are two thirds of their font's size.
  expect(Number.parseFloat(getComputedStyle(letters).fontSize) * 0.67).toBeGreaterThanOrEqual((20 * 96) / 25.4 - 0.5);
  scanByHand(third);
  await expectWords(result, 'Stop9', 'South', 'Thursday 19 November 2026');
  scanByHand(other);
  await expectWords(result, 'Not in a run');
  expect(callsOf('deskAdmin.scan')).toEqual([]);
});

test('the camera stays open, and sees each label once', async () => {
  const codes = [newTrackingId(), newTrackingId()];
  const camera = giveCamera();
  giveDecoder(() => codes.slice(0, 1));
  await open(DONE);
  await act('Status').first().click();
  await button('Use the camera').click();
  await expect.poll(() => scansSent().length).toBe(1);
  codes.shift();
  await expect.poll(() => scansSent().length).toBe(2);
  expect(camera.isOn()).toBe(true);
  await expectAccessible();
  await button('Close the camera').click();
  await expect.poll(camera.isOn).toBe(false);
});

test('open shows the shipment of a label', async () => {
  const id = newTrackingId();
  const getShipment = () => ({ ...MANAGED, trackingId: id });
  await open({
    shipmentAdmin: { getShipment, getShipments: () => onePage([]) },
    billAdmin: { getShipmentBills: () => [] },
  });
  await act('Open').click();
  scanByHand(id);
  await expect.poll(address).toBe(`/manager/shipments/${MANAGED.id}`);
});

test('each scan prints the label of its parcel, on the paper that was last used', async () => {
  const printed: string[] = [];
  vi.spyOn(window, 'print').mockImplementation(() => {
    printed.push(document.querySelector('.printed-pages')?.textContent ?? '');
    dispatchEvent(new Event('afterprint'));
  });
  await open({
    shipmentAdmin: { getShipment: () => MANAGED },
    shipment: { getPrintable: () => ({ shipments: [PRINTED] }), recordPrints: () => ({ ok: true as const }) },
  });
  await act('Print label').click();
  scanByHand(newTrackingId());
  await expectWords(result, 'Label printed');
  expect(printed).toEqual([expect.stringContaining('413 04 Gothenburg')]);
  await expectShown('1 scanned');
});

test('sounds can be turned off', async () => {
  const start = vi.spyOn(OscillatorNode.prototype, 'start');
  await open(DONE);
  await act('Status').first().click();
  scanByHand(newTrackingId());
  await expect.poll(() => start.mock.calls.length).toBe(1);
  await page.getByLabelText('Sounds').click();
  scanByHand(newTrackingId());
  await expectShown('2 scanned');
  expect(start).toHaveBeenCalledTimes(1);
});
