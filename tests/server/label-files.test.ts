/** Files to print: ordered, drawn by a process when fetched, and sent whole. */
import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { inflateSync } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import { filePaths } from '../../src/domain/file-paths.ts';
import { type LetterProblem, MAX_PRINTED, type PrintFile } from '../../src/domain/labels/printing.ts';
import { courierDay } from '../support/courier-day.ts';
import { decodeCodes } from '../support/decode-codes.ts';
import { readPdf } from '../support/read-pdf.ts';
import { shops, v1Parcel } from '../support/shop.ts';
import type { Parcel } from '../support/test-server.ts';
import { until } from '../support/until.ts';
import { testServer } from '../support/vitest.ts';

/** Another script in the place of the writer, or the real one. */
const writer = vi.hoisted(() => ({ script: '' }));
vi.mock(import('../../server/base/config/paths.ts'), async (importOriginal) => {
  const original = await importOriginal();
  return {
    ...original,
    get LABEL_WRITER() {
      return writer.script || original.LABEL_WRITER;
    },
  };
});

const server = await testServer();
const manager = await server.signInAs('manager');

const order = (parcels: readonly Pick<Parcel, 'id'>[], style: object = {}, { token }: { token: string } = manager) =>
  server.request({
    method: 'POST',
    url: filePaths.labels,
    headers: { authorization: `Bearer ${token}` },
    payload: { selection: { ids: parcels.map(({ id }) => id) }, ...style },
  });

const fetchFile = (id: string, { token }: { token: string } = manager) =>
  server.request({ url: filePaths.labelFile(id), headers: { authorization: `Bearer ${token}` } });

async function ordered(...parameters: Parameters<typeof order>): Promise<PrintFile> {
  const answer = await order(...parameters);
  expect(answer.json()).toMatchObject({ id: expect.any(String) });
  return answer.json<PrintFile>();
}

it('labels have their size, and codes that scanners read', async () => {
  const parcels = [await server.parcel(), await server.parcel()];

  const file = await ordered(parcels);
  const answer = await fetchFile(file.id);

  expect(file).toEqual({ id: file.id, count: 2, ahead: 0, problems: [], notes: [] });
  expect(answer.headers).toMatchObject({
    'content-type': 'application/pdf',
    'cache-control': 'private, no-store',
    'content-disposition': expect.stringMatching(/^attachment; filename="labels-\d{4}-\d\d-\d\d\.pdf"$/),
    'content-length': String(answer.rawPayload.length),
  });
  const pages: unknown[] = [];
  for await (const page of readPdf(answer.rawPayload)) {
    pages.push([Math.round(page.width), Math.round(page.height), ...(await decodeCodes(await page.render()))]);
  }
  expect(pages).toEqual(
    parcels.map(({ trackingId }) => [
      ...[100, 150, `Code128 ${trackingId}`],
      `QRCode http://waybill.test/track/${trackingId}`,
    ]),
  );
});

async function textOf({ rawPayload }: { rawPayload: Buffer }): Promise<string> {
  let text = '';
  for await (const page of readPdf(rawPayload)) text += page.text;
  return text;
}

it('four labels of A6 share a sheet, from the first free place on', async () => {
  const parcels = [await server.parcel(), await server.parcel()];
  const { id, count } = await ordered(parcels, { size: 'a4', first: 4 });
  const widths: number[] = [];
  for await (const page of readPdf((await fetchFile(id)).rawPayload)) widths.push(Math.round(page.width));
  expect([count, widths]).toEqual([2, [210, 210]]);
});

it('a hand-over list and missed cards say what they are for', async () => {
  const parcels = [await server.parcel({ receiverName: 'Elin Strand' }), await server.parcel()];
  const list = await ordered(parcels, { document: 'handover' });
  const cards = await ordered(parcels, { document: 'missed-cards' });
  expect([list.count, cards.count]).toEqual([1, 2]);
  expect(await textOf(await fetchFile(list.id))).toContain('Elin Strand');
  expect(await textOf(await fetchFile(cards.id))).toContain('Sorry we missed you');
});

