/** Labels for label printers: as files of ZPL, and sent to the printers that the server knows. */
import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { printLabels } from '../../server/labels/print-labels.ts';
import { filePaths } from '../../src/domain/file-paths.ts';
import type { PrintFile, PrintLabels, PrintResult } from '../../src/domain/labels/printing.ts';
import { decodeCodes } from '../support/decode-codes.ts';
import { startLabelPrinter } from '../support/label-printer.ts';
import { printZpl } from '../support/printed-zpl.ts';
import type { Parcel, Person } from '../support/test-server.ts';
import { until } from '../support/until.ts';
import { testServer } from '../support/vitest.ts';

/** What the next connection of the printer does. */
let behaviour: Parameters<typeof startLabelPrinter>[0] = {};
const bay = await startLabelPrinter({
  onConnection: (socket) => behaviour?.onConnection?.(socket),
  onLabel: (socket, count) => behaviour?.onLabel?.(socket, count),
});
const off = await startLabelPrinter();
await off.close();
afterAll(bay.close);

const server = await testServer({
  environment: { PRINTERS: `Bay 4=tcp://127.0.0.1:${bay.port},203;Off=tcp://127.0.0.1:${off.port},300` },
});
const manager = await server.signInAs('manager');

beforeEach(() => {
  behaviour = {};
  bay.jobs.length = 0;
});

interface Asked {
  as?: Pick<Person, 'token'>;
  key?: string;
}

const post = (url: string, payload: object, { as = manager, key }: Asked = {}) =>
  server.request({
    method: 'POST',
    url,
    headers: { authorization: `Bearer ${as.token}`, ...(key && { 'idempotency-key': key }) },
    payload,
  });

const orderOf = (parcels: readonly Pick<Parcel, 'id'>[], details: object = {}) => ({
  selection: { ids: parcels.map(({ id }) => id) },
  printer: 'Bay 4',
  ...details,
});

const print = (order: object, asked?: Asked) => post(filePaths.printLabels, order, asked);
const printed = async (...parameters: Parameters<typeof print>): Promise<PrintResult> =>
  (await print(...parameters)).json<PrintResult>();

const resultsOf = ({ labels }: PrintResult) => labels.map(({ number, result }) => `${number} ${result}`);

/** What was remembered in this test. */
const prints = async () =>
  (await server.call('deskAdmin.getPrints', { page: 1 }, { as: manager })).data.data.slice(0, -before || undefined);
let before = 0;
beforeEach(async () => {
  before = 0;
  before = (await prints()).length;
});

describe('a file of ZPL', () => {
  it('has the labels in order, at the dots per inch asked for', async () => {
    const parcels = [await server.parcel({ parcels: 2, receiverName: 'Łódź' }), await server.parcel()];
    const [first, second] = parcels;
    const order = { selection: { ids: parcels.map(({ id }) => id) }, format: 'zpl', dpi: 300 };
    const { id, count } = (await post(filePaths.labels, order)).json<PrintFile>();
    const file = await server.request({
      url: filePaths.labelFile(id),
      headers: { authorization: `Bearer ${manager.token}` },
    });
    expect(file.headers).toMatchObject({
      'content-type': 'application/zpl',
      'content-disposition': expect.stringMatching(/^attachment; filename="labels-\d{4}-\d\d-\d\d\.zpl"$/),
    });
    const labels = file.body.match(/\^XA.*?\^XZ/gs) ?? [];
    const bars: (string | undefined)[] = [];
    for (const label of labels) bars.push((await decodeCodes((await printZpl(label, 300)).png))[0]);
    expect(bars).toEqual(
      [first?.trackingId, `${first?.trackingId}-2`, second?.trackingId].map((number) => `Code128 ${number}`),
    );
    expect([count, file.body]).toEqual([3, expect.not.stringContaining('example.com')]);
  });

  it.each([{ document: 'handover' }, { document: 'run-sheet' }, { size: 'a4' }])(
    'is for labels and cards of one size, not for %j',
    async (style) => {
      const ids = [(await server.parcel()).id];
      const file = await post(filePaths.labels, { selection: { ids }, format: 'zpl', ...style });
      const sent = await print(orderOf([{ id: ids[0] ?? '' }], style));
      const message = 'Label printers print labels and missed cards, one on each. Choose PDF.';
      expect([file.statusCode, Object.values(file.json().error.data.fieldErrors)]).toEqual([400, [[message]]]);
      expect([sent.statusCode, Object.values(sent.json().error.data.fieldErrors)]).toEqual([400, [[message]]]);
    },
  );
});

