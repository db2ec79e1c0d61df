/** Pictures may come after their visit, and are erased in time. */
import { createHash, randomUUID } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import sharp from 'sharp';
import { describe, expect, it, onTestFinished } from 'vitest';
import { HOURLY_QUEUE } from '../../server/jobs/queues.ts';
import { mailboxTransport } from '../../server/mail/mailbox.ts';
import { tidyProofs } from '../../server/runs/proofs/erase-proofs.ts';
import { shiftDay } from '../../src/domain/day.ts';
import { filePaths } from '../../src/domain/file-paths.ts';
import { courierDay, fact, NOT_HOME, photoOf } from '../support/courier-day.ts';
import { NO_NEWS, openLive } from '../support/live-stream.ts';
import { lockRow } from '../support/row-locks.ts';
import type { Person } from '../support/test-server.ts';
import { testServer } from '../support/vitest.ts';

const server = await testServer();
const manager = await server.signInAs('manager');
const asManager = { as: manager };

const { newCourier, releasedRun, runOf, tell, loadAndStart, visit, openOf, exceptionsOf, deskRun, shipmentOf } =
  courierDay(server, manager);

let shade = 0;
const picture = () => {
  shade = (shade + 20) % 256;
  const background = { r: shade, g: 90, b: 10 };
  return sharp({ create: { width: 40, height: 30, channels: 3, background } })
    .jpeg()
    .toBuffer();
};
const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const put = (courier: Person, visitId: string, bytes: Buffer, sha256 = hashOf(bytes)) =>
  server.request({
    method: 'PUT',
    url: filePaths.proof(visitId, sha256),
    headers: { authorization: `Bearer ${courier.token}`, 'content-type': 'image/jpeg' },
    payload: bytes,
  });
const get = (visitId: string, sha256: string, headers: Record<string, string>) =>
  server.request({ method: 'GET', url: filePaths.proof(visitId, sha256), headers });
const bearer = (person: Person) => ({ authorization: `Bearer ${person.token}` });

async function visitWith(courier: Person, photos: Buffer[]) {
  const { shipments, id } = await releasedRun(courier);
  const [task] = (await loadAndStart(courier)).tasks;
  const proofs = photos.map((bytes) => photoOf(task, bytes));
  const outcomes = [{ taskId: task?.id, result: 'delivered', method: 'recipient' }];
  const visit = fact({ stopId: task?.stopId, outcomes, proofs, recipient: 'Elin Strand', note: 'Blue door' });
  return { visit, shipment: shipments[0], runId: id };
}

async function tidyAfterADay({ id }: { id: string }): Promise<void> {
  await server.query(`update visit_proofs set created_at = now() - interval '25 hours' where visit_id = $1`, [id]);
  await tidyProofs(server.services);
}

