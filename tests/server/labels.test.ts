import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { formatDay } from '../../src/domain/day.ts';
import { cellsOf } from '../../src/domain/shipment-file.ts';
import { courierDay, fact } from '../support/courier-day.ts';
import { importShipments } from '../support/send-file.ts';
import { fileOf } from '../support/shipment-file.ts';
import { type Person, parcelInput, updateInput } from '../support/test-server.ts';
import { testServer } from '../support/vitest.ts';

const server = await testServer();
const manager = await server.signInAs('manager');
const { newCourier, releasedRun, tell, loadAndStart, visit, deskRun } = courierDay(server, manager);

const printable = (selection: object, order = 'given', as: Person = manager) =>
  server.call('shipment.getPrintable', { selection, order }, { as });
const printed = async (...asked: Parameters<typeof printable>) => (await printable(...asked)).data;
const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);
const remove = (id: string | undefined) => server.call('shipmentAdmin.deleteShipment', { id }, { as: manager });

describe('what is printed', () => {
  it('prints chosen shipments in the order given, or by country and address', async () => {
    const places = [
      ['Norway', '10 Long Street'],
      ['France', '9 Long Street'],
      ['Norway', '9 Long Street'],
    ] as const;
    const parcels = await Promise.all(
      places.map(([receiverCountry, shipTo]) => server.parcel({ receiverCountry, shipTo })),
    );
    const ids = idsOf(parcels);
    expect(idsOf((await printed({ ids })).shipments)).toEqual(ids);
    const sorted = (await printed({ ids }, 'sort')).shipments.map(({ receiverCountry, shipTo }) => [
      receiverCountry,
      shipTo,
    ]);
    expect(sorted).toEqual([places[1], places[2], places[0]]);
  });

  it('prints a run by stop, with its sheet, and without what has left it', async () => {
    const courier = await newCourier();
    const streets = ['First street 1', 'Second street 2', 'First street 1', 'Third street 3'];
    const { id: runId, shipments } = await releasedRun(
      courier,
      streets.map((shipTo) => ({ shipTo })),
    );
    const [first, second, third, last] = shipments;
    const day = formatDay((await deskRun(runId)).day);
    const run = await loadAndStart(courier);
    await visit(
      courier,
      run.tasks.find(({ trackingId }) => trackingId === second?.trackingId),
    );
    const answer = await printed({ runId });
    expect(answer.run).toMatchObject({ name: 'Centre', day });
    expect(answer.run?.stops).toMatchObject([
      { number: 1, address: 'First street 1', parcels: [first?.trackingId, third?.trackingId] },
      { number: 3, address: 'Third street 3', parcels: [last?.trackingId] },
    ]);
    expect(answer.shipments.map(({ id, sort }) => [id, sort])).toEqual([
      [first?.id, { run: 'Centre', stop: 1, day }],
      [third?.id, { run: 'Centre', stop: 1, day }],
      [last?.id, { run: 'Centre', stop: 3, day }],
    ]);
    const chosen = await printed({ ids: [last, second, first].map((one) => one?.id) }, 'run');
    expect(idsOf(chosen.shipments)).toEqual([first, last, second].map((one) => one?.id));
    expect(chosen.run).toBeUndefined();

    const open = run.tasks.filter(({ trackingId }) => trackingId !== second?.trackingId).map(({ id }) => id);
    await tell(courier, 'return', fact({ taskIds: open }));
    expect((await printable({ runId })).error).toMatchObject({ message: 'There is nothing left to print.' });
  });

  it('has a label for each parcel of a shipment, as many as it has now', async () => {
    const { id: runId, shipments } = await releasedRun(await newCourier(), [{ parcels: 2 }]);
    const [{ id, trackingId } = { id: '', trackingId: '' }] = shipments;
    const before = (await server.call('shipmentAdmin.getShipment', { id }, { as: manager })).data;
    expect(before.parcels).toBe(2);
    const change = { ...updateInput(id, { parcels: 3 }), base: { parcels: 2 } };
    expect((await server.call('shipmentAdmin.updateShipment', change, { as: manager })).outcome).toBe('ok');
    const answer = await printed({ runId });
    expect(answer.shipments[0]?.parcels).toBe(3);
    expect(answer.run?.stops[0]?.parcels).toEqual([trackingId, `${trackingId}-2`, `${trackingId}-3`]);
    const history = (await server.call('auditAdmin.getEntries', { shipmentId: id, page: {} }, { as: manager })).data;
    expect(history.data.map(({ before, after }) => [before?.parcels, after?.parcels])).toContainEqual([2, 3]);
  });

  it('prints an import in the order of its file, and counts what was deleted since', async () => {
    const names = ['First row', 'Second row', 'Third row'];
    const file = fileOf(names.map((description) => cellsOf(parcelInput({ reference: description }))));
    const importId = await importShipments(server, file, manager);
    const { shipments } = await printed({ importId });
    expect(shipments.map(({ reference }) => reference)).toEqual(names);
    await remove(shipments[1]?.id);
    expect(await printed({ importId })).toMatchObject({ shipments: [{}, {}], deleted: 1 });
    expect((await printable({ importId, part: 2 })).outcome).toBe('PRECONDITION_FAILED');
  });

  it('prints what a bulk change was about', async () => {
    const ids = idsOf([await server.parcel(), await server.parcel()]);
    const change = { ids, change: { kind: 'status', status: 'held' }, emails: 'none' };
    const { id: bulkId } = (await server.call('bulk.start', change, { as: manager })).data;
    const { shipments } = await printed({ bulkId });
    expect(shipments.map(({ id, marks }) => [id, marks])).toEqual(ids.toSorted().map((id) => [id, ['hold']]));
    await remove(ids[0]);
    expect(await printed({ bulkId })).toMatchObject({ shipments: [{ id: ids[1] }], deleted: 1 });
  });
});

