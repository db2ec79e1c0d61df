import { describe, expect, it } from 'vitest';
import { runBulk } from '../../server/bulk/run-bulk.ts';
import { deleteOldBulks } from '../../server/bulk/store/bulk-operations.ts';
import { auditSentence } from '../../src/domain/audit.ts';
import type { BulkChange, BulkEmails } from '../../src/domain/bulk.ts';
import { copyShipments } from '../support/copy-shipments.ts';
import { courierDay } from '../support/courier-day.ts';
import type { Parcel, Person } from '../support/test-server.ts';
import { testServer } from '../support/vitest.ts';

const server = await testServer();
const manager = await server.signInAs('manager');
const { newCourier } = courierDay(server, manager);

const SHIPPED: BulkChange = { kind: 'status', status: 'shipped' };
const start = (ids: string[], change: BulkChange, emails: BulkEmails = 'none', as: Person = manager) =>
  server.call('bulk.start', { ids, change, emails }, { as });
const undo = (id: string) => server.call('bulk.undo', { id }, { as: manager });
const parcels = (count: number) => Promise.all(Array.from({ length: count }, () => server.parcel()));
const idsOf = (rows: readonly Pick<Parcel, 'id'>[]) => rows.map(({ id }) => id);

/** How many shipments have each status. */
const statusesOf = async (ids: string[]) =>
  (await server.query<{ status: string }>('select status from shipments where id = any ($1) order by id', [ids])).map(
    ({ status }) => status,
  );
const itemsOf = async (id: string, left = true) =>
  (await server.call('bulk.getItems', { id, page: 1, left }, { as: manager })).data.data;
const reasonsOf = async (id: string) => (await itemsOf(id)).map(({ reason }) => reason);
const mailsSince = async (moment: Date) =>
  server.query<{ kind: string; receiver: string }>(
    'select kind, receiver from mails where created_at > $1 order by receiver, kind',
    [moment],
  );

async function withFaultIn<Result>(id: string | undefined, act: () => Promise<Result>): Promise<Result> {
  await server.query(`create function refuse() returns trigger language plpgsql as
    $$ begin if new.id = '${id}' then raise 'Broken'; end if; return new; end $$;
    create trigger refuse before update on shipments for each row execute function refuse()`);
  const result = await act();
  await server.query('drop trigger refuse on shipments; drop function refuse');
  return result;
}

