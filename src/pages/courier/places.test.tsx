import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { inputsOf } from '../../../tests/components/api.ts';
import { button, expectSaved, letUndoPass, link, openWithRun } from '../../../tests/components/courier-phone.ts';
import { newRun, started } from '../../../tests/components/courier-runs.ts';
import { expectAccessible } from '../../../tests/components/expectations.ts';
import { readOutbox } from '../../../tests/components/outbox.ts';

const LEARNING = { learnsPlaces: { days: 30 } };
const heading = page.getByRole('heading', { name: 'Where the doors are' });
const HERE = { latitude: 57.7, longitude: 11.97, accuracy: 12 };

/** A phone that says where it is, if it is let. `answer: null`: it never does. */
function stagePosition(answer: Partial<typeof HERE> | 'denied' | null) {
  const ask = vi.spyOn(navigator.geolocation, 'getCurrentPosition').mockImplementation((found, failed) => {
    if (answer === 'denied') failed?.({ code: 1, PERMISSION_DENIED: 1 } as GeolocationPositionError);
    else if (answer) found({ coords: { ...HERE, ...answer } } as GeolocationPosition);
  });
  onTestFinished(() => ask.mockRestore());
  return ask;
}

/** Delivers the first parcel, and returns where it says that it was. */
async function deliver(method: string, { isNoted = false } = {}): Promise<unknown> {
  await link('Next stop: 1').click();
  await link('Deliver').click();
  await button(method).click();
  await button('Finish without a photo').click();
  await expectSaved(`Delivered`);
  // It is added after the visit is saved, and before it is sent.
  if (isNoted) await expect.poll(async () => JSON.stringify(await readOutbox())).toContain('"at":{');
  letUndoPass();
  await expect.poll(() => inputsOf('courier.visit')).toHaveLength(1);
  return (inputsOf('courier.visit')[0] as { at?: unknown }).at;
}

test('a courier who allows it says where a parcel is delivered', async () => {
  const ask = stagePosition({});
  await openWithRun('/courier', started(newRun([1, 1], LEARNING)));
  await expect.element(page.getByText('deleted after 30 days')).toBeVisible();
  await expectAccessible();
  await button('Allow').click();
  await expect.element(page.getByText('notes where the door is when you deliver')).toBeVisible();
  expect(ask).toHaveBeenCalledTimes(1);
  expect(await deliver('Mailbox', { isNoted: true })).toEqual({ lat: 57.7, lng: 11.97, accuracy: 12 });
  expect(ask).toHaveBeenCalledTimes(2);
});

test('a refusal is remembered, and the phone is never asked where it is', async () => {
  const ask = stagePosition({});
  await openWithRun('/courier', started(newRun([1, 1], LEARNING)));
  await button('No, thanks').click();
  await expect.element(page.getByText('doesn’t note where the doors are')).toBeVisible();
  expect(await deliver('Recipient')).toBeUndefined();
  expect(ask).not.toHaveBeenCalled();
});

test('a browser that refuses is a refusal', async () => {
  stagePosition('denied');
  await openWithRun('/courier', started(newRun([1, 1], LEARNING)));
  await button('Allow').click();
  await expect.element(page.getByText('allow it in the browser’s settings')).toBeVisible();
});

test('a phone that does not know where it is delays nothing', async () => {
  const ask = stagePosition({});
  await openWithRun('/courier', started(newRun([1, 1], LEARNING)));
  await button('Allow').click();
  await expect.element(button('Stop')).toBeVisible();
  ask.mockImplementation(() => undefined);
  expect(await deliver('Mailbox')).toBeUndefined();
});

test('couriers of a brand that learns nothing are not asked', async () => {
  const ask = stagePosition({});
  await openWithRun('/courier', started(newRun([1, 1])));
  await expect.element(link('Next stop: 1')).toBeVisible();
  await expect.element(heading).not.toBeInTheDocument();
  expect(await deliver('Recipient')).toBeUndefined();
  expect(ask).not.toHaveBeenCalled();
});
