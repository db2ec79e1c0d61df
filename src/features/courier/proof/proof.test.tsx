import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { CourierRun } from '../../../../src/domain/runs/views.ts';
import { discardDrafts, openDraft } from '../../../../src/offline/drafts.ts';
import { inputsOf } from '../../../../tests/components/api.ts';
import {
  breakCamera,
  button,
  expectForGloves,
  expectSaved,
  letUndoPass,
  link,
  openWithRun,
  photoOf,
  setTheme,
} from '../../../../tests/components/courier-phone.ts';
import { newRun, started, stopPath, withTasks } from '../../../../tests/components/courier-runs.ts';
import { expectAccessible } from '../../../../tests/components/expectations.ts';
import { openAgain, PHONE, TABLET } from '../../../../tests/components/open-page.tsx';

const canvas = page.getByLabelText('Sign here');
const alert = page.getByRole('alert');

const withProof = (run: CourierRun): CourierRun =>
  withTasks(run, () => ({ proof: { photo: 'required', signature: 'required', name: 'required' } }));

/**
 * `from` and `to` are parts of the signature’s width, at half its height; it is a dot if they are
 * one.
 */
function sign(from = 0.25, to = 0.75): void {
  const { left, top, width, height } = canvas.element().getBoundingClientRect();
  const touch = (type: string, part: number, buttons: number) =>
    canvas.element().dispatchEvent(
      new PointerEvent(type, {
        pointerId: 1,
        isPrimary: true,
        buttons,
        bubbles: true,
        cancelable: true,
        clientX: left + width * part,
        clientY: top + height / 2,
      }),
    );
  touch('pointerdown', from, 1);
  for (const part of [0.25, 0.5, 0.75, 1]) touch('pointermove', from + (to - from) * part, 1);
  touch('pointerup', to, 0);
}

/** Returns the dark pixels left and right, and whether all others are nearly opaque white. */
async function readInk(picture: ImageBitmapSource) {
  const { width, height } = await createImageBitmap(picture);
  const context = new OffscreenCanvas(width, height).getContext('2d');
  context?.drawImage(await createImageBitmap(picture), 0, 0);
  const { data = new Uint8ClampedArray() } = context?.getImageData(0, 0, width, height) ?? {};
  const ink = { size: `${width} × ${height}`, left: 0, right: 0, isOpaque: true };
  for (let at = 0; at < data.length; at += 4) {
    const isDark = Math.max(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0) < 60;
    const x = (at / 4) % width;
    if (isDark) ink[x < width / 2 ? 'left' : 'right'] += 1;
    ink.isOpaque &&= data[at + 3] === 255;
  }
  const corners = [0, width - 1, data.length / 4 - width, data.length / 4 - 1];
  return { ...ink, ground: corners.map((at) => data.slice(at * 4, at * 4 + 3).join(' ')) };
}

const drawn = () => readInk(canvas.element() as HTMLCanvasElement);
const readPng = () => (canvas.element() as HTMLCanvasElement).toDataURL();

/** A picture as `readPng` gives it. */
async function redraw(picture: Blob): Promise<string> {
  const copy = Object.assign(document.createElement('canvas'), { width: 640, height: 240 });
  copy.getContext('2d')?.drawImage(await createImageBitmap(picture), 0, 0);
  return copy.toDataURL();
}
const READABLE = { size: '640 × 240', isOpaque: true, ground: Array(4).fill('255 255 255') };

/** The page goes out of sight until the person comes back with a file. */
async function useCameraApp(file?: File): Promise<void> {
  const chosen = new Promise<HTMLInputElement>((resolve) => {
    vi.spyOn(HTMLInputElement.prototype, 'click').mockImplementation(function (this: HTMLInputElement) {
      resolve(this);
    });
  });
  await button('Take photo and finish').click();
  const input = await chosen;
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  document.dispatchEvent(new Event('visibilitychange'));
  visibility.mockRestore();
  document.dispatchEvent(new Event('visibilitychange'));
  if (file) await userEvent.upload(input, file);
}

