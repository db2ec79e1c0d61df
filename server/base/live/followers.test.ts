import { afterEach, expect, it, vi } from 'vitest';
import type { LiveNews } from '../../../src/domain/live-news.ts';
import { createFollowers, type Follower } from './followers.ts';

afterEach(() => vi.useRealTimers());

const OWNER = 'owner';
const [OURS, OTHERS] = ['ours', 'others'];

/** Follows two parcels, one of which it may see in detail. */
function follow(more: Partial<Follower> = {}) {
  vi.useFakeTimers();
  const followers = createFollowers();
  const ending = new AbortController();
  const shipments = new Map([
    [OURS, { trackingId: 'OURS', isGranted: true }],
    [OTHERS, { trackingId: 'OTHERS', isGranted: false }],
  ]);
  const anonymous = {
    personId: null,
    sessionId: null,
    ownerId: null,
    own: false,
    managed: false,
    runs: null,
    drafts: false,
  };
  const stream = followers.add({ address: '127.0.0.1', ...anonymous, shipments, ...more }, ending.signal);
  const seen: string[][] = [];
  void (async () => {
    for await (const { trackingIds } of stream as AsyncIterable<LiveNews>) seen.push(trackingIds);
  })();
  const visitMade = async (ids = [OURS, OTHERS], owners: string[] = []) => {
    followers.notify({ parcels: ids.map((id) => ({ id, owners })) });
    await vi.advanceTimersByTimeAsync(1_000);
  };
  return { seen, visitMade, end: () => ending.abort() };
}

it('sends news of a run’s visits at most once in two minutes, the last one too', async () => {
  const { seen, visitMade, end } = follow();
  for (let visit = 0; visit < 5; visit += 1) await visitMade();
  expect(seen).toEqual([[], ['OURS']]);
  await vi.advanceTimersByTimeAsync(120_000);
  expect(seen).toEqual([[], ['OURS'], ['OURS']]);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(seen).toHaveLength(3);
  end();
});

it('tells owners without a code, and nobody by the tracking ID alone', async () => {
  const visitor = follow();
  await visitor.visitMade([OTHERS], [OWNER]);
  expect(visitor.seen).toEqual([[]]);
  visitor.end();
  const owner = follow({ personId: OWNER, ownerId: OWNER });
  await owner.visitMade([OTHERS], [OWNER]);
  expect(owner.seen).toEqual([[], ['OTHERS']]);
  owner.end();
});
