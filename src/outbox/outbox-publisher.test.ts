import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createFakeStore, location, USER } from '../../tests/support/fake-outbox.ts';
import { createPublisher } from './outbox-publisher.ts';
import type { OutboxView } from './outbox-view.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('keeps showing what waits if the storage fails, says so, and reads it again', async () => {
  const store = createFakeStore();
  await store.append(location());
  const views: OutboxView[] = [];
  const publish = createPublisher({ store, show: (view) => views.push(view), getUser: () => USER });
  await publish();
  const list = vi.spyOn(store, 'list').mockRejectedValueOnce(new DOMException('No disk', 'UnknownError'));
  await publish();
  expect(views.map(({ own, hasFailed }) => [own.length, hasFailed])).toEqual([
    [1, false],
    [1, true],
  ]);
  await vi.runAllTimersAsync();
  expect(list).toHaveBeenCalledTimes(2);
  expect(views.at(-1)).toMatchObject({ hasFailed: false, own: [{ userId: USER }] });
});

it('does not show one person what another one left', async () => {
  const store = createFakeStore();
  await store.append(location());
  let user: string | null = USER;
  const views: OutboxView[] = [];
  const publish = createPublisher({ store, show: (view) => views.push(view), getUser: () => user });
  await publish();
  vi.spyOn(store, 'list').mockRejectedValue(new DOMException('No disk', 'UnknownError'));
  user = 'otto';
  await publish();
  expect(views.at(-1)).toMatchObject({ hasFailed: true, own: [] });
});
