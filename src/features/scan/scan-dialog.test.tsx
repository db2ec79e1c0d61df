import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { inputsOf, rejecting } from '../../../tests/components/api.ts';
import { giveCamera, giveDecoder, giveDetector } from '../../../tests/components/camera.ts';
import { setHidden, setOnline } from '../../../tests/components/device.ts';
import { expectAccessible, expectWords } from '../../../tests/components/expectations.ts';
import { EMPTY_DASHBOARD } from '../../../tests/components/manager-dashboard.ts';
import { address, openPage, TABLET } from '../../../tests/components/open-page.tsx';
import { MANAGER } from '../../../tests/components/people.ts';
import { MANAGED, onePage } from '../../../tests/components/shipments.ts';
import { VALID_ID } from '../../../tests/components/tracking.ts';

const scan = page.getByRole('button', { name: 'Scan', exact: true });
const dialog = page.getByRole('dialog', { name: 'Scan a code' });
const alert = dialog.getByRole('alert');
/** What was found is looked up. */
const finds = { shipment: { getShipmentByTrackingId: () => new Promise<never>(() => undefined) } };
const found = `/track?trackingId=${VALID_ID}`;

let camera: ReturnType<typeof giveCamera>;
beforeEach(() => {
  camera = giveCamera();
});

test('what the browser reads itself is looked up, without our decoder', async () => {
  const decoders = giveDecoder(() => []);
  giveDetector(() => ['something else', `${location.origin}/track/${VALID_ID.toLowerCase()}`]);
  await openPage('/track', { api: finds });
  await scan.click();
  await expect.poll(address).toBe(found);
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(page.getByLabelText('Tracking ID')).toHaveValue(VALID_ID);
  expect(decoders).toEqual([]);
  await expect.poll(camera.isOn).toBe(false);
});

const unavailable = (): string[] => {
  throw new DOMException('The service is away', 'NotSupportedError');
};
test.for<[how: string, prepare: () => void]>([
  ['missing', () => undefined],
  ['broken', () => giveDetector(unavailable)],
])('our decoder reads if the browser’s own reader is %s', async ([, prepare]) => {
  prepare();
  const decoders = giveDecoder(() => [VALID_ID]);
  await openPage('/track', { api: finds });
  await scan.click();
  await expect.poll(address).toBe(found);
  expect(decoders).toEqual([expect.stringContaining('scan-worker')]);
  await expect.poll(camera.isOn).toBe(false);
});

test('a blocked, missing or busy camera says so and can be tried again', async () => {
  giveDecoder(() => [VALID_ID]);
  const tryAgain = alert.getByRole('button', { name: 'Try again' });
  await openPage('/track', { api: finds });
  camera.fail('NotAllowedError');
  await scan.click();
  for (const [next, title, sentence] of [
    [
      'NotFoundError',
      'Camera access is blocked',
      'Allow it for this site in your browser’s settings, or type the tracking ID.',
    ],
    ['NotReadableError', 'No camera found', 'Type the tracking ID instead.'],
    [null, 'The camera is busy', 'Another app may be using it. Close that app and try again, or type the tracking ID.'],
  ] as const) {
    await expectWords(alert, title, sentence);
    await expectAccessible();
    camera.fail(next);
    await tryAgain.click();
  }
  await expect.poll(address).toBe(found);
});

test.for([
  [false, 'It’s not on this device yet. Go online to load it, or type the tracking ID.'],
  [true, 'Try again, or type the tracking ID.'],
] as const)('a decoder that was never loaded says what to do; online: %s', async ([isOnline, sentence]) => {
  giveDecoder(undefined);
  await openPage('/track');
  setOnline(isOnline);
  await scan.click();
  await expectWords(alert, 'The scanner couldn’t be loaded', sentence);
  await expectAccessible();
  await expect.poll(camera.isOn).toBe(false);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(scan).toHaveFocus();
});

test('nothing that a malicious code says is opened or shown', async () => {
  giveDecoder(() => ['https://evil.example/track/?next=/logout', 'javascript:alert(document.domain)', '<img src=x>']);
  const opened = [vi.spyOn(window, 'open'), vi.spyOn(window, 'alert'), vi.spyOn(globalThis, 'fetch')];
  await openPage('/track');
  await scan.click();
  await expect.element(alert).toMatchTextContent('This code is not a tracking ID');
  expect(dialog.element().textContent).not.toMatch(/evil|alert|img/);
  expect(address()).toBe('/track');
  for (const one of opened) expect(one).not.toHaveBeenCalled();
  expect(camera.isOn()).toBe(true);
});

test('the keyboard opens the camera, turns its light on, and closes it', async () => {
  giveDecoder(() => []);
  await openPage('/track');
  page.getByLabelText('Tracking ID').element().focus();
  await userEvent.keyboard('{Tab}{Tab}');
  await expect.element(scan).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog.getByLabelText('Camera view')).toBeVisible();
  const light = dialog.getByRole('button', { name: 'Light' });
  await expect.element(light).toHaveAttribute('aria-pressed', 'false');
  light.element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(light).toHaveAttribute('aria-pressed', 'true');
  expect(camera.light).toEqual([[{ torch: true }]]);
  await expectAccessible();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(scan).toHaveFocus();
  await expect.poll(camera.isOn).toBe(false);
});

test('the camera stops while the page is hidden, and its light is off then', async () => {
  giveDecoder(() => []);
  await openPage('/track');
  await scan.click();
  const light = dialog.getByRole('button', { name: 'Light' });
  await light.click();
  await expect.element(light).toHaveAttribute('aria-pressed', 'true');
  setHidden(true);
  await expect.poll(camera.isOn).toBe(false);
  setHidden(false);
  await expect.poll(camera.isOn).toBe(true);
  await expect.element(light).toHaveAttribute('aria-pressed', 'false');
});

test('a manager who scans a label gets to the parcel’s page', async () => {
  giveDecoder(() => [VALID_ID]);
  const getShipment = () => ({ ...MANAGED, trackingId: VALID_ID });
  const shipmentAdmin = { getShipments: () => onePage([]), getShipment };
  const billAdmin = { getShipmentBills: () => [] };
  await openPage('/manager', { as: MANAGER, size: TABLET, api: { ...EMPTY_DASHBOARD, shipmentAdmin, billAdmin } });
  await scan.click();
  await expect.poll(address).toBe(`/manager/shipments/${MANAGED.id}`);
  expect(inputsOf('shipmentAdmin.getShipment')[0]).toEqual({ trackingId: VALID_ID });
  await expect.poll(camera.isOn).toBe(false);
});

test('a label of no shipment stays in the manager’s field with an error', async () => {
  giveDecoder(() => [`https://other.example/track/${VALID_ID.toLowerCase().replace(/(.{4})(.{4})/, '$1-$2-')}`]);
  const getShipment = rejecting('NOT_FOUND', 'This shipment does not exist.');
  const shipmentAdmin = { getShipments: () => onePage([]), getShipment };
  const auditAdmin = { findDeleted: () => [] };
  await openPage('/manager', { as: MANAGER, size: TABLET, api: { ...EMPTY_DASHBOARD, shipmentAdmin, auditAdmin } });
  await expect.element(page.getByText('No shipments found.')).toBeVisible();
  await scan.click();
  await expect.element(page.getByRole('alert')).toMatchTextContent('Unable to find shipment');
  await expect.element(page.getByLabelText('Tracking ID')).toHaveValue(VALID_ID);
});
