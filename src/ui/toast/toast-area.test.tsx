import { useState } from 'react';
import { toast as core } from 'react-hot-toast/headless';
import { afterEach, expect, test, vi } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { expectAccessible, expectWords } from '../../../tests/components/expectations.ts';
import { DESKTOP, PHONE } from '../../../tests/components/open-page.tsx';
import {
  dragMouse,
  liftFinger,
  moveFinger,
  moveMouse,
  preferMotion,
  pressMouse,
  putFinger,
  releaseMouse,
} from '../../../tests/components/pointer.ts';
import { Button } from '../button.tsx';
import { Dialog, DialogBody, DialogFooter } from '../dialog/dialog.tsx';
import { toast } from './toast.ts';
import { Toaster } from './toaster.tsx';

afterEach(() => preferMotion(null));

const area = page.getByRole('region', { name: 'Messages' });
const items = area.getByRole('listitem');
const saveButton = page.getByRole('button', { name: 'Save' });
const closeButtonOf = (item: Locator) => item.getByRole('button', { name: 'Close notification' });
const staying = () => document.querySelectorAll('.toast:not([data-leaving])').length;
const boxOf = (item: Locator) => item.element().getBoundingClientRect();
const expectCount = (count: number) => expect.poll(() => items.elements().length).toBe(count);
const expectPaused = () => expect.element(area).toHaveAttribute('data-paused');
const expectRunning = () => expect.element(area).not.toHaveAttribute('data-paused');

function Stage() {
  const [isOpen, setOpen] = useState(false);
  return (
    <main>
      <h1>Stage</h1>
      <button type="button" onClick={() => toast.success('Saved')}>
        Save
      </button>
      <button type="button" onClick={() => setOpen(true)}>
        Ask
      </button>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title="Delete it?" alert>
        <DialogBody>It’s gone then.</DialogBody>
        <DialogFooter>
          <Button onClick={() => setOpen(false)}>Cancel</Button>
        </DialogFooter>
      </Dialog>
      <Toaster />
    </main>
  );
}

/** Its clock only moves when a test says so. */
async function openStage(size = PHONE): Promise<void> {
  await page.viewport(size.width, size.height);
  await moveMouse(5, 400);
  await render(<Stage />);
  // The code of toasts loads with the first one.
  toast.success('First');
  await expectCount(1);
  core.remove();
  await expectCount(0);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
}

async function show(count = 1): Promise<void> {
  const before = items.elements().length;
  for (let shown = 1; shown <= count; shown += 1) {
    toast.success('Saved');
    await expectCount(before + shown);
  }
}

async function expectGone(withinMs: number): Promise<void> {
  vi.advanceTimersByTime(withinMs);
  await expect.poll(staying).toBe(0);
  vi.advanceTimersByTime(200);
  await expectCount(0);
}

test('a toast is announced politely, shows for four seconds, and fades', async () => {
  await openStage();
  await show();
  await expect.element(items.getByRole('status')).toHaveTextContent('Saved');
  vi.advanceTimersByTime(3999);
  expect(staying()).toBe(1);
  vi.advanceTimersByTime(1);
  await expect.element(items).toHaveAttribute('data-leaving');
  await expect.element(items).toHaveStyle({ opacity: '0' });
  vi.advanceTimersByTime(199);
  expect(items.elements()).toHaveLength(1);
  vi.advanceTimersByTime(1);
  await expectCount(0);
});

test('what went wrong is announced at once', async () => {
  await openStage();
  toast.error('Not copied', 'This browser does not allow it.');
  await expectWords(items.getByRole('alert'), 'Not copied', 'This browser does not allow it.');
});

