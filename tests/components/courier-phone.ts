import type { QueryClient } from '@tanstack/react-query';
import axe from 'axe-core';
import { expect, onTestFinished, vi } from 'vitest';
import { cdp, type Locator, page, userEvent } from 'vitest/browser';
import type { CourierRun } from '../../src/domain/runs/views.ts';
import type { User } from '../../src/domain/user.ts';
import { openDraft } from '../../src/offline/drafts.ts';
import { UNDO_MS } from '../../src/outbox/outbox-row.ts';
import { setUnsavedInputStore } from '../../src/ui/form/unsaved-input.ts';
import { type Api, serve } from './api.ts';
import { newCourier, serveRun } from './courier-runs.ts';
import { serveUploads } from './files.ts';
import { openPage } from './open-page.tsx';

export const button = (name: string): Locator => page.getByRole('button', { name, exact: true });
export const link = (name: string): Locator => page.getByRole('link', { name, exact: true });

interface CourierPage {
  courier: User;
  client: QueryClient;
  pictures: SentPicture[];
  show(code: string): void;
  /** How often the camera has looked. */
  looks(): number;
  read(): CourierRun | null;
  /** The desk changes the run, and the page gets news. */
  change(next: CourierRun | null): Promise<void>;
}

interface PhoneOptions {
  api?: Api;
  camera?: () => void;
  /** New buttons wait until the finger has left the last one. */
  waitsForFinger?: boolean;
}

/** A new button takes no touch for as long (src/ui/big-button.tsx). */
const SETTLE_MS = 500;

/** Waiting would take most of a test’s time. */
function settleButtons(): void {
  const { setTimeout } = window;
  const settleAtOnce = (work: TimerHandler, ms?: number, ...given: unknown[]) =>
    setTimeout(work, ms === SETTLE_MS ? 0 : ms, ...given);
  Object.assign(window, { setTimeout: settleAtOnce });
  onTestFinished(() => void Object.assign(window, { setTimeout }));
}

/** The courier has a camera by default. */
export async function openWithRun(
  path: string,
  run: CourierRun | null,
  { api = {}, camera = () => stageCamera(), waitsForFinger = false }: PhoneOptions = {},
): Promise<CourierPage> {
  camera();
  if (!waitsForFinger) settleButtons();
  setUnsavedInputStore(openDraft);
  const { show, looks } = stageScanner();
  const pictures = receivePictures();
  const server = serveRun(run);
  serve(server.api);
  const courier = newCourier();
  const { client } = await openPage(path, { as: courier, api });
  return {
    courier,
    client,
    pictures,
    show,
    looks,
    read: server.read,
    async change(next) {
      server.change(next);
      await client.invalidateQueries();
    },
  };
}

export const expectSaved = (act: string): Promise<void> =>
  expect.element(page.getByRole('status').filter({ hasText: `Saved ${act}` })).toBeVisible();

export const readSignal = (): string | null | undefined => document.querySelector('[data-signal]')?.textContent;

export async function typeLabel(trackingId: string): Promise<void> {
  await page.getByLabelText('Tracking ID, if the label can’t be read').fill(trackingId);
  await userEvent.keyboard('{Enter}');
}

const { now } = Date;
let ahead = 0;

/** It sets the phone’s clock ahead. */
export function letTimePass(ms: number): void {
  ahead += ms;
  vi.spyOn(Date, 'now').mockImplementation(() => now() + ahead);
  onTestFinished(() => {
    ahead = 0;
  });
}

/** A visit is sent once it cannot be undone. */
export function letUndoPass(): void {
  letTimePass(UNDO_MS);
  dispatchEvent(new Event('online'));
}

