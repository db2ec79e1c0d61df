import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible, expectShown, toastOf } from '../../tests/components/expectations.ts';
import { openPage } from '../../tests/components/open-page.tsx';
import type { registerWorker, WorkerEvents } from '../pwa/service-worker.ts';

const worker = vi.hoisted(() => ({ events: [] as WorkerEvents[], takeOver: vi.fn() }));
vi.mock('../pwa/service-worker.ts', () => ({
  registerWorker: ((events) => {
    worker.events.push(events);
    return worker.takeOver;
  }) satisfies typeof registerWorker,
}));

/** What happens to the worker; the page on the screen has registered it last. */
async function tell(event: keyof WorkerEvents): Promise<void> {
  await expect.poll(() => worker.events.length).toBeGreaterThan(0);
  worker.events.at(-1)?.[event]();
}

beforeEach(async () => {
  worker.events = [];
  worker.takeOver.mockClear();
  await openPage('/track');
});

test('a new version asks, and waits for the old one to finish', async () => {
  await tell('onWaiting');
  await expect.element(page.getByText('A new version is ready.')).toBeVisible();
  expect(worker.takeOver).not.toHaveBeenCalled();
  const update = page.getByRole('button', { name: 'Update' });
  await update.click();
  expect(worker.takeOver).toHaveBeenCalledOnce();
  await expect.element(page.getByText('The new version starts once the old one has finished')).toBeVisible();
  await expect.element(update).toHaveAttribute('aria-busy', 'true');
  await expectAccessible();
});

test('an update accepted in another tab leaves what is typed here', async () => {
  const field = page.getByRole('textbox', { name: 'Tracking ID' });
  await field.fill('half an ID');
  await tell('onTakenOver');
  await expectShown('Waybill has been updated. Finish what you’re writing, then reload.');
  await expect.element(page.getByRole('button', { name: 'Reload' })).toBeVisible();
  await expect.element(field).toHaveValue('half an ID');
});

test('a browser that cannot set up offline use says so', async () => {
  await tell('onFailure');
  await expect.element(toastOf('Offline use isn’t ready')).toBeVisible();
});
