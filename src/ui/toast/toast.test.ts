import { describe, expect, it, vi } from 'vitest';
import { firstToast, presentToasts, TOAST, toast } from './toast.ts';

describe('toasts', () => {
  it('have the measures of the specification', () => {
    expect(TOAST).toEqual({
      duration: 4000,
      visible: 3,
      width: 356,
      gap: 14,
      offset: 32,
      phoneOffset: 16,
      swipeThreshold: 20,
      exitDelay: 200,
      hotkey: 'Alt+T',
    });
  });

  it('wait until they can be shown, in order, and none is announced twice', () => {
    const onFirst = vi.fn();
    firstToast.subscribe(onFirst);
    expect(firstToast.isSaid()).toBe(false);
    toast.good('Tracking ID copied');
    toast.bad('Not copied', 'This browser does not allow it.');
    expect(firstToast.isSaid()).toBe(true);
    expect(onFirst).toHaveBeenCalledOnce();

    const shown = vi.fn();
    const stop = presentToasts(shown);
    toast.plain('Sending');
    expect(shown.mock.calls).toEqual([
      [{ tone: 'good', title: 'Tracking ID copied', text: undefined }],
      [{ tone: 'bad', title: 'Not copied', text: 'This browser does not allow it.' }],
      [{ tone: 'plain', title: 'Sending', text: undefined }],
    ]);

    stop();
    toast.good('Later');
    expect(shown).toHaveBeenCalledTimes(3);
    presentToasts(shown);
    expect(shown).toHaveBeenLastCalledWith({ tone: 'good', title: 'Later', text: undefined });
  });
});
