/** The words of push notifications. */
import { afterEach, expect, test, vi } from 'vitest';
import { FETCHED_AT_HEADER } from '../src/pwa/messages.ts';
import { stubWorker } from '../tests/support/fake-worker.ts';

const TRACKING_ID = '000000000000';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.doUnmock('./tracking-cache.ts');
});

/** The title and body that a worker shows for a message, while it cannot look up the shipment. */
async function shownFor(message: unknown): Promise<string> {
  vi.stubEnv('API_BASE', '');
  const showNotification = vi.fn(async (_title: string, _options: NotificationOptions) => undefined);
  const browser = stubWorker({
    manifest: [],
    fetch: () => Promise.reject(new TypeError('Failed to fetch')),
    scope: { registration: { showNotification }, location: { origin: 'https://waybill.test' } },
  });
  const { showPushMessages } = await import('./push.ts');
  showPushMessages();
  await browser.dispatch('push', { data: { json: () => message } });
  const [title, options] = showNotification.mock.lastCall ?? [];
  return `${title} | ${options?.body}`;
}

test.each([
  ['delivery-attempted', 'Delivery attempted'],
  ['delivery-corrected', 'Not delivered after all'],
])('a message of the kind %s says “%s”', async (kind, words) => {
  const shown = await shownFor({ kind, trackingId: TRACKING_ID });
  expect(shown).toBe(`${words}: 0000 0000 0000 | The status has changed. Open it for details.`);
});

test('a message of a visit says what happens next', async () => {
  const says = 'The sender decides until Monday 7 December what happens to it.';
  const shown = await shownFor({ kind: 'delivery-attempted', trackingId: TRACKING_ID, says });
  expect(shown).toBe(`Delivery attempted: 0000 0000 0000 | ${says}`);
});

test.each([{}, { kind: 'of a later version', trackingId: 'no tracking ID' }])(
  'a message that names no shipment (%j) says that there is something new',
  async (message) => {
    expect(await shownFor(message)).toBe('Shipment update | Open the app to see your shipments.');
  },
);

test('the status that a look-up finds is the news, one that was stored is older', async () => {
  const overview = { status: 'delivery', description: 'A lamp' };
  const shownAfter = (headers: Record<string, string>) => {
    const lookUpAsVisitor = async () => Response.json({ result: { data: overview } }, { headers });
    vi.doMock('./tracking-cache.ts', () => ({ lookUpAsVisitor }));
    return shownFor({ kind: 'status-changed', trackingId: TRACKING_ID });
  };
  expect(await shownAfter({})).toBe('Delivery: 0000 0000 0000 | A lamp');
  expect(await shownAfter({ [FETCHED_AT_HEADER]: '2026-11-20T06:40:00.000Z' })).toBe(
    '0000 0000 0000 | The status has changed. Open it for details.',
  );
});