/** Only the storage has what was entered when the system ends the page. */
async function endPage(): Promise<void> {
  // Waits until everything else is written.
  await openDraft('no form').forget();
  const stored = sessionStorage.getItem('typed-work') ?? '';
  discardDrafts();
  sessionStorage.setItem('typed-work', stored);
}

test('a name and a signature are asked for', async () => {
  const run = withProof(started(newRun([1])));
  await openWithRun(stopPath(run, 0, '?view=deliver'), run);
  await button('Recipient').click();
  await expect.element(page.getByText('Enter the name first.')).toBeVisible();
  await expect.element(button('Take photo and finish')).toBeDisabled();
  await page.getByLabelText('Name of who took it').fill('Ola Berg');
  await expect.element(page.getByText('Ask for a signature first.')).toBeVisible();
  await expect.element(button('Camera does not work')).toBeDisabled();
  await expectAccessible();
  await expectForGloves();
});

test('nothing covers where a required signature is drawn', async () => {
  const proof = { photo: 'asked', signature: 'required', name: 'off' } as const;
  const run = withTasks(started(newRun([1])), () => ({ proof }));
  await openWithRun(stopPath(run, 0, '?view=deliver&method=recipient'), run);
  await expect.element(canvas).toBeVisible();
  const { left, top, width, height } = canvas.element().getBoundingClientRect();
  for (const part of [0.1, 0.5, 0.9])
    expect(document.elementFromPoint(left + width / 2, top + height * part)).toBe(canvas.element());
});

test('a typed signature is sent as a picture, without a photo', async () => {
  const run = withProof(started(newRun([1])));
  const { pictures } = await openWithRun(stopPath(run, 0, '?view=deliver&method=recipient'), run);
  await page.getByLabelText('Name of who took it').fill('Ola Berg');
  await page.getByLabelText('Or type the name').fill('Ola Berg');
  await button('Camera does not work').click();
  await expectSaved('Delivered to the recipient, Receiver 1');
  letUndoPass();
  await expect.poll(() => pictures).toHaveLength(1);
  expect(inputsOf('courier.visit')).toMatchObject([
    { recipient: 'Ola Berg', cameraFailed: true, proofs: [{ kind: 'signature', type: 'image/png' }] },
  ]);
  const { left, ...sent } = await readInk(new Blob(pictures.map(({ bytes }) => bytes)));
  expect(sent).toMatchObject(READABLE);
  expect(left).toBeGreaterThan(100);
});

test('a neighbour’s name is always needed', async () => {
  const run = started(newRun([1]));
  await openWithRun(stopPath(run, 0, '?view=deliver'), run);
  await button('Neighbour').click();
  await expect.element(page.getByText('Enter the name first.')).toBeVisible();
  await expect.element(button('Take photo and finish')).toBeDisabled();
  // Nobody can read such a name.
  await page.getByLabelText('Neighbour’s name').fill('\u200b\u3164');
  await expect.element(page.getByText('Enter the name first.')).toBeVisible();
  await expect.element(button('Take photo and finish')).toBeDisabled();
  await page.getByLabelText('Neighbour’s name').fill('Karin Ek');
  await expect.element(button('Take photo and finish')).toBeEnabled();
});

test.each(['light', 'dark'])('a signature is dark on white in a %s theme', async (theme) => {
  const run = withProof(started(newRun([1])));
  await openWithRun(stopPath(run, 0, '?view=deliver&method=recipient'), run);
  await setTheme(theme);
  await page.getByLabelText('Or type the name').fill('Ola Berg');
  await expect.poll(async () => (await drawn()).left).toBeGreaterThan(100);
  expect(await drawn()).toMatchObject(READABLE);
  await button('Clear').click();
  await expect.poll(drawn).toEqual({ ...READABLE, left: 0, right: 0 });
  sign(0.6, 0.9);
  await expect.poll(async () => (await drawn()).right).toBeGreaterThan(100);
  expect(await drawn()).toMatchObject({ ...READABLE, left: 0 });
});

