import { expect, test } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { inputsOf, rejecting } from '../../../../tests/components/api.ts';
import {
  breakCamera,
  button,
  expectForGloves,
  expectSaved,
  letUndoPass,
  link,
  openWithRun,
} from '../../../../tests/components/courier-phone.ts';
import { newRun, started, stopPath, withTasks } from '../../../../tests/components/courier-runs.ts';
import { expectAccessible } from '../../../../tests/components/expectations.ts';
import { newSigner } from '../../../../tests/components/handover.ts';
import { withCheckDigit } from '../../../domain/handover.ts';
import type { CourierRun } from '../../../domain/runs/views.ts';

const [signer, former] = [await newSigner(), await newSigner()];
const RUN_ID = '0198c5f0-0000-7000-9000-0000000000aa';

/** A run whose parcels need the receiver's code, but no photo. */
const withCodes = (parcels: number[], code: 'required' | 'qr' = 'required'): CourierRun => ({
  ...withTasks(started(newRun(parcels)), () => ({ proof: { photo: 'off', signature: 'off', name: 'off', code } })),
  id: RUN_ID,
  handoverKeys: [former.publicKey, signer.publicKey],
});
const tokenOf = (run: CourierRun, parcel = 0, runId = RUN_ID) => {
  const { trackingId = '', claim = 1 } = run.stops[0]?.tasks[parcel] ?? {};
  return signer.tokenFor({ trackingId, runId, claim });
};
const digits = page.getByLabelText('Or type the seven digits');
const sentCodes = () =>
  inputsOf('courier.visit').map((visit) => JSON.parse(JSON.stringify(visit)).outcomes.map(({ code = null }) => code));

test('a QR code delivers without a network, and no other code does', async () => {
  const run = withTasks(withCodes([1]), () => ({ claim: 2 }));
  const { show } = await openWithRun(stopPath(run, 0, '?view=deliver'), run);
  await expect.element(button('Safe place')).not.toBeInTheDocument();
  await page.viewport(360, 640);
  await button('Recipient').click();
  const code = await tokenOf(run);
  const stranger = await newSigner();
  const trackingId = run.stops[0]?.tasks[0]?.trackingId ?? '';
  for (const [wrong, why] of [
    [await stranger.tokenFor({ trackingId, runId: RUN_ID }), 'This code isn’t from us'],
    [await signer.tokenFor({ trackingId: 'W00000000000', runId: RUN_ID }), 'This code is for another parcel'],
    [await tokenOf(run, 0, '0198c5f0-0000-7000-9000-0000000000bb'), 'This code is from another run'],
    [await signer.tokenFor({ trackingId, runId: RUN_ID, claim: 1 }), 'This code no longer counts'],
  ] as const) {
    show(wrong);
    const said = page.getByText(why);
    await expect.element(said).toBeVisible();
    const { left, top, height } = said.element().getBoundingClientRect();
    // Nothing, such as the dock, is in front of it.
    expect(document.elementFromPoint(left + 4, top + height / 2)).toBe(said.element());
  }
  await expect.element(button('Finish')).not.toBeInTheDocument();
  await expectAccessible();
  await expectForGloves();
  show(code);
  await expect.element(page.getByText('The code is right')).toBeVisible();
  await button('Finish').click();
  await expectSaved('Delivered to the recipient, Receiver 1');
  letUndoPass();
  await expect.poll(sentCodes).toEqual([[code]]);
  expect(inputsOf('courier.checkCode')).toEqual([]);
});

test.for<[string, number]>([
  ['QR code', 3],
  ['digits', 4],
])('a door with a code by %s takes %d taps', async ([kind, expected]) => {
  const run = withCodes([1]);
  const checkCode = () => ({ ok: true }) as const;
  const { show } = await openWithRun(stopPath(run, 0), run, { api: { courier: { checkCode } } });
  let taps = 0;
  const tap = async (what: Locator) => {
    taps += 1;
    await what.click();
  };
  await tap(link('Deliver'));
  await tap(button('Recipient'));
  if (kind === 'QR code') show(await tokenOf(run));
  else {
    await tap(digits);
    await digits.fill(withCheckDigit('482193'));
  }
  await expect.element(page.getByText('The code is right')).toBeVisible();
  await tap(button('Finish'));
  await expectSaved('Delivered to the recipient, Receiver 1');
  expect(taps).toBe(expected);
});

test('digits are checked by the server, and typos by the phone', async () => {
  const run = withCodes([1]);
  const [task] = run.stops[0]?.tasks ?? [];
  let isRight = false;
  const reject = rejecting('BAD_REQUEST', 'Please check', { code: ['This isn’t the receiver’s code.'] });
  const checkCode = () => (isRight ? ({ ok: true } as const) : reject());
  await openWithRun(stopPath(run, 0, '?view=deliver&method=recipient'), run, { api: { courier: { checkCode } } });
  await digits.fill('5724 321');
  await expect.element(page.getByText('One of these digits is wrong.')).toBeVisible();
  expect(inputsOf('courier.checkCode')).toEqual([]);
  const right = withCheckDigit('482193');
  await digits.fill(right);
  await expect.element(page.getByText('This isn’t the receiver’s code.')).toBeVisible();
  isRight = true;
  await digits.fill('');
  await digits.fill(`${right.slice(0, 4)} ${right.slice(4)}`);
  await expect.element(page.getByText('The code is right')).toBeVisible();
  expect(inputsOf('courier.checkCode').at(-1)).toEqual({ id: task?.id, code: right });
});

test('without a network digits are taken, and not called right', async () => {
  const run = withCodes([1]);
  const checkCode = () => Promise.reject(new TypeError('Failed to fetch'));
  const path = stopPath(run, 0, '?view=deliver&method=recipient');
  await openWithRun(path, run, { camera: breakCamera, api: { courier: { checkCode } } });
  await digits.fill(withCheckDigit('482193'));
  await expect.element(page.getByText('The code isn’t checked yet')).toBeVisible();
  await button('Finish').click();
  letUndoPass();
  await expect.poll(sentCodes).toEqual([[withCheckDigit('482193')]]);
});

test('each parcel has its own code, and one without is for the desk', async () => {
  const run = withCodes([2], 'qr');
  const { show } = await openWithRun(stopPath(run, 0, '?view=deliver&method=recipient'), run);
  await expect.element(digits).not.toBeInTheDocument();
  const code = await tokenOf(run, 1);
  show(code);
  await expect.element(page.getByText('one of 2 parcels')).not.toBeInTheDocument();
  await button('No code').click();
  await button('The desk agreed').click();
  await expect.element(page.getByText('Without a code: the desk agreed')).toBeVisible();
  await button('Finish').click();
  letUndoPass();
  await expect.poll(sentCodes).toEqual([[null, code]]);
});