describe('a change to many shipments', () => {
  it('changes each by its own act, with an audit entry for each and one for the whole', async () => {
    const ids = idsOf(await parcels(3));
    const { data } = await start(ids, SHIPPED);
    expect(data).toMatchObject({ total: 3, done: 3, skipped: 0, failed: 0, change: SHIPPED });
    expect(data.endedAt).not.toBeNull();
    expect(await statusesOf(ids)).toEqual(['shipped', 'shipped', 'shipped']);
    const audits = await server.query(
      "select entity, count(*)::int from audit_entries where procedure = 'bulk.start' and entity_id = any ($1) group by entity order by entity",
      [[...ids, data.id]],
    );
    expect(audits).toEqual([
      { entity: 'bulk', count: 1 },
      { entity: 'shipment', count: 3 },
    ]);
    const [entries] = await server.query(
      "select count(*)::int from activities where kind = 'status' and shipment_id = any ($1)",
      [ids],
    );
    expect(entries).toEqual({ count: 3 });
  });

  it('leaves alone what is deleted or already so, and says why', async () => {
    const [gone, same, plain] = await parcels(3);
    if (!gone || !same || !plain) throw new Error('No parcels');
    await server.call('shipmentAdmin.deleteShipment', { id: gone.id }, { as: manager });
    await server.call('shipmentAdmin.updateShipment', { id: same.id, status: 'shipped' }, { as: manager });
    const { data } = await start([gone.id, same.id, plain.id], SHIPPED);
    expect(data).toMatchObject({ total: 3, done: 1, skipped: 2, failed: 0 });
    expect((await reasonsOf(data.id)).toSorted()).toEqual(['deleted', 'same']);
  });

  it('adds a location to each, sets their proof, and deletes them', async () => {
    const ids = idsOf(await parcels(2));
    await start(ids, { kind: 'location', address: 'Hall 3', comment: '' });
    const proof = { photo: 'required', signature: 'off', name: 'off' } as const;
    expect((await start(ids, { kind: 'proof', proof })).data.done).toBe(2);
    expect((await start(ids, { kind: 'proof', proof })).data).toMatchObject({ done: 0, skipped: 2 });
    const [rows] = await server.query(
      `select count(*)::int from shipments join activities on shipment_id = shipments.id
       where activities.address = 'Hall 3' and proof->>'photo' = 'required' and shipments.id = any ($1)`,
      [ids],
    );
    expect(rows).toEqual({ count: 2 });
    expect((await start(ids, { kind: 'delete' })).data.done).toBe(2);
    const [left] = await server.query(
      'select count(*)::int from shipments where deleted_at is null and id = any ($1)',
      [ids],
    );
    expect(left).toEqual({ count: 0 });
  });

  it('deletes nothing that is in a run', async () => {
    const [parcel] = await parcels(1);
    const { id: courierId } = await newCourier();
    const run = { courierId, day: 'today', name: 'North', shipmentIds: [parcel?.id] };
    expect((await server.call('runAdmin.create', run, { as: manager })).outcome).toBe('ok');
    const { data } = await start([parcel?.id ?? ''], { kind: 'delete' });
    expect(await reasonsOf(data.id)).toEqual(['in-run']);
  });

  it('of more than 50 is done by a job, each once, however often that runs', async () => {
    const { id } = await server.parcel();
    const ids = await copyShipments(server, id, 120);
    const { data } = await start(ids, SHIPPED);
    expect(data).toMatchObject({ done: 0, endedAt: null });
    // One may give up waiting for the other; then its job runs again.
    await Promise.allSettled([runBulk(server.services, data.id), runBulk(server.services, data.id)]);
    await runBulk(server.services, data.id);
    expect((await server.call('bulk.get', { id: data.id }, { as: manager })).data).toMatchObject({ done: 120 });
    const [entries] = await server.query(
      "select count(*)::int, count(distinct shipment_id)::int as shipments from activities where kind = 'status' and shipment_id = any ($1)",
      [ids],
    );
    expect(entries).toEqual({ count: 120, shipments: 120 });
  });

  it('of exactly 50 is over when it is answered', async () => {
    const { id } = await server.parcel();
    const { data } = await start(await copyShipments(server, id, 50), SHIPPED);
    expect([data.done, data.endedAt]).toEqual([50, expect.any(String)]);
  });

  it('goes on later once its turn is over', async () => {
    const { id } = await server.parcel();
    const { data } = await start(await copyShipments(server, id, 120), SHIPPED);
    const turn = { isOver: async () => true };
    const run = async () => {
      const isDone = await runBulk(server.services, data.id, turn);
      return [isDone, (await server.call('bulk.get', { id: data.id }, { as: manager })).data.done];
    };
    expect([await run(), await run(), await run()]).toEqual([
      [false, 50],
      [false, 100],
      [true, 120],
    ]);
  });

  it('does not overwrite a status that someone changed while it ran', async () => {
    const { id } = await server.parcel();
    const ids = await copyShipments(server, id, 51);
    const { data } = await start(ids, SHIPPED);
    await server.call('shipmentAdmin.updateShipment', { id: ids[7], status: 'held' }, { as: manager });
    await runBulk(server.services, data.id);
    expect(await itemsOf(data.id)).toMatchObject([{ shipmentId: ids[7], state: 'skipped', reason: 'changed' }]);
  });

  it('of two people to the same shipments counts once for each shipment', async () => {
    const { id } = await server.parcel();
    const ids = await copyShipments(server, id, 120);
    const other = await server.signInAs('manager');
    const ours = (await start(ids, SHIPPED)).data.id;
    const theirs = (await start(ids.toReversed(), { kind: 'status', status: 'held' }, 'none', other)).data.id;
    await Promise.all([ours, theirs].map((bulkId) => runBulk(server.services, bulkId)));
    const [counts] = await server.query(
      'select sum(done)::int as done, sum(skipped)::int as skipped, sum(failed)::int as failed from bulk_operations where id = any ($1)',
      [[ours, theirs]],
    );
    expect(counts).toEqual({ done: 120, skipped: 120, failed: 0 });
  });

  it('goes on after a fault in one, which can be tried again', async () => {
    const ids = idsOf(await parcels(3));
    const data = await withFaultIn(ids[1], async () => (await start(ids, SHIPPED)).data);
    expect(data).toMatchObject({ done: 2, failed: 1 });
    expect(await itemsOf(data.id)).toMatchObject([{ shipmentId: ids[1], state: 'failed', reason: 'fault' }]);
    const retried = await server.call('bulk.retry', { id: data.id }, { as: manager });
    expect(retried.data).toMatchObject({ done: 3, failed: 0 });
    expect((await server.call('bulk.retry', { id: data.id }, { as: manager })).outcome).toBe('CONFLICT');
  });

  it('waits while two of the same person’s run', async () => {
    const busy = await server.signInAs('manager');
    const { id } = await server.parcel();
    const ids = await copyShipments(server, id, 51);
    const running = await Promise.all([1, 2, 3].map(() => start(ids, SHIPPED, 'none', busy)));
    expect(running.map(({ outcome }) => outcome).toSorted()).toEqual(['CONFLICT', 'ok', 'ok']);
  });

  it('refuses more than 1,000, none, and one that never existed', async () => {
    const { id } = await server.parcel();
    const unknown = '01939f2e-8a6c-7c3e-9d53-0f6a1b2c3d4e';
    const many = Array.from({ length: 1_001 }, (_, at) => unknown.slice(0, -4) + String(at).padStart(4, '0'));
    expect((await start([id, unknown], SHIPPED)).outcome).toBe('NOT_FOUND');
    expect((await start([], SHIPPED)).outcome).toBe('BAD_REQUEST');
    expect((await start(many, SHIPPED)).error.data.fieldErrors).toEqual({
      ids: ['Choose at most 1,000 shipments at a time.'],
    });
    expect(await statusesOf([id])).toEqual(['in-progress']);
  });
});