it('an owner prints their own, and nobody fetches what another has ordered', async () => {
  const owner = await server.signInAs('customer', { email: 'shop@example.com' });
  const [own, foreign] = [await server.parcel({ receiverEmail: owner.email }), await server.parcel()];
  const { id } = await ordered([own], {}, owner);
  const stranger = await server.signInAs('customer');
  const unverified = await server.signInAs('unverified');

  const outcomes = [
    await order([foreign], {}, owner),
    await order([own], {}, stranger),
    await order([own], {}, unverified),
    await fetchFile(id, owner),
    await fetchFile(id, stranger),
    await fetchFile(id, manager),
    await fetchFile('none', manager),
    await server.request({ url: filePaths.labelFile(id) }),
  ];

  expect(outcomes.map(({ statusCode }) => statusCode)).toEqual([404, 404, 403, 200, 404, 404, 400, 401]);
  expect(outcomes[3]?.headers['content-disposition']).toBe(`attachment; filename="labels-${own.trackingId}.pdf"`);
});

it('labels with letters that no font has are left out and named', async () => {
  const parcels = [
    await server.parcel({ receiverName: '王小明 Wang' }),
    await server.parcel({ shipTo: 'Malmö, شارع 7' }),
    await server.parcel({ receiverName: 'Nguyễn Thị Ánh, Łódź, Αθήνα, Київ' }),
  ];

  const { id, count, problems } = await ordered(parcels);

  const [first, second, third] = parcels;
  expect(count).toBe(1);
  expect(problems).toEqual([
    { id: first?.id, trackingId: first?.trackingId, letters: '王小明' },
    { id: second?.id, trackingId: second?.trackingId, letters: 'شارع' },
  ] satisfies Partial<LetterProblem>[]);
  const printed = await textOf(await fetchFile(id));
  expect(printed).toContain(third?.trackingId);
  expect(printed).not.toContain(first?.trackingId);
});

it('symbols that no font has are left out of labels and lists, with a note', async () => {
  const parcel = await server.parcel({ receiverName: 'Anna 🌸 Berg', shipTo: 'Kaj 1 🚚，411 04 Göteborg' });

  const file = await ordered([parcel]);

  const { id, trackingId } = parcel;
  expect(file).toMatchObject({ count: 1, problems: [], notes: [{ id, trackingId }] });
  for (const symbol of ['🌸', '🚚']) expect(file.notes[0]?.note).toContain(symbol);
  const printed = await textOf(await fetchFile(file.id));
  expect(printed).toContain('Anna Berg');
  expect((await order([parcel], { document: 'handover' })).statusCode).toBe(200);
});

it('fonts that are named bring further letters', async () => {
  const further = resolve('node_modules/dejavu-fonts-ttf/ttf/DejaVuSans.ttf');
  const other = await testServer({ environment: { LABEL_FONTS: further } });
  const headers = { authorization: `Bearer ${(await other.signedIn({ manager: true })).token}` };
  const { id } = await other.parcel({ receiverName: 'გიორგი, 王' });
  const payload = { selection: { ids: [id] } };
  const refused = await other.request({ method: 'POST', url: filePaths.labels, headers, payload });
  expect(refused.json().error.data.fieldErrors['label-font'][0]).toMatch(/: 王$/);
});

it('a file of which nothing is left is refused, and so is a list that would lack a row', async () => {
  const [bad, good] = [await server.parcel({ receiverName: '王小明' }), await server.parcel()];
  const refused = [await order([bad]), await order([bad, good], { document: 'handover' })];
  for (const { json, statusCode } of refused) {
    expect(statusCode).toBe(400);
    expect(json().error.message).toBe('The fonts for this file lack some letters. Print from this device instead.');
    expect(json().error.data.fieldErrors['label-font'].join()).toContain('王小明');
  }
});

it('a file shows its shipments as they are when it is fetched', async () => {
  const parcel = await server.parcel({ receiverName: 'Elin Strand' });
  const { id } = await ordered([parcel]);
  const rename = (name: string) =>
    server.query('update shipments set receiver_name = $1 where id = $2', [name, parcel.id]);
  await rename('Elin Berg');
  expect(await textOf(await fetchFile(id))).toContain('Elin Berg');
  await rename('王小明');
  expect((await fetchFile(id)).statusCode).toBe(400);
  await server.query('update shipments set deleted_at = now() where id = $1', [parcel.id]);
  expect((await fetchFile(id)).statusCode).toBe(404);
});

