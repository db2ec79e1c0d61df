import { createPublicKey, randomUUID, verify } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { checkHandover, isHandoverToken } from '../../server/handover/handover-codes.ts';
import { getSigner, isSignedBy, publishHandoverKeys, rotateSigningKeys } from '../../server/handover/signing-keys.ts';
import { findShipment, type ShipmentRow } from '../../server/shipments/store/shipments.ts';
import {
  encodeClaim,
  encodeToken,
  type HandoverClaim,
  parseToken,
  readDigits,
  withCheckDigit,
} from '../../src/domain/handover.ts';
import { courierDay, DELIVERED, fact, photoOf } from '../support/courier-day.ts';
import type { Person, TestServer } from '../support/test-server.ts';
import { testServer } from '../support/vitest.ts';

const server = await testServer();
const manager = await server.signInAs('manager');
const asManager = { as: manager };
const {
  newCourier,
  releasedRun,
  runOf,
  loadAndStart,
  visit,
  changeInfo,
  deskRun,
  mailsAbout,
  exceptionsOf,
  shipmentOf,
} = courierDay(server, manager);

const PROOF = { photo: 'off', signature: 'off', name: 'off', code: 'required' };

/** A loaded parcel that needs a code, at its stop. */
async function atDoor(courier: Person, code = 'required') {
  const run = await releasedRun(courier);
  const [shipment] = run.shipments;
  if (!shipment) throw new Error('There is no shipment');
  await server.call('shipmentAdmin.setProof', { id: shipment.id, proof: { ...PROOF, code } }, asManager);
  const [task] = (await loadAndStart(courier)).tasks;
  if (!task) throw new Error('There is no task');
  return { courier, shipment, run, task };
}

async function viewOf(shipment: { id: string; trackingId: string }, code: string) {
  const { grant } = (await server.call('shipment.verifyShipmentCode', { id: shipment.id, code })).data;
  const asked = { trackingId: shipment.trackingId };
  const { data } = await server.call('shipment.getShipmentByTrackingId', asked, {
    headers: { 'x-shipment-grant': grant },
  });
  return data.access === 'detailed' ? data : null;
}

async function codesOf(shipment: { id: string; trackingId: string; receiverCode: string }) {
  const handover = (await viewOf(shipment, shipment.receiverCode))?.handover;
  if (!handover) throw new Error('The receiver has no code');
  return { token: handover.token, digits: handover.digits ?? '' };
}

const wrongFor = (digits: string) => withCheckDigit(digits.slice(0, 6) === '123456' ? '654321' : '123456');
const lastVisit = async (id: string) => (await shipmentOf(id)).visits.at(-1);

