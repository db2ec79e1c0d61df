import { describe, expect, it } from 'vitest';
import { addActivity } from '../../server/timeline/add-activity.ts';
import type { ShipmentChanges } from '../../src/domain/shipment.ts';
import { testServer } from '../support/vitest.ts';

const server = await testServer();

async function changes(token: string, since = new Date().toISOString()): Promise<ShipmentChanges> {
  return (await server.call('shipment.getChanges', { since }, { as: token })).data;
}

/** Backdates everything stored. */
const age = (shipmentId: string, interval: string) =>
  server.query(
    `update activities set created_at = created_at - $2::interval, occurred_at = occurred_at - $2::interval
     where shipment_id = $1`,
    [shipmentId, interval],
  );

const note = (id: string, comment: string, occurredAt?: string) =>
  server.inUnit((unit) => addActivity(unit, { id, comment, address: 'Malmö terminal', occurredAt }));

describe('changes for a customer', () => {
  it('are empty at first, then everything since the last response', async () => {
    const me = await server.signedIn();
    const parcel = await server.parcel({ receiverEmail: me.email });
    await age(parcel.id, '1 hour');
    const first = await changes(me.token);
    expect(first).toMatchObject({ data: [], total: 0 });
    expect(await changes(me.token, first.until)).toMatchObject({ data: [], total: 0 });

    await note(parcel.id, 'Left the sorting centre');
    expect(await changes(me.token, first.until)).toMatchObject({
      total: 1,
      data: [
        {
          trackingId: parcel.trackingId,
          latestActivity: { comment: 'Left the sorting centre', address: 'Malmö terminal' },
        },
      ],
    });
  });

  it('depend on when the server received them, not on when a device says they happened', async () => {
    const me = await server.signedIn();
    const parcel = await server.parcel({ senderEmail: me.email });
    await age(parcel.id, '3 days');
    const since = new Date(Date.now() - 60 * 60 * 1000).toISOString();
    expect((await changes(me.token, since)).total).toBe(0);
    await note(parcel.id, 'Typed in without a network', new Date(Date.now() - 24 * 60 * 60 * 1000).toISOString());
    expect((await changes(me.token, since)).data).toMatchObject([
      { latestActivity: { comment: 'Typed in without a network' } },
    ]);
  });

  it('include old shipments, latest first, at most ten, each once', async () => {
    const me = await server.signedIn();
    const parcels = [];
    for (let count = 0; count < 12; count += 1) parcels.push(await server.parcel({ receiverEmail: me.email }));
    for (const { id } of parcels) await age(id, '2 days');
    await server.query("update shipments set created_at = now() - interval '2 days' where receiver_id = $1", [me.id]);
    const since = new Date(Date.now() - 60 * 60 * 1000).toISOString();
    for (const { id } of parcels) await note(id, 'Moved');
    const [oldest] = parcels;
    await note(oldest?.id ?? '', 'Moved again');
    const { data, total } = await changes(me.token, since);
    expect(total).toBe(12);
    expect(data.map(({ trackingId }) => trackingId)).toEqual(
      [oldest, ...parcels.slice(3).toReversed()].map((parcel) => parcel?.trackingId),
    );
    expect(data[0]?.latestActivity?.comment).toBe('Moved again');
  });

  it('are hidden from others, leave out deleted shipments, and reach back thirty days', async () => {
    const me = await server.signedIn();
    const since = new Date(0).toISOString();
    const parcel = await server.parcel({ senderEmail: me.email, receiverEmail: me.email });
    expect((await changes(me.token, since)).total).toBe(1);
    expect((await changes((await server.signedIn()).token, since)).total).toBe(0);
    await age(parcel.id, '31 days');
    expect((await changes(me.token, since)).total).toBe(0);
    await note(parcel.id, 'Here again');
    expect((await changes(me.token, since)).total).toBe(1);
    await server.query('update shipments set deleted_at = now() where id = $1', [parcel.id]);
    expect((await changes(me.token, since)).total).toBe(0);
  });
});