it('what a file has counts as printed once it is drawn, once', async () => {
  const parcels = [await server.parcel(), await server.parcel({ receiverName: '王' })];
  const { id } = await ordered(parcels);
  const printed = () =>
    Promise.all(
      parcels.map(async (parcel) => {
        const { data } = await server.call('shipmentAdmin.getShipment', { id: parcel.id }, { as: manager });
        return data.prints?.count ?? 0;
      }),
    );
  const before = await printed();
  await fetchFile(id);
  await fetchFile(id);
  expect([before, await printed()]).toEqual([
    [0, 0],
    [1, 0],
  ]);
});

it('a file can be fetched for an hour', async () => {
  const { id } = await ordered([await server.parcel()]);
  const age = (minutes: number) =>
    server.query('update print_files set created_at = now() - make_interval(mins => $1) where id = $2', [minutes, id]);
  await age(59);
  expect((await fetchFile(id)).statusCode).toBe(200);
  await age(60);
  expect((await fetchFile(id)).json().error.message).toBe('This file is no longer there. Print it again.');
});

it('no byte of a file has a code, an email address, a phone number or a value', async () => {
  const parcel = await server.parcel({
    senderEmail: 'sender-to-hide@example.com',
    receiverEmail: 'receiver-to-hide@example.com',
    senderPhone: '+351 222 010 417',
    value: 77_713,
  });
  const secrets = ['to-hide', '222 010 417', '222010417', '77713', '77,713', parcel.senderCode, parcel.receiverCode];
  for (const document of ['labels', 'handover', 'missed-cards']) {
    const { id } = await ordered([parcel], { document });
    const file = await fetchFile(id);
    const streams = inflated(file.rawPayload);
    expect(streams.length).toBeGreaterThan(10_000);
    const shown = (await textOf(file)) + file.rawPayload.toString('latin1') + streams;
    expect(shown).toContain(parcel.trackingId.slice(0, 4));
    expect(secrets.filter((secret) => shown.includes(secret))).toEqual([]);
  }
});

/** What is in the streams of a PDF. */
function inflated(pdf: Buffer): string {
  const file = pdf.toString('latin1');
  return Array.from(file.matchAll(/\/FlateDecode\n>>\nstream\n/g), ({ index, 0: { length } }) => {
    const end = file.indexOf('\nendstream', index);
    return inflateSync(pdf.subarray(index + length, end)).toString('latin1');
  }).join('\n');
}

it('if the process that draws is killed there is no file, and the next is whole', async () => {
  const { id } = await ordered([await server.parcel()]);
  writer.script = join(server.environment.DATA_DIR, 'writer.mjs');
  await writeFile(writer.script, `process.stdout.write('%PDF-1.3', () => process.kill(process.pid, 'SIGKILL'))`);
  const failed = await fetchFile(id);
  writer.script = '';
  expect(failed.statusCode).toBe(500);
  expect(failed.json().error.message).toContain(failed.headers['x-request-id']);
  expect((await fetchFile(id)).rawPayload.toString('latin1')).toMatch(/^%PDF-1[\s\S]*%%EOF\n$/);
});

it('a file that nobody waits for any more is drawn no further, and others learn their place', async () => {
  const { id } = await ordered([await server.parcel()]);
  const pidFile = join(server.environment.DATA_DIR, 'writer.pid');
  writer.script = join(server.environment.DATA_DIR, 'endless-writer.mjs');
  await writeFile(
    writer.script,
    `import { writeFileSync } from 'node:fs';
     writeFileSync(${JSON.stringify(pidFile)}, String(process.pid));
     setInterval(() => undefined, 1_000);`,
  );
  const url = await server.app.listen({ port: 0 });
  const leaving = new AbortController();
  const headers = { authorization: `Bearer ${manager.token}` };
  const fetching = fetch(url + filePaths.labelFile(id), { headers, signal: leaving.signal });
  fetching.catch(() => undefined);
  await until('it is drawn', () => existsSync(pidFile) && readFileSync(pidFile, 'utf8') !== '');
  const pid = Number(readFileSync(pidFile, 'utf8'));
  expect((await ordered([await server.parcel()])).ahead).toBe(1);

  leaving.abort();

  await until('the process is gone', () => !isRunning(pid));
  await until('the place is free', async () => (await ordered([await server.parcel()])).ahead === 0);
  writer.script = '';
});