test('a signature is the same ink on a turned phone, after a reload and on a tablet', async () => {
  const run = withProof(started(newRun([1])));
  const path = stopPath(run, 0, '?view=deliver&method=recipient');
  const { pictures } = await openWithRun(path, run, { camera: breakCamera });
  await page.getByLabelText('Name of who took it').fill('Ola Berg');
  sign(0.6, 0.95);
  sign(0.55, 0.55);
  await expect.poll(async () => (await drawn()).right).toBeGreaterThan(100);
  const upright = await drawn();
  const ink = readPng();
  await page.viewport(PHONE.height, PHONE.width);
  expect(readPng()).toBe(ink);
  // The ink follows the finger on the turned phone too.
  sign(0.2, 0.2);
  await expect.poll(async () => (await drawn()).left).toBeGreaterThan(10);
  expect((await drawn()).right).toBe(upright.right);
  const dotted = readPng();
  await endPage();
  await openAgain({ size: TABLET });
  await expect.poll(readPng).toBe(dotted);
  sign(0.4, 0.4);
  await expect.poll(readPng).not.toBe(dotted);
  expect((await drawn()).right).toBe(upright.right);
  const signed = readPng();
  await useCameraApp(await photoOf('#246'));
  await expectSaved('Delivered to the recipient, Receiver 1');
  letUndoPass();
  await expect.poll(() => pictures).toHaveLength(2);
  const sent = pictures.filter(({ type }) => type === 'image/png').map(({ bytes }) => bytes);
  expect(await redraw(new Blob(sent))).toBe(signed);
});

test.each([
  ['NotFoundError', 'No camera found'],
  ['NotAllowedError', 'Camera access is blocked'],
  ['NotReadableError', 'The camera is busy'],
] as const)('after a %s the photo comes from the camera app', async (name, words) => {
  const run = started(newRun([1]));
  const { pictures } = await openWithRun(stopPath(run, 0, '?view=deliver'), run, { camera: () => breakCamera(name) });
  await button('Mailbox').click();
  await expect.element(page.getByText(`${words}. The button below opens this device’s camera.`)).toBeVisible();
  await expectAccessible();
  await useCameraApp(await photoOf('#284'));
  await expectSaved('Delivered to the mailbox, Receiver 1');
  letUndoPass();
  await expect.poll(() => pictures).toHaveLength(1);
});

test('a file that is no picture reports nothing', async () => {
  const run = started(newRun([1]));
  await openWithRun(stopPath(run, 0, '?view=problem'), run, { camera: breakCamera });
  await button('Wrong address').click();
  await useCameraApp(new File(['No picture at all'], 'photo.jpg', { type: 'image/jpeg' }));
  await expect.element(alert).toMatchTextContent('This file is not a picture that we can read. Take a photo.');
  letUndoPass();
  expect(inputsOf('courier.visit')).toEqual([]);
  await useCameraApp(await photoOf('#482'));
  await expectSaved('Wrong address, Receiver 1');
});

/** The photo was taken upright and is full of detail, with what a camera writes into it. */
async function largePhoto(): Promise<File> {
  const side = new OffscreenCanvas(4000, 1000);
  const context = side.getContext('2d');
  const noise = new ImageData(500, 500);
  // The noise is always the same, and hard to compress.
  for (let at = 0, value = 1; at < noise.data.length; at += 1) {
    value = (value * 16_807) % 2_147_483_647;
    noise.data[at] = at % 4 === 3 ? 255 : value & 255;
  }
  for (let x = 0; x < 4000; x += 500) for (const y of [0, 500]) context?.putImageData(noise, x, y);
  const jpeg = new Uint8Array(await (await side.convertToBlob({ type: 'image/jpeg', quality: 0.95 })).arrayBuffer());
  const maker = new TextEncoder().encode('Kanari\0\0');
  // Little-endian TIFF with two entries: Make, and Orientation 6 (turn right).
  const tiff = [0x49, 0x49, 42, 0, 8, 0, 0, 0, 2, 0];
  const make = [0x0f, 0x01, 2, 0, 8, 0, 0, 0, 38, 0, 0, 0];
  const orientation = [0x12, 0x01, 3, 0, 1, 0, 0, 0, 6, 0, 0, 0];
  const exif = [...new TextEncoder().encode('Exif\0\0'), ...tiff, ...make, ...orientation, 0, 0, 0, 0, ...maker];
  const segment = new Uint8Array([0xff, 0xe1, 0, exif.length + 2, ...exif]);
  return new File([jpeg.slice(0, 2), segment, jpeg.slice(2)], 'photo.jpg', { type: 'image/jpeg' });
}