describe('who may print', () => {
  let owner: Person;
  let stranger: Person;
  beforeAll(async () => {
    owner = await server.signedIn();
    stranger = await server.signedIn();
  });

  it('gives owners what they send or receive, and strangers nothing', async () => {
    const sent = await server.parcel({ senderEmail: owner.email });
    const received = await server.parcel({ receiverEmail: owner.email });
    const ids = idsOf([sent, received]);
    expect(idsOf((await printed({ ids }, 'given', owner)).shipments)).toEqual(ids);
    expect((await printable({ ids: [sent.id] }, 'given', stranger)).error).toMatchObject({
      message: 'Shipment not found',
      data: { code: 'NOT_FOUND' },
    });
    const other = await server.parcel();
    expect((await printable({ ids: [...ids, other.id] }, 'given', owner)).error.message).toBe(
      '1 shipment can’t be found. Select them again.',
    );
  });

  it('gives runs, imports and bulk changes to managers only', async () => {
    const { id: runId, shipments } = await releasedRun(await newCourier(), [{ senderEmail: owner.email }]);
    const change = { ids: idsOf(shipments), change: { kind: 'location', address: 'Hall 3', comment: '' } };
    const { id: bulkId } = (await server.call('bulk.start', { ...change, emails: 'none' }, { as: manager })).data;
    for (const selection of [{ runId }, { bulkId }, { importId: runId }]) {
      expect((await printable(selection, 'given', owner)).error.message).toBe('Shipment not found');
    }
    expect((await printable({ runId: bulkId })).outcome).toBe('NOT_FOUND');
  });
});