it('twelve files of one account hold up neither a file of another nor its own other calls', async () => {
  const goesOn = join(server.environment.DATA_DIR, 'goes-on');
  writer.script = join(server.environment.DATA_DIR, 'waiting-writer.mjs');
  await writeFile(
    writer.script,
    `import { existsSync } from 'node:fs';
     import { text } from 'node:stream/consumers';
     import { setTimeout } from 'node:timers/promises';
     const isLong = (await text(process.stdin)).includes('Long Larsson');
     while (isLong && !existsSync(${JSON.stringify(goesOn)})) await setTimeout(20);
     process.stdout.write('drawn');`,
  );
  const greedy = await server.signInAs('manager');
  const files = [];
  for (let at = 0; at < 12; at += 1) {
    files.push(await ordered([await server.parcel({ receiverName: 'Long Larsson' })], {}, greedy));
  }
  const { id: other } = await ordered([await server.parcel()]);
  const drawing = files.map(({ id }) => fetchFile(id, greedy));
  await until('they are drawn, or wait for it', async () => {
    return (await ordered([await server.parcel()], {}, greedy)).ahead === files.length;
  });

  expect((await fetchFile(other)).body).toBe('drawn');

  await writeFile(goesOn, '');
  expect(new Set((await Promise.all(drawing)).map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  writer.script = '';
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

it('a run sheet has the stops of a run', async () => {
  const { newCourier, releasedRun } = courierDay(server, manager);
  const courier = await newCourier();
  const { id: runId } = await releasedRun(courier, [{ receiverName: 'Elin Strand' }, { shipTo: 'Kungsgatan 1' }]);
  const answer = await server.request({
    method: 'POST',
    url: filePaths.labels,
    headers: { authorization: `Bearer ${manager.token}` },
    payload: { selection: { runId }, document: 'run-sheet' },
  });
  const { id, count } = answer.json<PrintFile>();
  const text = await textOf(await fetchFile(id));
  expect(count).toBe(1);
  expect(text).toContain('2 stops · 2 parcels');
  expect(text).toContain('Kungsgatan 1');
});

it('more than fit a file are refused with how many it takes', async () => {
  const parcel = await server.parcel();
  const refused = await order(Array.from({ length: 2 * MAX_PRINTED + 1 }, () => parcel));
  expect([refused.statusCode, Object.values(refused.json().error.data.fieldErrors)]).toEqual([
    400,
    [['Print at most 500 at a time: this takes 3 files.']],
  ]);
});

it('files count as exports, which have a limit', async () => {
  const { token } = await server.signedIn({ manager: true });
  const { id } = await ordered([await server.parcel()], {}, { token });
  const headers = { authorization: `Bearer ${token}` };
  for (let at = 0; at < 30; at += 1) await server.request({ url: filePaths.shipmentsFile({ q: 'nowhere' }), headers });
  expect((await fetchFile(id, { token })).statusCode).toBe(429);
});

describe('the label of a cancelled shipment', () => {
  it('is drawn in no way, and each says why', async () => {
    const shop = await shops(server).newShop();
    await shops(server).newRate();
    const make = async (key: string) => {
      const payload = v1Parcel();
      return (await shops(server).ask<{ id: string }>(key, '/v1/shipments', { method: 'POST', payload })).body.id;
    };
    const cancel = (key: string, id: string) =>
      shops(server).ask(key, `/v1/shipments/${id}/cancel`, { method: 'POST', payload: {} });
    const label = (key: string, id: string) =>
      shops(server).ask<{ detail: string }>(key, `/v1/shipments/${id}/label?format=zpl`);
    const [id, kept] = [await make(shop.key), await make(shop.key)];
    expect((await label(shop.key, id)).status).toBe(200);
    expect((await cancel(shop.key, id)).status).toBe(200);
    const sentence = 'This shipment is cancelled, so it has no label any more.';
    const refused = await label(shop.key, id);
    expect([refused.status >= 400 && refused.status < 500, refused.body.detail]).toEqual([true, sentence]);
    for (const as of [manager, shop]) {
      const print = (ids: string[]) => server.call('shipment.getPrintable', { selection: { ids } }, { as });
      expect((await print([id])).error.message).toBe(sentence);
      expect((await print([id, kept])).error.message).toBe(
        '1 of these shipments is cancelled. Select them again without it.',
      );
      expect((await print([kept])).outcome).toBe('ok');
      expect((await server.call('shipment.getLabel', { id }, { as })).error.message).toBe(sentence);
    }
  });
});