describe('who prints where', () => {
  it('managers see the printers’ names and dots per inch, and no addresses', async () => {
    const answer = await server.call('deskAdmin.getPrinters', undefined, { as: manager });
    expect(answer.data).toEqual([
      { name: 'Bay 4', dpi: 203 },
      { name: 'Off', dpi: 300 },
    ]);
  });

  it('nobody names another address, and only managers print', async () => {
    const parcel = await server.parcel();
    const customer = await server.signInAs('customer');
    const refused = [
      await print(orderOf([parcel], { printer: `tcp://127.0.0.1:${bay.port},203` })),
      await print(orderOf([parcel], { printer: 'Bay 5' })),
      await print(orderOf([parcel], { host: '127.0.0.1' })),
      await print(orderOf([parcel], { fromParcel: 2 })),
      await print(orderOf([parcel]), { as: customer }),
      await print(orderOf([{ id: randomUUID() }])),
    ];
    expect(refused.map(({ statusCode }) => statusCode)).toEqual([400, 400, 400, 400, 403, 404]);
    expect(refused[1]?.json().error.data.fieldErrors).toEqual({ printer: ['This printer doesn’t exist.'] });
    expect(bay.jobs).toEqual([]);
  });
});

describe('printing', () => {
  it('sends each label once, whatever is asked twice', async () => {
    const parcels = [await server.parcel(), await server.parcel({ parcels: 2 })];
    const key = randomUUID();
    const both = await Promise.all([1, 2].map(() => printed(orderOf(parcels), { key })));
    const later = await printed(orderOf(parcels), { key });
    const [one, two] = parcels.map(({ trackingId }) => trackingId);
    for (const result of [...both, later]) {
      expect(resultsOf(result)).toEqual([`${one} sent`, `${two} sent`, `${two}-2 sent`]);
      expect(result.rest).toBeUndefined();
    }
    expect(bay.labels()).toHaveLength(3);
    expect(await prints()).toEqual([expect.objectContaining({ document: 'labels', count: 2, shipment: null })]);
    const other = await print(orderOf(parcels.slice(1)), { key });
    expect([other.statusCode, other.json().error.data.code]).toEqual([409, 'CONFLICT']);
  });

  it('two orders for one printer go one after the other', async () => {
    const [one, two] = [await server.parcel({ parcels: 3 }), await server.parcel({ parcels: 3 })];
    await Promise.all([one, two].map((parcel) => print(orderOf([parcel]))));
    const idsOf = (job: string) => new Set(Array.from(job.matchAll(/\^FD(\w{12})(?:-\d)?\^FS/g), ([, id]) => id));
    expect(bay.jobs.map((job) => [...idsOf(job)])).toEqual(
      expect.arrayContaining([[one.trackingId], [two.trackingId]]),
    );
    expect(bay.jobs).toHaveLength(2);
  });

  it('shipments with letters that no font has are named and not printed', async () => {
    const [bad, good] = [await server.parcel({ receiverName: '王小明' }), await server.parcel()];
    const result = await printed(orderOf([bad, good]));
    expect(resultsOf(result)).toEqual([`${good.trackingId} sent`]);
    expect(result.problems).toEqual([{ id: bad.id, trackingId: bad.trackingId, letters: '王小明' }]);
  });

  it('missed cards are one for each shipment', async () => {
    const parcel = await server.parcel({ parcels: 2 });
    expect(await printed(orderOf([parcel], { document: 'missed-cards' }))).toMatchObject({ labels: [{}] });
    expect(bay.labels().join()).toContain('Sorry we missed you');
  });

  it('a printer that is off is said, and nothing was sent', async () => {
    const parcel = await server.parcel();
    const result = await printed(orderOf([parcel], { printer: 'Off' }));
    expect(resultsOf(result)).toEqual([`${parcel.trackingId} failed`]);
    expect(result.stopped).toEqual({
      reason: 'printer-unreachable',
      message: 'Off can’t be reached. Nothing was sent. Check that it is on and connected.',
    });
    expect(await prints()).toEqual([]);
  });

  it('a caller who hangs up stops nothing', async () => {
    const parcels = [await server.parcel(), await server.parcel()];
    await server.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = server.app.server.address() as AddressInfo;
    const leaving = new AbortController();
    behaviour = { onConnection: () => leaving.abort() };
    const call = fetch(`http://127.0.0.1:${port}${filePaths.printLabels}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${manager.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(orderOf(parcels)),
      signal: leaving.signal,
    });
    await expect(call).rejects.toThrow('abort');
    await until('both are printed and remembered', async () => (await prints()).length === 1);
    expect(bay.labels()).toHaveLength(2);
  });
});

describe('a printer that stops', () => {
  const call = (key: string | null = null) => ({
    asker: { id: manager.id, header: true, courier: false },
    requestId: 'test',
    key,
    log: { error: () => undefined },
  });
  const send = (order: Partial<PrintLabels> & Pick<PrintLabels, 'selection'>, key?: string) => {
    const defaults = { order: 'given', document: 'labels', size: '100x150', hasSort: false, printer: 'Bay 4' } as const;
    return printLabels(server.services, call(key), { ...defaults, fromParcel: 1, ...order });
  };

  it('tells which labels went out; the rest prints on request, and nothing twice', async () => {
    const parcels = [await server.parcel(), await server.parcel({ parcels: 3 }), await server.parcel()];
    const [one, two, three] = parcels.map(({ trackingId }) => trackingId);
    behaviour = { onLabel: (socket, count) => count === 3 && socket.resetAndDestroy() };
    const selection = { ids: parcels.map(({ id }) => id) };
    const key = randomUUID();
    const first = await send({ selection }, key);
    expect(first.stopped?.reason).toBe('printer-closed');
    const unsent = [`${two}-2`, `${two}-3`, three];
    expect(resultsOf(first)).toEqual([
      `${one} sent`,
      `${two} sent`,
      ...unsent.map((number, at) => `${number} ${at === 0 ? 'failed' : 'not-tried'}`),
    ]);
    expect(await prints()).toEqual([expect.objectContaining({ shipment: { id: parcels[0]?.id, trackingId: one } })]);

    behaviour = {};
    expect(await send({ selection }, key)).toEqual(first);
    bay.jobs.length = 0;
    const { labels } = await send({ selection, ...first.rest });
    expect(labels.map(({ number, result }) => [number, result])).toEqual(unsent.map((number) => [number, 'sent']));
    expect(bay.labels()).toHaveLength(3);
  });

  it('may have printed if the server ended halfway: a repeat says so', async () => {
    const parcel = await server.parcel();
    const key = randomUUID();
    await send({ selection: { ids: [parcel.id] } }, key);
    await server.query('update idempotency_keys set answer = null where key = $1', [key]);
    bay.jobs.length = 0;
    await expect(send({ selection: { ids: [parcel.id] } }, key)).rejects.toThrow(
      'This was sent before. Look at what came out of the printer.',
    );
    expect(bay.jobs).toEqual([]);
  });
});
