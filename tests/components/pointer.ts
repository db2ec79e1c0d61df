/** A real mouse and a real finger, for what a press captures. Places are in CSS pixels of the page. */
import { cdp } from 'vitest/browser';

const mouse = (type: 'mouseMoved' | 'mousePressed' | 'mouseReleased', x: number, y: number, isDown: boolean) =>
  cdp().send('Input.dispatchMouseEvent', {
    type,
    x,
    y,
    button: isDown || type === 'mouseReleased' ? 'left' : 'none',
    buttons: isDown ? 1 : 0,
    clickCount: type === 'mouseMoved' ? 0 : 1,
  });

export const moveMouse = (x: number, y: number) => mouse('mouseMoved', x, y, false);
export const pressMouse = (x: number, y: number) => mouse('mousePressed', x, y, true);
/** Moves with the button held. */
export const dragMouse = (x: number, y: number) => mouse('mouseMoved', x, y, true);
export const releaseMouse = (x: number, y: number) => mouse('mouseReleased', x, y, false);

const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
  cdp().send('Input.dispatchTouchEvent', { type, touchPoints });

export const putFinger = (x: number, y: number) => touch('touchStart', [{ x, y }]);
export const moveFinger = (x: number, y: number) => touch('touchMove', [{ x, y }]);
export const liftFinger = () => touch('touchEnd', []);

/** What the device prefers, until it is given null. */
export const preferMotion = (isReduced: boolean | null) =>
  cdp().send('Emulation.setEmulatedMedia', {
    features:
      isReduced === null ? [] : [{ name: 'prefers-reduced-motion', value: isReduced ? 'reduce' : 'no-preference' }],
  });