/** The colour may be another one in each frame. */
export function stageCamera(colour: string | (() => string) = '#284'): void {
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockImplementation(async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 320, height: 240 });
    const context = canvas.getContext('2d');
    const paint = () => {
      if (context) context.fillStyle = typeof colour === 'string' ? colour : colour();
      context?.fillRect(0, 0, canvas.width, canvas.height);
    };
    paint();
    // A canvas that nobody paints gives no frames.
    const timer = setInterval(paint, 100);
    onTestFinished(() => clearInterval(timer));
    return canvas.captureStream(10);
  });
}

/** A page that gets no camera. */
export function breakCamera(name: 'NotFoundError' | 'NotAllowedError' | 'NotReadableError' = 'NotFoundError'): void {
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockRejectedValue(new DOMException('No picture', name));
}

/** The browser reads the codes that the function shows it. */
function stageScanner(): Pick<CourierPage, 'show' | 'looks'> {
  const seen: { rawValue: string }[] = [];
  let looks = 0;
  vi.stubGlobal(
    'BarcodeDetector',
    class {
      static getSupportedFormats = async () => ['code_128', 'qr_code'];
      async detect() {
        looks += 1;
        return seen;
      }
    },
  );
  onTestFinished(() => void vi.unstubAllGlobals());
  return { show: (rawValue) => void seen.splice(0, 1, { rawValue }), looks: () => looks };
}

interface SentPicture {
  url: string;
  type: string;
  bytes: ArrayBuffer;
}

function receivePictures(): SentPicture[] {
  const pictures: SentPicture[] = [];
  serveUploads(async ({ url, type, body }) => {
    pictures.push({ url: url.pathname, type, bytes: body as ArrayBuffer });
    return { status: 200, body: { ok: true } };
  });
  return pictures;
}

/** It responds once the test has finished. */
export function silenceOutbox(): void {
  const { open } = IDBFactory.prototype;
  const requests: IDBOpenDBRequest[] = [];
  vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(function (this: IDBFactory, name, version) {
    if (name !== 'waybill-outbox') return open.call(this, name, version);
    const request = new EventTarget() as IDBOpenDBRequest;
    requests.push(request);
    return request;
  });
  // The next test would still wait for them.
  onTestFinished(() => {
    for (const request of requests) request.onerror?.(new Event('error'));
  });
}

export async function photoOf(colour: string, type = 'image/jpeg'): Promise<File> {
  const canvas = new OffscreenCanvas(64, 48);
  const context = canvas.getContext('2d');
  if (context) context.fillStyle = colour;
  context?.fillRect(0, 0, canvas.width, canvas.height);
  return new File([await canvas.convertToBlob({ type })], 'photo.jpg', { type });
}

/** Gloves need touch targets of 56 px, and sun a contrast of 7:1 in both themes. */
export async function expectForGloves(): Promise<void> {
  const main = document.querySelector('main');
  const targets = [...(main?.querySelectorAll<HTMLElement>('a, button, summary, input, textarea') ?? [])];
  const low = targets.flatMap((target) => {
    const touched = target.closest(target.matches('.cover') ? 'li' : 'label') ?? target;
    const { height } = touched.getBoundingClientRect();
    return target.checkVisibility() && height < 55.5 ? [`${target.textContent} ${height}`] : [];
  });
  expect(low).toEqual([]);
  for (const value of ['dark', 'light']) {
    await setTheme(value);
    const { violations } = await axe.run('main', { runOnly: ['color-contrast-enhanced'], resultTypes: ['violations'] });
    expect(violations.flatMap(({ nodes }) => nodes.map(({ html }) => html))).toEqual([]);
  }
}

export async function setTheme(value: string): Promise<void> {
  const emulate = (scheme: string) =>
    cdp().send('Emulation.setEmulatedMedia', {
      features: [
        { name: 'prefers-color-scheme', value: scheme },
        // Every component test has it (vitest.config.ts).
        { name: 'prefers-reduced-motion', value: 'reduce' },
      ],
    });
  onTestFinished(async () => void (await emulate('light')));
  await emulate(value);
  await expect.poll(() => matchMedia(`(prefers-color-scheme: ${value})`).matches).toBe(true);
}