describe('emails about a change to many', () => {
  const many = { senderEmail: 'shop@example.com' };

  it('are one list for a shop, and the usual email for who has one parcel', async () => {
    const rows = [
      await server.parcel({ ...many, receiverEmail: 'one@example.com' }),
      await server.parcel({ ...many, receiverEmail: 'two@example.com' }),
    ];
    const before = new Date();
    const { data } = await start(idsOf(rows), SHIPPED, 'summary');
    expect(await mailsSince(before)).toEqual([
      { kind: 'status-changed', receiver: 'one@example.com' },
      { kind: 'status-summary', receiver: 'shop@example.com' },
      { kind: 'status-changed', receiver: 'two@example.com' },
    ]);
    const [mail] = await server.query<{ id: string }>("select id from mails where about->>'bulkId' = $1", [data.id]);
    const { next } = (await server.call('mail.getMail', { id: mail?.id }, { as: manager })).data;
    expect(next?.subject).toBe('Shipped: Ceramic kiln parts, 2 cartons and 1 more');
    for (const { trackingId } of rows) expect(next?.text.replaceAll(' ', '')).toContain(trackingId);
  });

  it('wait a minute, and undoing the change drops what has not been sent, and sends nothing', async () => {
    for (const emails of ['each', 'summary'] as const) {
      const rows = [await server.parcel(many), await server.parcel({ ...many, receiverEmail: 'one@example.com' })];
      const before = new Date();
      const { data } = await start(idsOf(rows), SHIPPED, emails);
      const queued = await server.query<{ id: string; wait: number }>(
        `select mails.id, round(extract(epoch from start_after - created_on))::int as wait
         from mails join pgboss.job on data->>'mailId' = mails.id::text where created_at > $1`,
        [before],
      );
      expect(queued.map(({ wait }) => wait)).toEqual(Array(queued.length).fill(60));
      const nextOf = (id: string) => server.call('mail.getMail', { id }, { as: manager });
      const nexts = async () => (await Promise.all(queued.map(({ id }) => nextOf(id)))).map(({ data }) => data.next);
      expect(await nexts()).not.toContain(null);
      await undo(data.id);
      expect(await nexts()).toEqual(Array(queued.length).fill(null));
      expect(await mailsSince(before)).toHaveLength(queued.length);
    }
  });

  it('are not sent again for what was changed before the rest is tried again', async () => {
    const rows = [await server.parcel(many), await server.parcel(many), await server.parcel(many)];
    const ids = idsOf(rows);
    const before = new Date();
    const data = await withFaultIn(ids[1], async () => (await start(ids, SHIPPED, 'each')).data);
    await server.call('bulk.retry', { id: data.id }, { as: manager });
    expect(await mailsSince(before)).toHaveLength(6);
  });

  it('are two for each parcel if so chosen, or none', async () => {
    const ids = idsOf([await server.parcel(many), await server.parcel(many)]);
    const before = new Date();
    await start(ids, SHIPPED, 'none');
    expect(await mailsSince(before)).toEqual([]);
    await start(ids, { kind: 'status', status: 'held' }, 'each');
    expect((await mailsSince(before)).map(({ kind }) => kind)).toEqual(Array(4).fill('status-changed'));
  });

  it('and what will change are counted before anything does', async () => {
    const rows = [await server.parcel(many), await server.parcel(many), await server.parcel(many)];
    const ids = idsOf(rows);
    await server.call('shipmentAdmin.updateShipment', { id: ids[0], status: 'shipped' }, { as: manager });
    const { data } = await server.call('bulk.preview', { ids, change: SHIPPED }, { as: manager });
    expect(data).toEqual({ toChange: 2, same: 1, inRun: 0, deleted: 0, emails: 4, people: 2 });
  });
});