describe('the receiver’s code', () => {
  it('is for the receiver only, and delivers by QR code or digits', async () => {
    const courier = await newCourier();
    for (const kind of ['token', 'digits'] as const) {
      const { shipment, run, task } = await atDoor(courier);
      expect((await viewOf(shipment, shipment.senderCode))?.handover).toBeUndefined();
      const codes = await codesOf(shipment);
      expect(readDigits(codes.digits)).toBe(codes.digits);
      expect(parseToken(codes.token)).toMatchObject({ trackingId: shipment.trackingId, runId: run.id });
      await visit(courier, task, { ...DELIVERED, code: codes[kind] });
      expect(await lastVisit(shipment.id)).toMatchObject({ codeResult: kind === 'token' ? 'qr' : 'digits' });
      expect(await exceptionsOf(run.id)).toEqual([]);
      expect((await viewOf(shipment, shipment.receiverCode))?.handover).toBeUndefined();
      await server.call('courier.close', fact({ runId: run.id }), { as: courier });
    }
  });

  it('of another run, shipment, time or key is wrong: the parcel counts as delivered, and the run names it', async () => {
    const [mine, other] = [await atDoor(await newCourier()), await atDoor(await newCourier())];
    const { trackingId } = mine.shipment;
    const { token, digits } = await codesOf(mine.shipment);
    const parsed = parseToken(token);
    const sources = { executor: server.services.db, secrets: server.services.secrets, marks: server.services.marks };
    const signer = await getSigner(sources);
    const sign = (claim: Partial<HandoverClaim>) => {
      const bytes = encodeClaim({ trackingId, runId: mine.run.id, expiresAt: 1_900_000_000, claim: 1, ...claim });
      return encodeToken(bytes, signer.sign(bytes));
    };
    const at = { trackingId, receiverClaim: 1, runId: mine.run.id, at: new Date() };
    expect(await isHandoverToken(sources.executor, token, at)).toBe(true);
    const wrong = {
      'another run': sign({ runId: other.run.id }),
      'another shipment': (await codesOf(other.shipment)).token,
      'another receiver': sign({ claim: 2 }),
      expired: sign({ expiresAt: Math.floor(Date.now() / 1000) - 60 }),
      'no signature': encodeToken(parsed?.signed ?? Buffer.alloc(33), Buffer.alloc(64, 7)),
      digits,
    };
    for (const [why, code] of Object.entries(wrong))
      expect(await isHandoverToken(sources.executor, code, at), why).toBe(false);

    const id = await visit(mine.courier, mine.task, { ...DELIVERED, code: wrong['another run'] });
    expect(await lastVisit(mine.shipment.id)).toMatchObject({ id, codeResult: 'wrong' });
    // Replayed by the courier of another run.
    await visit(other.courier, other.task, { ...DELIVERED, code: token });
    for (const { shipment, run } of [mine, other]) {
      expect(await exceptionsOf(run.id)).toEqual(['code-mismatch']);
      expect((await shipmentOf(shipment.id)).status).toBe('delivered');
      const told = await mailsAbout(shipment.id, 'code-mismatch');
      expect(told).toHaveLength(2);
    }
  });

  it('has the same digits at another address, and none where only the QR code will do', async () => {
    const door = await atDoor(await newCourier(), 'qr');
    const { token, digits } = await codesOf(door.shipment);
    expect(digits).toBe('');
    await server.call('shipmentAdmin.setProof', { id: door.shipment.id, proof: PROOF }, asManager);
    const before = await codesOf(door.shipment);
    await changeInfo(door.shipment.id, {
      shipTo: 'Storgatan 1, 411 01 Gothenburg',
      deliveryDate: '2030-01-01T12:00:00.000Z',
    });
    expect((await codesOf(door.shipment)).digits).toBe(before.digits);
    await visit(door.courier, door.task, { ...DELIVERED, code: before.digits });
    expect(await lastVisit(door.shipment.id)).toMatchObject({ codeResult: 'digits' });
    expect(await exceptionsOf(door.run.id)).toEqual(['proof-lowered']);
    expect(token).not.toBe(before.token);
  });

  it('holds all day in whichever van, and a page shows the QR code of that van', async () => {
    const { shipment, run, task } = await atDoor(await newCourier());
    const before = await codesOf(shipment);
    const other = await newCourier();
    const { version } = await deskRun(run.id);
    const move = { id: run.id, version, taskIds: [task.id], courierId: other.id };
    const moved = await server.call('runAdmin.move', move, asManager);
    expect(moved.outcome, moved.body).toBe('ok');
    const [there] = (await loadAndStart(other)).tasks;
    const after = await codesOf(shipment);
    expect(after.digits).toBe(before.digits);
    expect(parseToken(after.token)).toMatchObject({ runId: (await runOf(other)).id });
    expect(
      (await server.call('courier.checkCode', { id: there?.id, code: before.digits }, { as: other })).outcome,
    ).toBe('ok');
    await visit(other, there, { ...DELIVERED, code: before.digits });
    expect(await lastVisit(shipment.id)).toMatchObject({ codeResult: 'digits' });
  });

  it('counts past midnight, days later no more, and for nobody else', async () => {
    const { courier, shipment, task } = await atDoor(await newCourier());
    const former = await codesOf(shipment);
    const { db, secrets, environment } = server.services;
    const coded = (await findShipment(db, shipment.id)) as ShipmentRow;
    const given = { code: former.digits, task: { runId: randomUUID(), codeReleasedAt: null } };
    const checkedAfter = (hours: number, who = coded) =>
      checkHandover({ executor: db, secrets, environment }, who, {
        ...given,
        at: new Date(Date.now() + hours * 3_600_000),
      });
    expect([await checkedAfter(0), await checkedAfter(24), await checkedAfter(72)]).toEqual([
      'digits',
      'digits',
      'wrong',
    ]);
    expect(await checkedAfter(0, { ...coded, receiverClaim: coded.receiverClaim + 1 })).toBe('wrong');
    await changeInfo(shipment.id, { receiverPhone: '+46 31 555 09 09', deliveryDate: '2030-01-01T12:00:00.000Z' });
    await visit(courier, task, { ...DELIVERED, code: former.digits });
    expect(await lastVisit(shipment.id)).toMatchObject({ codeResult: 'wrong' });
  });

  it('that a server of the release before has texted counts until its run ends', async () => {
    const { courier, shipment, run, task } = await atDoor(await newCourier());
    const { shipTo } = (await findShipment(server.services.db, shipment.id)) as ShipmentRow;
    const [six = ''] = server.services.secrets.handoverDigits([shipment.id, run.id, shipTo].join('.'));
    await visit(courier, task, { ...DELIVERED, code: withCheckDigit(six) });
    expect(await lastVisit(shipment.id)).toMatchObject({ codeResult: 'digits' });
  });

  it('is missing from an old phone, and the desk can let it go once', async () => {
    const [old, released] = [await atDoor(await newCourier()), await atDoor(await newCourier())];
    await visit(old.courier, old.task);
    expect(await exceptionsOf(old.run.id)).toEqual(['code-missing']);
    expect((await deskRun(released.run.id)).stops[0]?.tasks).toMatchObject([{ needsCode: true }]);
    const release = { id: released.task.id, reason: 'The receiver has no phone' };
    for (const as of [released.courier, await server.signedIn({ roles: ['dispatcher'] })])
      expect((await server.call('runAdmin.releaseCode', release, { as })).outcome).toBe('FORBIDDEN');
    const twice = [1, 2].map(() => server.call('runAdmin.releaseCode', release, asManager));
    const outcomes = (await Promise.all(twice)).map(({ outcome }) => outcome);
    expect(outcomes.toSorted()).toEqual(['CONFLICT', 'ok']);
    expect((await runOf(released.courier)).tasks).toMatchObject([{ proof: { code: 'off' } }]);
    await visit(released.courier, released.task);
    expect(await exceptionsOf(released.run.id)).toEqual([]);
    expect(await lastVisit(released.shipment.id)).toMatchObject({ codeResult: 'released' });
  });

  it('is guessed five times, from two servers at once, and no sixth time', async () => {
    const door = await atDoor(await newCourier());
    const { digits } = await codesOf(door.shipment);
    const second = await testServer({ database: server.database });
    const guess = (at: TestServer, code: string) =>
      at.call('courier.checkCode', { id: door.task.id, code }, { as: door.courier });
    expect((await guess(server, digits)).outcome).toBe('ok');
    const all = Array.from({ length: 12 }, (_, at) => guess(at % 2 ? server : second, wrongFor(digits)));
    const outcomes = (await Promise.all(all)).map(({ outcome }) => outcome);
    expect(outcomes.filter((one) => one === 'BAD_REQUEST')).toHaveLength(5);
    expect(new Set(outcomes)).toEqual(new Set(['BAD_REQUEST', 'TOO_MANY_REQUESTS']));
    expect((await guess(second, digits)).outcome).toBe('TOO_MANY_REQUESTS');
    const stranger = await newCourier();
    const foreign = { id: door.task.id, code: digits };
    expect((await server.call('courier.checkCode', foreign, { as: stranger })).outcome).not.toBe('ok');
  });
});

