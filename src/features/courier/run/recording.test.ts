import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { forgetAccessToken, writeAccessToken } from '../../../api/calls/access-token.ts';
import { writeDeviceUser } from '../../../offline/device-user.ts';
import { readUnsavedNote } from '../../../offline/restart-app.ts';
import { outbox } from '../../../outbox/device-outbox.ts';
import { UNDO_MS } from '../../../outbox/outbox-row.ts';
import { dismiss, ownRecordings, record, saveAgain, undo } from './recording.ts';

function signIn(userId: string | null): void {
  forgetAccessToken();
  if (!userId) return;
  writeAccessToken(`token-of-${userId}`);
  writeDeviceUser(userId, `token-of-${userId}`);
}

afterEach(() => {
  for (const userId of ['ada', 'ben']) {
    signIn(userId);
    ownRecordings().forEach(dismiss);
  }
  signIn(null);
  vi.unstubAllGlobals();
});

it('saves an act for who was signed in when it was done', async () => {
  signIn('ada');
  const { promise: isDrawn, resolve: draw } = Promise.withResolvers<void>();
  const owners: unknown[] = [];
  const recorded = record('Delivered, Ulla', async (userId) => {
    await isDrawn;
    owners.push(userId);
    return 'visit';
  });
  signIn('ben');
  draw();
  await recorded;
  expect(owners).toEqual(['ada']);
});

it('shows and saves again only what the signed-in person did', async () => {
  signIn('ada');
  const owners: unknown[] = [];
  const save = async (userId: string | null) => {
    owners.push(userId);
    if (owners.length === 1) throw new Error('Full');
    return 'visit';
  };
  expect(await record('Delivered, Ulla', save)).toBe(false);
  expect(ownRecordings()).toMatchObject([{ label: 'Delivered, Ulla', status: 'failed' }]);
  signIn('ben');
  expect(await record('Delivered, Olle', async () => 'other')).toBe(true);
  expect(ownRecordings()).toMatchObject([{ label: 'Delivered, Olle' }]);

  signIn('ada');
  const [failed] = ownRecordings();
  if (failed) saveAgain(failed);
  await expect.poll(() => ownRecordings()).toMatchObject([{ label: 'Delivered, Ulla', status: 'saved' }]);
  expect(owners).toEqual(['ada', 'ada']);
});

it('shows what was saved as long as it can be undone, whatever page the courier is on', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  signIn('ada');
  await record('Delivered, Ulla', async () => 'visit', { undoTo: '/courier/stops/ulla' });
  vi.advanceTimersByTime(UNDO_MS - 1);
  expect(ownRecordings()).toMatchObject([{ status: 'saved', visitId: 'visit' }]);
  vi.advanceTimersByTime(1);
  expect(ownRecordings()).toEqual([]);
});

it('says for a moment whether a visit was undone, also if it was undone at the last one', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const remove = vi.spyOn(outbox, 'undo');
  onTestFinished(() => remove.mockRestore());
  signIn('ada');
  const undoAtLast = async (isUndone: Promise<boolean>) => {
    remove.mockReturnValueOnce(isUndone);
    await record('Delivered, Ulla', async () => 'visit', { undoTo: '/courier/stops/ulla' });
    vi.advanceTimersByTime(UNDO_MS - 1);
    const [saved] = ownRecordings();
    const undoing = saved && undo(saved, 'visit');
    expect(ownRecordings()).toMatchObject([{ status: 'undoing', visitId: null }]);
    const result = await undoing;
    vi.advanceTimersByTime(1);
    return [result, ...ownRecordings().map(({ status, message, visitId }) => ({ status, message, visitId }))];
  };
  const undone = [true, { status: 'undone', message: '', visitId: null }];
  expect(await undoAtLast(Promise.resolve(true))).toEqual(undone);
  const sent = { status: 'not-undone', message: 'Already sent.', visitId: null };
  expect(await undoAtLast(Promise.resolve(false))).toEqual([false, sent]);
  const broken = { ...sent, message: 'This device couldn’t do it.' };
  expect(await undoAtLast(Promise.reject(new DOMException('No disk', 'UnknownError')))).toEqual([false, broken]);
  vi.advanceTimersByTime(UNDO_MS);
  expect(ownRecordings()).toEqual([]);
});

it('is felt and heard when it could not be saved, each time, and not when it was', async () => {
  const vibrate = vi.fn();
  vi.stubGlobal('navigator', { vibrate });
  signIn('ada');
  let isFull = true;
  await record('Delivered, Ulla', async () => {
    if (isFull) throw new Error('Full');
    return 'visit';
  });
  const bad = [[250, 80, 250]];
  expect(vibrate.mock.calls).toEqual([bad]);
  const again = () => ownRecordings().forEach(saveAgain);
  again();
  await expect.poll(() => vibrate.mock.calls).toEqual([bad, bad]);
  isFull = false;
  again();
  await expect.poll(() => ownRecordings()).toMatchObject([{ status: 'saved' }]);
  expect(vibrate).toHaveBeenCalledTimes(2);
});

it('says that it is still not saved after ten seconds, and that it would be lost with the page', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const vibrate = vi.fn();
  vi.stubGlobal('navigator', { vibrate });
  signIn('ada');
  const { promise, resolve } = Promise.withResolvers<string>();
  const saving = record('Delivered, Ulla', () => promise);
  vi.advanceTimersByTime(9_999);
  expect(ownRecordings()).toMatchObject([{ status: 'saving', message: '' }]);
  vi.advanceTimersByTime(1);
  expect(ownRecordings()).toMatchObject([{ status: 'saving', message: 'Not saved yet. Keep the app open.' }]);
  expect(vibrate).toHaveBeenCalledOnce();
  expect(readUnsavedNote()).toBe('A report may not have been saved. Check the stops.');
  resolve('visit');
  expect(await saving).toBe(true);
  expect(ownRecordings()).toMatchObject([{ status: 'saved', message: '' }]);
  expect(readUnsavedNote()).toBe('');
});

it('still says how an undo ended after the next act', async () => {
  const remove = vi.spyOn(outbox, 'undo');
  onTestFinished(() => remove.mockRestore());
  const { promise, resolve } = Promise.withResolvers<boolean>();
  remove.mockReturnValueOnce(promise);
  signIn('ada');
  await record('Delivered, Ulla', async () => 'visit', { undoTo: '/courier/stops/ulla' });
  const [saved] = ownRecordings();
  const undoing = saved && undo(saved, 'visit');
  await record('Delivered, Olle', async () => 'other', { undoTo: '/courier/stops/olle' });
  resolve(true);
  expect(await undoing).toBe(true);
  expect(ownRecordings()).toMatchObject([
    { label: 'Delivered, Ulla', status: 'undone' },
    { label: 'Delivered, Olle', status: 'saved', visitId: 'other' },
  ]);
});
