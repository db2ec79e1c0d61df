import { expect, it, vi } from 'vitest';
import { firstToast, subscribeToToasts, toast } from './toast.ts';

it('toasts wait until they can be shown, in order, and none is announced twice', () => {
  const onFirst = vi.fn();
  firstToast.subscribe(onFirst);
  toast.success('Tracking ID copied');
  toast.error('Not copied', 'This browser does not allow it.');
  expect(onFirst).toHaveBeenCalledOnce();

  const shown = vi.fn();
  const stop = subscribeToToasts(shown);
  toast.info('Sending');
  expect(shown.mock.calls).toEqual([
    [{ tone: 'good', title: 'Tracking ID copied', text: undefined }],
    [{ tone: 'bad', title: 'Not copied', text: 'This browser does not allow it.' }],
    [{ tone: 'plain', title: 'Sending', text: undefined }],
  ]);

  stop();
  toast.success('Later');
  expect(shown).toHaveBeenCalledTimes(3);
  subscribeToToasts(shown);
  expect(shown).toHaveBeenLastCalledWith({ tone: 'good', title: 'Later', text: undefined });
});