it('of who collects at the depot is scanned there, whatever else is being scanned', async () => {
  const [parcel, other] = [await server.parcel(), await server.parcel()];
  const hold = async ({ id, receiverCode }: typeof parcel) => {
    const { grant } = (await server.call('shipment.verifyShipmentCode', { id, code: receiverCode })).data;
    const choice = { id, choiceId: randomUUID(), kind: 'hold' };
    const { outcome } = await server.call('choice.make', choice, { headers: { 'x-shipment-grant': grant } });
    expect(outcome).toBe('ok');
  };
  const handOver = async (code: string, { trackingId } = parcel) => {
    const scans = [{ scanId: randomUUID(), trackingId, act: 'hand-over', code }];
    const { data } = await server.call('deskAdmin.scan', { scans }, asManager);
    return data.results[0]?.outcome;
  };
  expect((await viewOf(parcel, parcel.receiverCode))?.handover).toBeUndefined();
  await hold(parcel);
  await hold(other);
  const handover = (await viewOf(parcel, parcel.receiverCode))?.handover;
  expect(handover).toEqual({ token: expect.any(String), isAtDepot: true });
  const token = handover?.token ?? '';
  const door = await atDoor(await newCourier(), 'qr');
  const wrong = [(await codesOf(door.shipment)).token, (await codesOf(other)).token, token.slice(0, -1)];
  expect(await Promise.all(wrong.map((code) => handOver(code)))).toEqual(['rejected', 'rejected', 'rejected']);
  expect(await handOver(token, other)).toBe('rejected');
  expect((await shipmentOf(parcel.id)).status).toBe('in-progress');
  expect([await handOver(token), await handOver(token)]).toEqual(['done', 'rejected']);
  expect((await shipmentOf(parcel.id)).status).toBe('delivered');
  expect((await viewOf(parcel, parcel.receiverCode))?.handover).toBeUndefined();
  const { grant } = (await server.call('shipment.verifyShipmentCode', { id: parcel.id, code: parcel.senderCode })).data;
  const asked = { trackingId: parcel.trackingId };
  const { data } = await server.call('shipment.getReceipt', asked, { headers: { 'x-shipment-grant': grant } });
  const receipt = JSON.parse(Buffer.from(data.jws.split('.')[1] ?? '', 'base64url').toString());
  expect(receipt).toMatchObject({ outcome: 'delivered', method: null, code: null, proofs: [] });
});

