/** What labels and other papers are drawn from, who may print them, and what is remembered of it. */
import { beforeAll, describe, expect, it } from 'vitest';
import { runImport } from '../../server/operations/imports/import-shipments.ts';
import { formatDay } from '../../src/domain/day.ts';
import { cellsOf } from '../../src/domain/shipment-file.ts';
import { courierDay, fact } from '../support/courier-day.ts';
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
    const file = await server.request({
      method: 'POST',
      url: '/api/shipment-imports?fileName=parcels.csv',
      headers: { authorization: `Bearer ${manager.token}`, 'content-type': 'text/csv' },
      payload: fileOf(names.map((description) => cellsOf(parcelInput({ reference: description })))),
    });
    const { id: importId } = file.json();
    await server.call('shipmentImport.start', { id: importId, scope: 'all' }, { as: manager });
    await runImport(server.services, importId);
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