describe('a proof', () => {
  it('comes after its visit, once, and is read by owners, grant holders and managers only', async () => {
    const courier = await newCourier();
    const [owner, stranger] = [await server.signInAs('customer'), await server.signInAs('customer')];
    const bytes = await picture();
    const { visit, shipment } = await visitWith(courier, [bytes]);
    expect((await put(courier, visit.id, bytes)).statusCode).toBe(404);
    await tell(courier, 'visit', visit);
    expect((await put(await newCourier(), visit.id, bytes)).statusCode).toBe(404);
    // Altered on the way, or cut: the phone keeps it, and it stays awaited.
    for (const other of [await picture(), bytes.subarray(0, 99), Buffer.alloc(0)]) {
      const altered = await put(courier, visit.id, other, hashOf(bytes));
      expect([altered.statusCode, altered.json().error.data.code]).toEqual([409, 'CONFLICT']);
    }
    const sent = await Promise.all([put(courier, visit.id, bytes), put(courier, visit.id, bytes)]);
    expect(sent.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect((await put(courier, visit.id, bytes)).statusCode).toBe(200);

    await server.query('update shipments set receiver_id = $2 where id = $1', [shipment?.id, owner.id]);
    const code = { id: shipment?.id, code: shipment?.receiverCode };
    const { grant } = (await server.call('shipment.verifyShipmentCode', code)).data;
    for (const headers of [bearer(owner), bearer(manager), { 'x-shipment-grant': grant }]) {
      const read = await get(visit.id, hashOf(bytes), headers);
      expect([read.statusCode, read.headers['cache-control']]).toEqual([200, 'private, no-store']);
      expect(read.headers['content-type']).toBe('image/webp');
      // Both hashes are kept: of what the phone declared, and of what is served.
      const kept = "select encode(sha256, 'hex') as sent, encode(stored_sha256, 'hex') as stored from visit_proofs";
      expect(await server.query(`${kept} where visit_id = $1`, [visit.id])).toEqual([
        { sent: hashOf(bytes), stored: hashOf(read.rawPayload) },
      ]);
    }
    const nobody: Record<string, string>[] = [{}, bearer(stranger), bearer(courier), { 'x-shipment-grant': 'x' }];
    for (const headers of nobody) {
      expect((await get(visit.id, hashOf(bytes), headers)).statusCode).toBe(404);
    }
    const asked = { trackingId: shipment?.trackingId };
    const tracked = (await server.call('shipment.getShipmentByTrackingId', asked, { as: owner })).data;
    const proofs = [{ sha256: hashOf(bytes), kind: 'photo', state: 'received' }];
    expect(tracked).toMatchObject({ visits: [{ recipient: 'Elin Strand', proofs }] });
  });

  it('comes with the others of its day as one file, to who sent the parcel', async () => {
    const courier = await newCourier();
    const [shop, other] = [
      await server.signedIn({ roles: ['shipper'] }),
      await server.signedIn({ roles: ['shipper'] }),
    ];
    const bytes = await picture();
    const { visit, shipment } = await visitWith(courier, [bytes]);
    await tell(courier, 'visit', visit);
    expect((await put(courier, visit.id, bytes)).statusCode).toBe(200);
    await server.query('update shipments set sender_id = $2 where id = $1', [shipment?.id, shop.id]);
    const to = new Date().toISOString().slice(0, 10);
    const days = { from: shiftDay(to, -1), to };
    const zip = (person: Person, days: { from?: string; to?: string }) =>
      server.request({ method: 'GET', url: filePaths.ownProofs(days), headers: bearer(person) });
    const file = await zip(shop, days);
    expect([file.statusCode, file.headers['content-type']]).toEqual([200, 'application/zip']);
    const [[name, kept] = ['', new Uint8Array()], ...others] = Object.entries(unzipSync(file.rawPayload));
    expect([name.slice(0, 12), others]).toEqual([shipment?.trackingId, []]);
    expect(Buffer.from(kept)).toEqual((await get(visit.id, hashOf(bytes), bearer(manager))).rawPayload);
    for (const [person, asked, status] of [
      [other, days, 404],
      [shop, { from: '2020-01-01', to: '2020-01-02' }, 404],
      [shop, { to }, 400],
      [shop, { from: '2020-01-01', to }, 400],
    ] as const) {
      expect([asked, (await zip(person, asked)).statusCode]).toEqual([asked, status]);
    }
  });

  it.each(['shipments', 'runs', 'visit_proofs'] as const)(
    'waits for %s beside a bulk change, and both are done',
    async (table) => {
      const courier = await newCourier();
      const { shipments, id } = await releasedRun(courier);
      const [task] = (await loadAndStart(courier)).tasks;
      const bytes = await picture();
      const outcomes = [{ taskId: task?.id, ...NOT_HOME }];
      const visit = fact({ stopId: task?.stopId, outcomes, proofs: [photoOf(task, bytes)] });
      await tell(courier, 'visit', visit);
      const [shipment] = shipments;
      const ids = { shipments: shipment?.id ?? '', runs: id, visit_proofs: visit.id };
      const row = await lockRow(server.database, ids[table], table);
      const photo = put(courier, visit.id, bytes);
      await row.waitForWaiters(1);
      const change = { kind: 'status', status: 'delivered' };
      const bulk = server.call('bulk.start', { ids: [shipment?.id], change, emails: 'none' }, asManager);
      await row.waitForWaiters(2);
      await row.release();
      expect([(await photo).statusCode, (await bulk).data]).toMatchObject([200, { done: 1, failed: 0 }]);
    },
  );

  it('is kept where only the server can read, whatever the umask', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'waybill-open-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const umask = process.umask(0);
    onTestFinished(() => void process.umask(umask));
    // An earlier version left them this way.
    await mkdir(join(folder, 'proofs'), { mode: 0o755 });
    await chmod(folder, 0o755);
    const open = await testServer({ environment: { DATA_DIR: folder } });
    await open.services.proofs.save(await picture());
    await open.services.images.save({ width: 16, height: 16, variants: [{ width: 16, bytes: await picture() }] });
    const mail = { id: 'one', to: 'a@b.se', subject: '', text: '', html: '', isAutomatic: true };
    await mailboxTransport(join(folder, 'mailbox')).send(mail);
    const names = await readdir(folder, { recursive: true });
    const modes = await Promise.all([folder, ...names.map((name) => join(folder, name))].map((path) => stat(path)));
    // The fourth says when the marks of what has left began.
    expect(modes.filter((one) => one.isFile())).toHaveLength(4);
    expect(modes.map(({ mode }) => mode & 0o077).filter(Boolean)).toEqual([]);
  });

  it('is not read by an owner who is not verified, or with the grant of another shipment', async () => {
    const [courier, owner] = [await newCourier(), await server.signInAs('customer')];
    const bytes = await picture();
    const { visit, shipment } = await visitWith(courier, [bytes]);
    await tell(courier, 'visit', visit);
    await put(courier, visit.id, bytes);
    await server.query('update shipments set receiver_id = $2 where id = $1', [shipment?.id, owner.id]);
    const other = await server.parcel();
    const code = { id: other.id, code: other.receiverCode };
    const { grant } = (await server.call('shipment.verifyShipmentCode', code)).data;
    const read = async (headers: Record<string, string>) => (await get(visit.id, hashOf(bytes), headers)).statusCode;
    expect([await read(bearer(owner)), await read({ 'x-shipment-grant': grant })]).toEqual([200, 404]);
    await server.query('update users set verified = false where id = $1', [owner.id]);
    expect(await read(bearer(owner))).toBe(404);
  });

  it('is news to an owner who has the page open when it comes', async () => {
    const [courier, owner] = [await newCourier(), await server.signInAs('customer')];
    const bytes = await picture();
    const { visit, shipment } = await visitWith(courier, [bytes]);
    await tell(courier, 'visit', visit);
    await server.query('update shipments set receiver_id = $2 where id = $1', [shipment?.id, owner.id]);
    const url = await server.app.listen({ port: 0, host: '127.0.0.1' });
    const trackingIds = [shipment?.trackingId ?? ''];
    const stream = await openLive(url, { trackingIds }, { token: owner.token });
    onTestFinished(stream.close);
    expect((await put(courier, visit.id, bytes)).statusCode).toBe(200);
    expect(await stream.next()).toEqual({ ...NO_NEWS, trackingIds });
  });

  it('is refused if it is too large, of another kind, or at a wrong address', async () => {
    const courier = await newCourier();
    const bytes = await picture();
    const { visit } = await visitWith(courier, [bytes]);
    await tell(courier, 'visit', visit);
    const send = (headers: Record<string, string>, payload: Buffer = bytes, sha256 = hashOf(bytes)) =>
      server.request({ method: 'PUT', url: filePaths.proof(visit.id, sha256), headers, payload });
    const jpeg = { 'content-type': 'image/jpeg' };
    expect((await send({ ...bearer(courier), ...jpeg }, Buffer.alloc(20 * 1024 * 1024))).statusCode).toBe(413);
    expect((await send({ ...bearer(courier), 'content-type': 'text/html' })).statusCode).toBe(415);
    expect((await send({ ...bearer(courier), ...jpeg }, bytes, 'no-hash')).statusCode).toBe(404);
    expect((await put(courier, visit.id, bytes)).statusCode).toBe(200);
  });

  it('that is no picture, or never comes, is missing, and the run says so', async () => {
    const courier = await newCourier();
    const [broken, lost] = [Buffer.from('no picture at all'), await picture()];
    const { visit, runId, shipment } = await visitWith(courier, [broken, lost]);
    await tell(courier, 'visit', visit);
    expect((await put(courier, visit.id, broken)).statusCode).toBe(400);
    expect(await exceptionsOf(runId)).toEqual(['photo-not-received']);
    await tidyProofs(server.services);
    expect(await exceptionsOf(runId)).toHaveLength(1);
    await tidyAfterADay(visit);
    expect(await exceptionsOf(runId)).toEqual(['photo-not-received', 'photo-not-received']);
    const managed = await shipmentOf(shipment?.id);
    expect(managed.visits?.[0]?.proofs.map(({ state }) => state)).toEqual(['missing', 'missing']);
    // Better late than never.
    expect((await put(courier, visit.id, lost)).statusCode).toBe(200);
    expect(await openOf(shipment?.id)).toHaveLength(2);
  });

  it('that comes later than a day closes the exception about it', async () => {
    const courier = await newCourier();
    const late = await picture();
    const { visit, runId, shipment } = await visitWith(courier, [late]);
    await tell(courier, 'visit', visit);
    await tidyAfterADay(visit);
    expect(await openOf(shipment?.id)).toMatchObject([
      { kind: 'photo-not-received', trackingId: shipment?.trackingId },
    ]);
    expect((await put(courier, visit.id, late)).statusCode).toBe(200);
    expect(await openOf(shipment?.id)).toEqual([]);
    const { exceptions } = await deskRun(runId);
    expect(exceptions).toMatchObject([{ resolved: { by: null, note: '' } }]);
  });

  it('is erased with the words after its days, and the hashes stay', async () => {
    const courier = await newCourier();
    const bytes = await picture();
    const { visit, shipment } = await visitWith(courier, [bytes]);
    await tell(courier, 'visit', visit);
    await put(courier, visit.id, bytes);
    const [stored] = await server.query<{ storage_key: string }>(
      'select storage_key from visit_proofs where visit_id = $1',
      [visit.id],
    );
    for (const table of ['visit_proofs', 'visit_words'])
      await server.query(`update ${table} set created_at = now() - interval '181 days' where visit_id = $1`, [
        visit.id,
      ]);
    await tidyProofs(server.services);
    expect(await server.services.proofs.find(stored?.storage_key ?? '')).toBeNull();
    const managed = await shipmentOf(shipment?.id);
    expect(managed.visits).toMatchObject([
      { recipient: '', note: '', proofs: [{ sha256: hashOf(bytes), state: 'erased' }] },
    ]);
  });
});