describe('the keys', () => {
  it('are replaced yearly, listed before they sign, and stay listed', async () => {
    const own = await testServer();
    const sources = { executor: own.services.db, secrets: own.services.secrets, marks: own.services.marks };
    const age = (days: number) =>
      own.query(`update signing_keys set created_at = created_at - make_interval(days => ${days})`);
    const [first] = await publishHandoverKeys(sources);
    const signer = await getSigner(sources);
    await age(366);
    await Promise.all([rotateSigningKeys(sources), rotateSigningKeys(sources)]);
    const [next, ...former] = await publishHandoverKeys(sources);
    expect(former).toEqual([first]);
    expect((await getSigner(sources)).id).toBe(signer.id);
    await age(8);
    expect((await getSigner(sources)).id).not.toBe(signer.id);
    const bytes = Buffer.from('signed by a key of last year');
    const signature = signer.sign(bytes);
    expect(isSignedBy(await publishHandoverKeys(sources), bytes, signature)).toBe(true);
    await age(366);
    await rotateSigningKeys(sources);
    expect(await publishHandoverKeys(sources)).toContain(next);
    expect(isSignedBy(await publishHandoverKeys(sources), bytes, signature)).toBe(false);
    const listed = (await own.request({ method: 'GET', url: '/.well-known/waybill-keys.json' })).json();
    expect(listed.keys).toHaveLength(3);
    expect(JSON.stringify(listed)).not.toContain('"d"');
    const kept = await own.query('select private_key is not null as is_kept from signing_keys order by generation');
    expect(kept.map(({ is_kept }) => is_kept)).toEqual([false, true, true]);
  });
});