test('swiping 20 pixels sideways or down dismisses a toast, less does not', async () => {
  await openStage();
  await show();
  const place = boxOf(items);
  const from = { x: place.x + 120, y: place.y + 24 };
  /** Returns how far the toast went along. */
  const swipe = async (x: number, y: number) => {
    await pressMouse(from.x, from.y);
    await dragMouse(from.x + x / 2, from.y + y / 2);
    await dragMouse(from.x + x, from.y + y);
    const moved = boxOf(items);
    await releaseMouse(from.x + x, from.y + y);
    return [moved.x - place.x, moved.y - place.y];
  };
  expect(await swipe(19, 0)).toEqual([19, 0]);
  await expect.poll(() => boxOf(items)).toEqual(place);
  expect(await swipe(0, -80)).toEqual([0, 0]);
  expect(staying()).toBe(1);
  expect(await swipe(20, 0)).toEqual([20, 0]);
  await expectGone(0);
  for (const [x, y] of [
    [-20, 0],
    [0, 20],
  ] as const) {
    await show();
    await swipe(x, y);
    await expectGone(0);
  }
});

test('a toast waits while the mouse is over it', async () => {
  await openStage();
  await show();
  const { x, y } = boxOf(items);
  vi.advanceTimersByTime(1000);
  await moveMouse(x + 120, y + 24);
  await expectPaused();
  vi.advanceTimersByTime(60_000);
  expect(staying()).toBe(1);
  await moveMouse(5, 400);
  await expectRunning();
  vi.advanceTimersByTime(2900);
  expect(staying()).toBe(1);
  await expectGone(300);
});

test('closing the toast under the mouse lets the others go', async () => {
  await openStage();
  await show(2);
  await closeButtonOf(items.first()).click();
  await expect.poll(staying).toBe(1);
  await expectRunning();
  await expectGone(4000);
});

test('toasts wait in a hidden tab, new ones get their own time', async () => {
  const look = (isHidden: boolean) => {
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(isHidden);
    document.dispatchEvent(new Event('visibilitychange'));
  };
  await openStage();
  await show();
  look(true);
  await expectPaused();
  vi.advanceTimersByTime(60_000);
  expect(staying()).toBe(1);
  await show();
  look(false);
  await expectRunning();
  vi.advanceTimersByTime(3900);
  expect(staying()).toBe(2);
  await expectGone(300);
});

test('a press or a short drag neither holds toasts nor takes focus', async () => {
  await openStage();
  for (const distance of [0, 19]) {
    saveButton.element().focus();
    await show(2);
    const { x, y } = boxOf(items.last());
    await pressMouse(x + 120, y + 24);
    if (distance > 0) await dragMouse(x + 120 + distance, y + 24);
    await releaseMouse(x + 120 + distance, y + 24);
    await expect.element(saveButton).toHaveFocus();
    await moveMouse(5, 400);
    await expectRunning();
    await expectGone(4000);
  }
});

test('Alt+T moves the focus to the toasts, and Escape back', async () => {
  await openStage();
  saveButton.element().focus();
  await userEvent.keyboard('{Alt>}t{/Alt}');
  await expect.element(saveButton).toHaveFocus();

  await userEvent.keyboard('{Enter}');
  await userEvent.keyboard('{Enter}');
  await expectCount(2);
  await expect.element(area).toHaveAttribute('aria-keyshortcuts', 'Alt+T');
  await userEvent.keyboard('{Alt>}t{/Alt}');
  await expect.element(area).toHaveFocus();
  await expect.element(area).toHaveStyle({ outlineStyle: 'solid' });
  await expectPaused();
  vi.advanceTimersByTime(60_000);
  expect(staying()).toBe(2);
  await userEvent.keyboard('{Escape}');
  await expect.element(saveButton).toHaveFocus();
});

test('the keyboard closes toasts one by one, and returns to the page', async () => {
  await openStage();
  saveButton.element().focus();
  await show(2);
  await userEvent.keyboard('{Alt>}t{/Alt}');
  await userEvent.keyboard('{Tab}');
  await expect.element(closeButtonOf(items.first())).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(staying).toBe(1);
  vi.advanceTimersByTime(200);
  await expectCount(1);
  await expect.element(closeButtonOf(items)).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expectGone(0);
  await expect.element(saveButton).toHaveFocus();
});

