import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import type { CourierRun } from '../../../domain/runs/views.ts';
import { outbox } from '../../../outbox/device-outbox.ts';
import { type DrawPictures, drawOnce, type ProofPicture } from '../proof/proof-picture.ts';
import { dismiss, ownRecordings, saveAgain } from './recording.ts';
import { reportVisit } from './report.ts';

const RUN = { id: 'run', version: 2 } as CourierRun;
const VISIT = { stopId: 'stop', outcomes: [] };
const PICTURE: ProofPicture = { kind: 'photo', sha256: 'f0', type: 'image/jpeg', size: 0, bytes: new ArrayBuffer(0) };
const REDO = { path: '/courier/stops/stop?view=deliver', onRedo: () => {} };

const report = (draw: DrawPictures) =>
  reportVisit(RUN, VISIT, draw, { label: 'Delivered', redo: REDO, position: Promise.resolve(null), onSaved: () => {} });

function spyOnOutbox() {
  const store = vi.spyOn(outbox, 'record').mockResolvedValue('visit');
  onTestFinished(() => store.mockRestore());
  return store;
}

function tryAgain(): void {
  const [failed] = ownRecordings();
  if (failed) saveAgain(failed);
}

afterEach(() => ownRecordings().forEach(dismiss));

it('draws a picture again when a visit is saved again because drawing it failed', async () => {
  const store = spyOnOutbox();
  const draw = vi.fn(async () => [PICTURE]).mockRejectedValueOnce(new DOMException('There is no canvas'));
  await report(drawOnce(draw));
  expect(ownRecordings()).toMatchObject([{ status: 'failed', isLost: false }]);
  tryAgain();
  await expect.poll(() => ownRecordings()).toMatchObject([{ status: 'saved', visitId: 'visit' }]);
  expect(store.mock.calls[0]?.[1]).toMatchObject({ input: { proofs: [{ sha256: 'f0' }] } });
});

it('keeps a picture that was drawn when storing it failed', async () => {
  const store = spyOnOutbox().mockRejectedValueOnce(new Error('Full'));
  const draw = vi.fn(async () => [PICTURE]);
  await report(drawOnce(draw));
  tryAgain();
  await expect.poll(() => ownRecordings()).toMatchObject([{ status: 'saved' }]);
  expect(store).toHaveBeenCalledTimes(2);
  expect(draw).toHaveBeenCalledTimes(1);
});

it('dates a visit when it was made, however late it is stored', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 21, 10) });
  onTestFinished(() => void vi.useRealTimers());
  const store = spyOnOutbox().mockRejectedValueOnce(new Error('Full'));
  const { occurredAt } = outbox.now();
  await report(async () => [PICTURE]);
  vi.setSystemTime(Date.UTC(2026, 10, 21, 10, 40));
  tryAgain();
  await expect.poll(() => ownRecordings()).toMatchObject([{ status: 'saved' }]);
  const moments = store.mock.calls.map(([, , , moment]) => moment?.occurredAt);
  expect(moments).toEqual(Array(2).fill(occurredAt));
});
