/** What has ended opens nothing, and what was erased is nowhere. */
import { expect } from 'vitest';
import { findValues } from '../../support/erased-values.ts';
import type { Bearer, World } from '../world.ts';

/** Tries everything that somebody has kept of a parcel that is no longer theirs. */
export async function readEndedRights(world: World): Promise<void> {
  const tried = world.ended.slice(-12);
  if (tried.length > 0) await world.server.query('delete from rate_limits');
  for (const bearer of tried)
    expect(await opens(world, bearer), `a former ${bearer.kind} of ${bearer.trackingId}`).toBe(false);
  if (tried.length > 0) await world.server.query('delete from rate_limits');
}

async function opens({ server, manager }: World, { kind, value, id, trackingId }: Bearer): Promise<boolean> {
  const address = server.newAddress();
  if (kind === 'code')
    return (await server.call('shipment.verifyShipmentCode', { id, code: value }, { address })).outcome === 'ok';
  if (kind === 'grant') {
    const headers = { 'x-shipment-grant': value };
    const page = await server.call('shipment.getShipmentByTrackingId', { trackingId }, { headers, address });
    return page.outcome === 'ok' && page.data.access === 'detailed';
  }
  const scans = [{ scanId: crypto.randomUUID(), trackingId, act: 'hand-over', code: value }];
  const answer = await server.call('deskAdmin.scan', { scans }, { as: manager });
  return answer.outcome === 'ok' && answer.data.results[0]?.outcome === 'done';
}

/** After an account is erased, no table has what was its person’s alone, but for what the law keeps or others need. */
export async function readErased({ server, erased }: World): Promise<void> {
  if (erased.length > 0) expect(await findValues(server, erased), 'what is left of who was erased').toEqual({});
}