describe('an account that is deleted', () => {
  const proofsOf = (visitId: string) =>
    server.query('select storage_key from visit_proofs where visit_id = $1', [visitId]);

  it('takes the words and pictures of what it received along', async () => {
    const [courier, receiver] = [await newCourier(), await server.person()];
    const { visit, shipment } = await visitWith(courier, [await picture()]);
    await server.query('update shipments set receiver_id = $2 where id = $1', [shipment?.id, receiver.id]);
    await tell(courier, 'visit', { ...visit, recipient: 'Canary Name' });
    const received = "update visit_proofs set storage_key = 'somewhere', received_at = now() where visit_id = $1";
    await server.query(received, [visit.id]);
    expect((await server.call('userAdmin.deleteUser', { id: receiver.id }, asManager)).outcome).toBe('ok');
    expect(await server.everythingStored()).not.toContain('Canary Name');
    expect(await proofsOf(visit.id)).toEqual([{ storage_key: null }]);
    expect(await server.query(`select data from pgboss.job where name = 'expired-proof'`)).toEqual([
      { data: { key: 'somewhere' } },
    ]);
  });

  it('has the stored pictures deleted by the job for it, as expired ones are by the hourly one', async () => {
    const host = await testServer({ worker: true, mails: { pollSeconds: 1 } });
    const desk = await host.signInAs('manager');
    const day = courierDay(host, desk);
    const [courier, receiver] = [await day.newCourier(), await host.person()];
    const { shipments } = await day.releasedRun(courier, [{}, {}]);
    const { tasks } = await day.loadAndStart(courier);
    const storeProofOf = async (task: (typeof tasks)[number] | undefined) => {
      const bytes = await picture();
      const sha256 = hashOf(bytes);
      const outcomes = [{ taskId: task?.id, result: 'delivered', method: 'recipient' }];
      const visit = fact({ stopId: task?.stopId, outcomes, proofs: [photoOf(task, bytes)] });
      await day.tell(courier, 'visit', visit);
      const sent = await host.request({
        method: 'PUT',
        url: filePaths.proof(visit.id, sha256),
        headers: { ...bearer(courier), 'content-type': 'image/jpeg' },
        payload: bytes,
      });
      expect(sent.statusCode).toBe(200);
      const [row] = await host.query<{ key: string }>(
        'select storage_key as key from visit_proofs where visit_id = $1',
        [visit.id],
      );
      const find = () => host.services.proofs.find(row?.key ?? '');
      expect(await find()).not.toBeNull();
      return { visitId: visit.id, find };
    };
    const [own, expired] = [await storeProofOf(tasks[0]), await storeProofOf(tasks[1])];
    await host.query('update shipments set receiver_id = $2 where id = $1', [shipments[0]?.id, receiver.id]);
    expect((await host.call('userAdmin.deleteUser', { id: receiver.id }, { as: desk })).outcome).toBe('ok');
    await expect.poll(own.find, { timeout: 15_000 }).toBeNull();

    expect(await host.query(`select cron from pgboss.schedule where name = $1`, [HOURLY_QUEUE])).toEqual([
      { cron: '7 * * * *' },
    ]);
    expect(await expired.find()).not.toBeNull();
    const age = `update visit_proofs set created_at = now() - interval '181 days' where visit_id = $1`;
    await host.query(age, [expired.visitId]);
    await host.services.jobs.sendLater(HOURLY_QUEUE, {}, { id: randomUUID(), seconds: 0 });
    await expect.poll(expired.find, { timeout: 15_000 }).toBeNull();
  });

  it('has no picture stored that was on its way', async () => {
    const [courier, receiver] = [await newCourier(), await server.person()];
    const [late, missing] = [await picture(), await picture()];
    const { visit, shipment, runId } = await visitWith(courier, [late, missing]);
    await server.query('update shipments set receiver_id = $2 where id = $1', [shipment?.id, receiver.id]);
    await tell(courier, 'visit', visit);
    await server.call('userAdmin.deleteUser', { id: receiver.id }, asManager);
    expect((await put(courier, visit.id, late)).statusCode).toBe(200);
    await tidyAfterADay(visit);
    // Nobody waits for the other one any more.
    expect(await exceptionsOf(runId)).toEqual([]);
    expect(await proofsOf(visit.id)).toEqual([{ storage_key: null }, { storage_key: null }]);
    const managed = await shipmentOf(shipment?.id);
    expect(managed.visits?.[0]?.proofs.map(({ state }) => state)).toEqual(['erased', 'erased']);
  });

  it('has no words or pictures kept of a visit that is reported later, until someone else receives it', async () => {
    const [courier, receiver, next] = [await newCourier(), await server.person(), await server.person()];
    const bytes = await picture();
    const { visit, shipment } = await visitWith(courier, [bytes]);
    const own = (more: object) => fact({ ...visit, id: randomUUID(), ...more });
    const setReceiver = (id: string) =>
      server.query('update shipments set receiver_id = $2 where id = $1', [shipment?.id, id]);
    await setReceiver(receiver.id);
    await server.call('userAdmin.deleteUser', { id: receiver.id }, asManager);
    const [late, later] = [own({ recipient: 'Late Canary', note: 'Late canary' }), own({ recipient: 'Somebody Else' })];
    await tell(courier, 'visit', late);
    expect((await put(courier, late.id, bytes)).statusCode).toBe(200);
    expect(await proofsOf(late.id)).toEqual([{ storage_key: null }]);
    expect(await server.everythingStored()).not.toMatch(/late canary/i);
    await setReceiver(next.id);
    await tell(courier, 'visit', later);
    expect((await put(courier, later.id, bytes)).statusCode).toBe(200);
    const managed = await shipmentOf(shipment?.id);
    expect(managed.visits).toMatchObject([
      { recipient: '', note: '', proofs: [{ state: 'erased' }] },
      { recipient: 'Somebody Else', proofs: [{ state: 'received' }] },
    ]);
  });
});