describe('undoing a change to many', () => {
  it('takes back a status but where it was changed since, and only once', async () => {
    const ids = idsOf(await parcels(3)).toSorted();
    const { id } = (await start(ids, SHIPPED)).data;
    await server.call('shipmentAdmin.updateShipment', { id: ids[2], status: 'held' }, { as: manager });
    const undone = (await undo(id)).data;
    expect(undone).toMatchObject({ undoes: id, total: 3, done: 2, skipped: 1 });
    expect(await reasonsOf(undone.id)).toEqual(['changed']);
    expect(await statusesOf(ids)).toEqual(['in-progress', 'in-progress', 'held']);
    expect((await undo(id)).outcome).toBe('CONFLICT');
    expect((await undo(undone.id)).outcome).toBe('PRECONDITION_FAILED');
  });

  it('removes the location and restores the proof', async () => {
    const ids = idsOf(await parcels(2));
    const located = (await start(ids, { kind: 'location', address: 'Hall 4', comment: '' })).data;
    const proven = (await start(ids, { kind: 'proof', proof: { photo: 'off', signature: 'off', name: 'off' } })).data;
    expect((await undo(located.id)).data.done).toBe(2);
    expect((await undo(proven.id)).data.done).toBe(2);
    expect(await server.query("select from activities where address = 'Hall 4'")).toEqual([]);
    const history = await server.call('auditAdmin.getEntries', { shipmentId: ids[0], page: {} }, { as: manager });
    const sentences: string[] = history.data.data.map(auditSentence);
    expect(sentences.filter((one) => / (created|deleted) /.test(one))).toHaveLength(1);
    expect(sentences.filter((one) => one.endsWith(' took back a location'))).toHaveLength(1);
    expect(await server.query('select from shipments where proof is not null and id = any ($1)', [ids])).toEqual([]);
  });

  it('is over after an hour, and never possible for a deletion', async () => {
    const ids = idsOf(await parcels(1));
    const { id } = (await start(ids, SHIPPED)).data;
    await server.query("update bulk_operations set ended_at = now() - interval '61 minutes' where id = $1", [id]);
    expect((await undo(id)).error.message).toBe('A change can be undone for an hour.');
    const deleted = (await start(ids, { kind: 'delete' })).data;
    expect((await undo(deleted.id)).outcome).toBe('PRECONDITION_FAILED');
  });
});

it('a filter names what to select, at most 1,000', async () => {
  const { id } = await server.parcel();
  await copyShipments(server, id, 1_004, () => ({ description: 'Pallet to select' }));
  const filter = { q: 'Pallet to select' };
  const { data } = await server.call('shipmentAdmin.getSelection', { filter }, { as: manager });
  expect(data.shipments).toHaveLength(1_000);
  expect(data.total).toBeGreaterThan(1_000);
});

it('a filter says which of some shipments it has', async () => {
  const [one, other] = [await server.parcel({ description: 'Kettle' }), await server.parcel({ description: 'Drum' })];
  const among = async (filter: object) => {
    const { data } = await server.call(
      'shipmentAdmin.getSelection',
      { filter, ids: [one.id, other.id] },
      { as: manager },
    );
    return data.shipments.map(({ id }) => id);
  };
  expect(await among({ q: 'kettle' })).toEqual([one.id]);
  expect(await among({ q: 'drum', status: 'held' })).toEqual([]);
  expect((await among({})).toSorted()).toEqual([one.id, other.id].toSorted());
});

it('changes that ended long ago are forgotten', async () => {
  const { id } = (await start(idsOf(await parcels(1)), SHIPPED)).data;
  await server.query("update bulk_operations set created_at = now() - interval '31 days' where id = $1", [id]);
  await deleteOldBulks(server.services.db, 30);
  expect((await server.call('bulk.get', { id }, { as: manager })).outcome).toBe('NOT_FOUND');
});