describe('a code with both phones offline', () => {
  it('holds while the keys change and clocks are hours wrong', async () => {
    const sources = { executor: server.services.db, secrets: server.services.secrets, marks: server.services.marks };
    const age = (days: number) =>
      server.query(`update signing_keys set created_at = created_at - make_interval(days => ${days})`);
    const hours = [-5, 5];
    const doors = [await atDoor(await newCourier()), await atDoor(await newCourier())];
    const olds = await Promise.all(doors.map(({ shipment }) => codesOf(shipment)));
    const keysOf = async ({ courier }: { courier: Person }) => (await runOf(courier)).handoverKeys ?? [];
    const isReadBy = (keys: readonly string[], token: string) => {
      const { signed, signature } = parseToken(token) ?? {};
      return signed && signature && isSignedBy(keys, signed, signature);
    };
    const [door] = doors as [(typeof doors)[number]];
    await age(366);
    const before = await keysOf(door);
    await rotateSigningKeys(sources);
    const listed = await keysOf(door);
    await age(8);
    const fresh = await codesOf(door.shipment);
    const [old] = olds as [(typeof olds)[number]];
    // The phone that has the run of before the new key, and the one that has both.
    expect([old, fresh].map(({ token }) => isReadBy(before, token))).toEqual([true, false]);
    expect([old, fresh].map(({ token }) => isReadBy(listed, token))).toEqual([true, true]);
    for (const [at, { courier, task, shipment }] of doors.entries()) {
      const occurredAt = new Date(Date.now() + (hours[at] ?? 0) * 3_600_000).toISOString();
      await visit(courier, task, { ...DELIVERED, code: olds[at]?.token }, { occurredAt });
      expect(await lastVisit(shipment.id)).toMatchObject({ codeResult: 'qr' });
    }
  });
});

describe('a receipt', () => {
  it('is signed for the parties of a delivered parcel, and verified with the public keys', async () => {
    const door = await atDoor(await newCourier());
    const { token } = await codesOf(door.shipment);
    const receiptFor = async (code: string) => {
      const { grant } = (await server.call('shipment.verifyShipmentCode', { id: door.shipment.id, code })).data;
      const asked = { trackingId: door.shipment.trackingId };
      return server.call('shipment.getReceipt', asked, { headers: { 'x-shipment-grant': grant } });
    };
    expect((await receiptFor(door.shipment.receiverCode)).outcome).toBe('NOT_FOUND');
    const proofs = [photoOf(door.task, Buffer.from('a photo'))];
    await visit(door.courier, door.task, { ...DELIVERED, code: token }, { proofs });
    const asked = { trackingId: door.shipment.trackingId };
    expect((await server.call('shipment.getReceipt', asked)).outcome).toBe('NOT_FOUND');
    const { jws } = (await receiptFor(door.shipment.senderCode)).data;
    const [header = '', payload = '', signature = ''] = jws.split('.');
    const { keys } = (await server.request({ method: 'GET', url: '/.well-known/waybill-keys.json' })).json();
    const { kid } = JSON.parse(Buffer.from(header, 'base64url').toString());
    const key = createPublicKey({ key: keys.find((one: { kid: string }) => one.kid === kid), format: 'jwk' });
    const is = (text: string) =>
      verify('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url'));
    expect([is(`${header}.${payload}`), is(`${header}.${payload}x`)]).toEqual([true, false]);
    expect(JSON.parse(Buffer.from(payload, 'base64url').toString())).toMatchObject({
      trackingId: door.shipment.trackingId,
      outcome: 'delivered',
      method: 'recipient',
      code: 'qr',
      proofs: [{ kind: 'photo', sha256: proofs[0]?.sha256 }],
    });
  });
});
