/** What replaces the stored copy of a parcel, and what does not. */
import { expect, test } from 'vitest';
import { serverOnlyPlugin } from './tracking-check.ts';

const LOOK_UP = 'https://waybill.test/api/trpc/shipment.getShipmentByTrackingId?input=x';

const passed = (status: number) =>
  serverOnlyPlugin.fetchDidSucceed?.({
    request: new Request(LOOK_UP),
    response: Response.json({ error: { message: 'Said by the server', data: { code: 'A_CODE' } } }, { status }),
    state: {},
    event: new Event('fetch') as ExtendableEvent,
  });

test.each([408, 429, 500, 503])('a server that responds with %s has decided nothing', async (status) => {
  await expect(passed(status)).rejects.toThrow(`status-${status}`);
});

test.each([400, 401, 403])('the server decides with %s', async (status) => {
  expect((await passed(status))?.status).toBe(status);
});