test('a large photo is made small, upright and free of camera data', async () => {
  const photo = await largePhoto();
  expect(photo.size).toBeGreaterThan(1_000_000);
  expect(await photo.text()).toContain('Kanari');
  const run = started(newRun([1]));
  const { pictures } = await openWithRun(stopPath(run, 0, '?view=problem'), run, { camera: breakCamera });
  await button('Wrong address').click();
  await useCameraApp(photo);
  await expectSaved('Wrong address, Receiver 1');
  letUndoPass();
  await expect.poll(() => pictures, { timeout: 10_000 }).toHaveLength(1);
  const sent = new Blob(pictures.map(({ bytes }) => bytes));
  expect(sent.size).toBeLessThanOrEqual(300_000);
  expect(await sent.text()).not.toMatch(/Kanari|Exif/);
  const { width, height } = await createImageBitmap(sent);
  expect(height).toBeLessThanOrEqual(1600);
  expect(width / height).toBeCloseTo(1 / 4, 2);
});

test('a photo that the camera did not give is taken again', async () => {
  const run = started(newRun([1]));
  await openWithRun(stopPath(run, 0, '?view=deliver'), run);
  await button('Neighbour').click();
  await page.getByLabelText('Neighbour’s name').fill('Karin Ek');
  vi.spyOn(window, 'createImageBitmap').mockRejectedValueOnce(new DOMException('No frame', 'InvalidStateError'));
  await button('Take photo and finish').click();
  await expect.element(alert).toMatchTextContent('The camera gave no photo.');
  await button('Take it again').click();
  await expect.element(page.getByLabelText('Neighbour’s name')).toHaveValue('Karin Ek');
  await button('Take photo and finish').click();
  await expectSaved('Delivered to a neighbour, Receiver 1');
  await expect.poll(() => sessionStorage.getItem('typed-work')).toBeNull();
});

test('what was entered at a stop outlives the page', async () => {
  const run = withProof(started(newRun([2])));
  await openWithRun(stopPath(run, 0, '?view=deliver'), run, { camera: breakCamera });
  await page.getByRole('checkbox').nth(1).click();
  await button('Neighbour').click();
  await page.getByLabelText('Neighbour’s name').fill('Karin Ek');
  await button('Add a note').click();
  await expect.element(page.getByLabelText('Note')).toHaveFocus();
  await page.getByLabelText('Note').fill('Second floor');
  sign(0.6, 0.9);
  await expect.poll(async () => (await drawn()).right).toBeGreaterThan(100);
  await useCameraApp();
  await endPage();
  await openAgain();
  await expect.element(page.getByText('to a neighbour', { exact: true })).toBeVisible();
  await expect.element(page.getByLabelText('Neighbour’s name')).toHaveValue('Karin Ek');
  await expect.element(page.getByLabelText('Note')).toHaveValue('Second floor');
  await expect.poll(async () => (await drawn()).right).toBeGreaterThan(100);
  expect((await drawn()).left).toBe(0);
  await useCameraApp(await photoOf('#246'));
  await expectSaved('Delivered to a neighbour, Receiver 1');
  await link('Deliver').click();
  await expect.element(page.getByText('Who took it, or where is it?')).toBeVisible();
  await expect.poll(() => sessionStorage.getItem('typed-work')).toBeNull();
});