describe('what proves a delivery', () => {
  it('can be less than its shop asks for only by a manager, and leaves an exception', async () => {
    const dispatcher = await server.signedIn({ roles: ['dispatcher'] });
    const brandProof = { photo: 'asked', signature: 'off', name: 'off' };
    const courier = await newCourier();
    const run = await releasedRun(courier);
    const [{ id = '' } = {}] = run.shipments;
    const set = async (code: string, as: Person) =>
      (await server.call('shipmentAdmin.setProof', { id, proof: { ...brandProof, code } }, { as })).outcome;
    // More is for everyone at the desk.
    expect(await set('required', dispatcher)).toBe('ok');
    for (const proof of [{ ...brandProof, code: 'off' }, brandProof, null])
      expect((await server.call('shipmentAdmin.setProof', { id, proof }, { as: dispatcher })).outcome).toBe(
        'FORBIDDEN',
      );
    const change = { kind: 'proof', proof: { ...brandProof, code: 'off' } };
    const bulk = await server.call('bulk.start', { ids: [id], change, emails: 'none' }, { as: dispatcher });
    expect(bulk.data).toMatchObject({ done: 0, skipped: 1 });
    const items = await server.call('bulk.getItems', { id: bulk.data.id, page: 1, left: true }, { as: dispatcher });
    expect(items.data.data).toMatchObject([{ reason: 'needs-manager' }]);
    expect((await shipmentOf(id)).proof).toMatchObject({ code: 'required' });
    expect(await exceptionsOf(run.id)).toEqual([]);
    expect(await set('off', manager)).toBe('ok');
    expect(await exceptionsOf(run.id)).toEqual(['proof-lowered']);
  });

  it('is the brand’s policy, or the shipment’s own as the manager saw it', async () => {
    const { id } = await server.parcel();
    const set = async (input: object) =>
      (await server.call('shipmentAdmin.setProof', { id, ...input }, asManager)).outcome;
    const get = async () => await shipmentOf(id);
    const brandProof = { photo: 'asked', signature: 'off', name: 'off' };
    expect(await get()).toMatchObject({ proof: null, brandProof });
    const [signed, named] = [
      { ...brandProof, signature: 'required' },
      { ...brandProof, name: 'required' },
    ];
    expect(await set({ proof: signed, base: null })).toBe('ok');
    expect(await set({ proof: named, base: null })).toBe('CONFLICT');
    expect(await get()).toMatchObject({ proof: signed, brandProof });
    expect(await set({ proof: named, base: signed })).toBe('ok');
    expect(await set({ proof: null, base: named })).toBe('ok');
    expect(await get()).toMatchObject({ proof: null });
  });

  it('is missed by a delivery without it, and not by a try', async () => {
    const courier = await newCourier();
    const { id, shipments } = await releasedRun(courier);
    const proof = { photo: 'off', signature: 'required', name: 'off' };
    await server.call('shipmentAdmin.setProof', { id: shipments[0]?.id, proof }, asManager);
    const [task] = (await loadAndStart(courier)).tasks;
    await visit(courier, task, NOT_HOME);
    expect(await exceptionsOf(id)).toEqual([]);
    await visit(courier, task);
    expect(await exceptionsOf(id)).toEqual(['proof-not-given']);
  });

  it('is a new version of the run for its courier, also when the shipment’s own rules go', async () => {
    const courier = await newCourier();
    const { shipments } = await releasedRun(courier);
    const versions = [(await runOf(courier)).version];
    for (const proof of [{ photo: 'asked', signature: 'required', name: 'off' }, null]) {
      await server.call('shipmentAdmin.setProof', { id: shipments[0]?.id, proof }, asManager);
      versions.push((await runOf(courier)).version);
    }
    const [first = 0] = versions;
    expect(versions).toEqual([first, first + 1, first + 2]);
  });
});