test.for([
  { device: 'phone', size: PHONE, offset: 16, width: PHONE.width - 32 },
  { device: 'desktop', size: DESKTOP, offset: 32, width: 356 },
])('three toasts show at most, newest nearest the edge, on a $device', async ({ size, offset, width }) => {
  await openStage(size);
  await show(3);
  toast.error('Not saved');
  await expectCount(4);
  await expect.poll(staying).toBe(3);
  vi.advanceTimersByTime(200);
  await expectCount(3);
  expect(items.elements().map(({ textContent }) => textContent?.replace('Close notification', ''))).toEqual([
    'Saved',
    'Saved',
    'Not saved',
  ]);
  const gaps = () => {
    const boxes = items.all().map(boxOf);
    return boxes.slice(1).map(({ top }, place) => top - (boxes[place]?.bottom ?? 0));
  };
  await expect.poll(gaps).toEqual([14, 14]);
  for (const item of items.all()) {
    expect(boxOf(item).width).toBe(width);
    expect(size.width - boxOf(item).right).toBe(offset);
  }
  expect(size.height - boxOf(items.last()).bottom).toBe(offset);
  vi.useRealTimers();
  await moveMouse(boxOf(items.nth(1)).x + 120, boxOf(items.nth(1)).y + 24);
  await expectPaused();
  await expectAccessible();

  // The others close the gap that one leaves.
  await closeButtonOf(items.nth(1)).click();
  await expectCount(2);
  await expect.poll(gaps).toEqual([14]);
});

test('on a phone toasts lie above a dialog, away from its buttons', async () => {
  await openStage();
  await show(2);
  const top = () => boxOf(items.last()).top;
  const atTheEdge = top();
  expect(atTheEdge).toBeGreaterThan(PHONE.height / 2);
  await page.getByRole('button', { name: 'Ask' }).click();
  const dialog = page.getByRole('alertdialog');
  await expect.element(dialog).toBeVisible();
  await expect.poll(top).toBe(16);
  const sheet = dialog.element().getBoundingClientRect();
  for (const item of document.querySelectorAll('.toast'))
    expect(item.getBoundingClientRect().bottom).toBeLessThan(sheet.top);

  // A toast that comes while the dialog is open can only be seen.
  toast.success('Saved');
  await expect.poll(() => document.querySelectorAll('.toast').length).toBe(3);
  const newest = document.querySelectorAll('.toast')[2];
  const { x = 0, y = 0 } = newest?.getBoundingClientRect() ?? {};
  // What is inert is never hit, so the dialog’s own sheet must not lie there.
  dialog.element().setAttribute('inert', '');
  const hit = document.elementFromPoint(x + 60, y + 20);
  expect(hit?.closest('dialog') ?? null).toBeNull();
  dialog.element().removeAttribute('inert');

  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(top).toBe(atTheEdge);
});

test('a toast slides in and out, unless reduced motion is preferred', async () => {
  await openStage();
  await preferMotion(false);
  await show();
  await expect.element(items).toHaveStyle({ transitionDuration: '0.24s, 0.24s' });
  await preferMotion(true);
  await expect.element(items).toHaveStyle({ transitionDuration: '0s' });
  await preferMotion(false);
  vi.advanceTimersByTime(4000);
  await expect.element(items).toHaveStyle({ transitionDuration: '0.2s' });
});

test('a finger swipes a toast away, a tap does not hold it', async () => {
  await openStage();
  await show();
  const { x, y } = boxOf(items);
  await putFinger(x + 60, y + 24);
  for (const distance of [10, 25, 40]) await moveFinger(x + 60 + distance, y + 24);
  await liftFinger();
  await expectGone(0);
  for (const distance of [0, 15]) {
    await show();
    await putFinger(x + 60, y + 24);
    if (distance > 0) await moveFinger(x + 60 + distance, y + 24);
    await liftFinger();
    await expectGone(4000);
  }
});