describe('what was printed', () => {
  const record = (ids: readonly string[], as: Person = manager, more: object = {}, headers = {}) =>
    server.call('shipment.recordPrints', { ids, document: 'labels', ...more }, { as, headers });
  const printsOf = async (id: string) =>
    (await server.call('shipmentAdmin.getShipment', { id }, { as: manager })).data.prints;
  const allPrints = async () => (await server.call('deskAdmin.getPrints', { page: 1 }, { as: manager })).data;

  it('counts the labels of a shipment, and lists each act of printing', async () => {
    const [first, second] = [await server.parcel(), await server.parcel()];
    const ids = idsOf([first, second]);
    const before = (await allPrints()).total;
    expect(await printsOf(first.id)).toBeUndefined();
    await record(ids);
    await record([first.id], manager, { at: '2026-01-02T09:12:00.000Z' });
    await record(ids, manager, { document: 'handover', at: '2199-01-01T00:00:00.000Z' });
    const { data, total } = await allPrints();
    expect(total).toBe(before + 3);
    const by = 'Ada Lovelace';
    expect(data.slice(0, 2)).toMatchObject([
      { document: 'handover', count: 2, by, shipment: null },
      { document: 'labels', count: 2, copies: 1, by, shipment: null },
    ]);
    expect(data.at(-1)).toMatchObject({
      at: '2026-01-02T09:12:00.000Z',
      count: 1,
      shipment: { id: first.id, trackingId: first.trackingId },
    });
    // Nobody prints in the future.
    expect(Date.parse(data[0]?.at ?? '')).toBeLessThanOrEqual(Date.now());
    expect(await printsOf(first.id)).toEqual({ count: 2, last: data[1]?.at });
    expect((await printsOf(second.id))?.count).toBe(1);
  });

  it('counts a print once, however often a device sends it', async () => {
    const { id } = await server.parcel();
    const headers = { 'idempotency-key': randomUUID() };
    await Promise.all([record([id], manager, {}, headers), record([id], manager, {}, headers)]);
    await record([id], manager, {}, headers);
    expect((await printsOf(id))?.count).toBe(1);
  });

  it('lets owners record what is theirs, and leaves out what was deleted', async () => {
    const owner = await server.signedIn();
    const own = await server.parcel({ senderEmail: owner.email });
    const [other, gone] = [await server.parcel(), await server.parcel()];
    await remove(gone.id);
    expect((await record([own.id, other.id], owner)).outcome).toBe('ok');
    expect([(await printsOf(own.id))?.count, await printsOf(other.id)]).toEqual([1, undefined]);
    expect((await record([own.id, gone.id])).outcome).toBe('ok');
    expect((await allPrints()).data[0]).toMatchObject({ count: 1, shipment: { id: own.id } });
    expect((await record([other.id], owner)).outcome).toBe('NOT_FOUND');
    expect((await record([gone.id])).outcome).toBe('NOT_FOUND');
  });

  it('says nothing of it in the history, and shows no time of it to owners', async () => {
    const owner = await server.signedIn();
    const { id, trackingId } = await server.parcel({ senderEmail: owner.email });
    await record([id]);
    const history = (await server.call('auditAdmin.getEntries', { shipmentId: id, page: {} }, { as: manager })).body;
    const tracked = (await server.call('shipment.getShipmentByTrackingId', { trackingId }, { as: owner })).body;
    const listed = (await server.call('shipment.getShipments', { page: {}, rel: 'sender' }, { as: owner })).body;
    for (const answer of [history, tracked, listed]) expect(answer).not.toMatch(/print/i);
  });

  it('finds what is not printed in lists, selections, files and saved filters', async () => {
    const description = 'Harp for printing';
    const parcels = [
      await server.parcel({ description }),
      await server.parcel({ description }),
      await server.parcel({ description }),
    ];
    const [printedOne, listed, waiting] = parcels;
    await record([printedOne?.id ?? '']);
    await record([listed?.id ?? ''], manager, { document: 'handover' });
    const filter = { printed: 'no', q: description };
    const expected = [waiting?.id, listed?.id];
    const as = manager;
    const { data, total } = (await server.call('shipmentAdmin.getShipments', { page: filter }, { as })).data;
    expect([idsOf(data), total, data[0]?.printed]).toEqual([expected, 2, false]);
    const unprinted = (await server.call('shipmentAdmin.getShipments', { page: { printed: 'no' } }, { as })).data;
    expect(idsOf(unprinted.data).slice(0, 2)).toEqual(expected);
    expect(unprinted.total).toBeLessThan(
      (await server.call('shipmentAdmin.getShipments', { page: {} }, { as })).data.total,
    );
    const selected = (await server.call('shipmentAdmin.getSelection', { filter }, { as })).data;
    expect(idsOf(selected.shipments)).toEqual(expected);
    const file = await server.request({
      url: `/api/shipments.csv?printed=no&q=${encodeURIComponent(description)}`,
      headers: { authorization: `Bearer ${manager.token}` },
    });
    expect(
      file.body
        .trim()
        .split('\r\n')
        .slice(1)
        .map((line) => line.slice(0, 12)),
    ).toEqual([waiting, listed].map((one) => one?.trackingId));
    await server.call('savedFilter.save', { name: 'To print', filter: { printed: 'no' } }, { as });
    expect((await server.call('savedFilter.list', undefined, { as })).data).toMatchObject([
      { filter: { printed: 'no' } },
    ]);
    const wrong = await server.call('shipmentAdmin.getShipments', { page: { printed: 'yes' } }, { as });
    expect(wrong.error.data.fieldErrors).toEqual({ 'page.printed': ['Printed can only be no.'] });
  });
});
