import { randomUUID } from 'node:crypto';
import { describe, expect, it, onTestFinished } from 'vitest';
import { listenTo } from '../../server/base/database/listen.ts';
import { draftMail } from '../../server/mail/draft-mail.ts';
import type { StoredMail } from '../../server/mail/store/mails.ts';
import { eraseUser } from '../../server/people/delete-user.ts';
import { tidyProofs } from '../../server/runs/proofs/erase-proofs.ts';
import { CHOICE_KINDS, type Choices } from '../../src/domain/choices.ts';
import { DEFAULT_PROOF_POLICY } from '../../src/domain/runs/proof-policy.ts';
import { courierDay } from '../support/courier-day.ts';
import { tryAsStranger } from '../support/strangers-choices.ts';
import type { Parcel, Person } from '../support/test-server.ts';
import { testServer } from '../support/vitest.ts';

const server = await testServer({ environment: { CHOICES: CHOICE_KINDS.join(',') } });
const manager = await server.signInAs('manager');
const { newCourier, releasedRun, loadAndStart, visit, runOf, deskRun, openOf, exceptionsOf, mailsAbout } = courierDay(
  server,
  manager,
);

interface Holder {
  headers?: Record<string, string>;
  as?: Person;
}

async function holderOf(parcel: Parcel, party: 'sender' | 'receiver' = 'receiver'): Promise<Holder> {
  // A dispute replaces them.
  const codes = (await server.call('shipmentAdmin.showCodes', { id: parcel.id }, { as: manager })).data;
  const input = { id: parcel.id, code: codes[`${party}Code`] };
  const { grant } = (await server.call('shipment.verifyShipmentCode', input, { address: server.newAddress() })).data;
  return { headers: { 'x-shipment-grant': grant } };
}

async function choicesOf(parcel: Parcel, holder?: Holder): Promise<Choices> {
  const options = holder ?? (await holderOf(parcel));
  const { data } = await server.call('shipment.getShipmentByTrackingId', { trackingId: parcel.trackingId }, options);
  if (data.access !== 'detailed' || !data.choices) throw new Error('Not the details');
  return data.choices;
}
const statesOf = async (parcel: Parcel) => (await choicesOf(parcel)).made.map(({ kind, state }) => `${kind} ${state}`);

const choose = async (parcel: Parcel, choice: object, holder?: Holder) =>
  server.call(
    'choice.make',
    { id: parcel.id, choiceId: randomUUID(), kind: 'note', text: 'Knock loudly', ...choice },
    { address: server.newAddress(), ...(holder ?? (await holderOf(parcel))) },
  );

const readRun = async (courier: Person, have?: { id: string; version: number }) =>
  (await server.call('courier.getRun', { id: 'current', ...(have && { have }) }, { as: courier })).data;

describe('a note for the courier', () => {
  it('is on their phone only once that phone has stored it', async () => {
    const courier = await newCourier();
    const { id, shipments } = await releasedRun(courier, [{}, { shipTo: 'Storgatan 2' }]);
    const [parcel] = shipments as [Parcel];
    expect((await choose(parcel, {})).outcome).toBe('ok');
    expect(await statesOf(parcel)).toEqual(['note waiting']);
    const run = await readRun(courier);
    const task = run?.stops.flatMap(({ tasks }) => tasks).find(({ trackingId }) => trackingId === parcel.trackingId);
    expect(task?.choices).toEqual([{ kind: 'note', text: 'Knock loudly', name: '' }]);
    expect(run?.heard).toBe(0);
    // Sent is not stored.
    expect(await statesOf(parcel)).toEqual(['note waiting']);
    const version = run?.version ?? 0;
    await readRun(courier, { id, version: version - 1 });
    expect(await statesOf(parcel)).toEqual(['note waiting']);
    // A version that nobody was given.
    await readRun(courier, { id, version: version + 1 });
    expect(await statesOf(parcel)).toEqual(['note waiting']);
    await readRun(await newCourier(), { id, version });
    expect(await statesOf(parcel)).toEqual(['note waiting']);
    expect((await readRun(courier, { id, version }))?.heard).toBe(version);
    expect(await statesOf(parcel)).toEqual(['note on-phone']);
    await server.call('auth.logout', undefined, { as: courier });
    expect(await statesOf(parcel)).toEqual(['note waiting']);
  });

  it('counts if the courier saw it, and is too late if not', async () => {
    const courier = await newCourier();
    const { shipments } = await releasedRun(courier, [{}, { shipTo: 'Storgatan 2' }]);
    const { tasks } = await loadAndStart(courier);
    const parcels = tasks.map(({ trackingId }) => shipments.find((one) => one.trackingId === trackingId) as Parcel);
    const [, second] = parcels as [Parcel, Parcel];
    expect((await choose(second, {})).outcome).toBe('ok');
    const { version } = await runOf(courier);
    await visit(courier, tasks[1], undefined, { runVersion: version - 1 });
    expect(await statesOf(second)).toEqual(['note too-late']);
    const late = await choose(second, {});
    expect([late.outcome, late.body]).toEqual(['CONFLICT', expect.stringContaining('too late')]);
  });

  it('can be withdrawn, and a newer one replaces it', async () => {
    const courier = await newCourier();
    const { shipments } = await releasedRun(courier);
    const [parcel] = shipments as [Parcel];
    await choose(parcel, {});
    await choose(parcel, { text: 'Call on arrival' });
    expect(await statesOf(parcel)).toEqual(['note withdrawn', 'note waiting']);
    const { made } = await choicesOf(parcel);
    const input = { id: parcel.id, choiceId: made[1]?.id };
    const holder = await holderOf(parcel, 'sender');
    expect((await server.call('choice.withdraw', input, holder)).outcome).toBe('ok');
    expect((await server.call('choice.withdraw', input, holder)).outcome).toBe('ok');
    expect(await statesOf(parcel)).toEqual(['note withdrawn', 'note withdrawn']);
    expect((await runOf(courier)).tasks[0]?.choices).toBeUndefined();
  });

  it('is made once, by a party, three times an hour', async () => {
    const parcel = await server.parcel();
    const choice = { choiceId: randomUUID() };
    expect((await choose(parcel, choice, {})).outcome).toBe('NOT_FOUND');
    expect((await choose(parcel, choice, await holderOf(await server.parcel()))).outcome).toBe('NOT_FOUND');
    expect((await choose(parcel, choice, { as: manager })).outcome).toBe('NOT_FOUND');
    for (const outcome of ['ok', 'ok']) expect((await choose(parcel, choice)).outcome).toBe(outcome);
    expect((await choose(parcel, { ...choice, text: 'Other' })).outcome).toBe('CONFLICT');
    for (const outcome of ['ok', 'ok', 'PRECONDITION_FAILED']) expect((await choose(parcel, {})).outcome).toBe(outcome);
    expect((await choicesOf(parcel)).made).toHaveLength(3);
  });
});

const PROFILE = {
  firstName: 'Maja',
  lastName: 'Lind',
  phone: '+46 31 555 0192',
  dob: '1984-02-29',
  nationality: 'Sweden',
  address: 'Storgatan 1',
  city: 'Göteborg',
  state: 'VG',
};

describe('what a receiver needs at every door', () => {
  it('goes along to the courier’s phone, and a note of the parcel wins', async () => {
    const [courier, receiver] = [await newCourier(), await server.signedIn({ ...PROFILE })];
    const { id, shipments } = await releasedRun(courier, [
      { receiverEmail: receiver.email },
      { shipTo: 'Storgatan 2' },
    ]);
    const [parcel] = shipments as [Parcel];
    const notes = async () => {
      const tasks = (await readRun(courier))?.stops.flatMap((stop) => stop.tasks) ?? [];
      return tasks.flatMap(({ choices = [] }) => choices.map(({ text }) => text));
    };
    const needs = (doorNote?: string) => server.call('user.updateProfile', { ...PROFILE, doorNote }, { as: receiver });
    const { version } = await runOf(courier);
    for (const outcome of ['ok', 'ok']) expect((await needs('Needs time')).outcome).toBe(outcome);
    expect((await runOf(courier)).version).toBe(version + 1);
    expect(await notes()).toEqual(['Needs time']);
    expect((await needs('x'.repeat(201))).outcome).toBe('BAD_REQUEST');
    // A form that does not have it.
    await needs();
    expect(await notes()).toEqual(['Needs time']);
    const choiceId = randomUUID();
    await choose(parcel, { choiceId, text: 'Ring twice' });
    expect(await notes()).toEqual(['Ring twice']);
    await server.call('choice.withdraw', { id: parcel.id, choiceId }, await holderOf(parcel));
    expect(await notes()).toEqual(['Needs time']);
    const closed = await testServer({ database: server.database, environment: { CHOICES: 'day' } });
    const { data } = await closed.call('courier.getRun', { id: 'current' }, { as: courier });
    expect(data?.stops.flatMap((stop) => stop.tasks.flatMap(({ choices = [] }) => choices))).toEqual([]);
    expect((await closed.call('auth.profile', undefined, { as: receiver })).data).not.toHaveProperty('doorNote');
    await server.inUnit((unit) => eraseUser(unit.tx, receiver.id, Buffer.alloc(32)));
    expect(await notes()).toEqual([]);
    expect((await deskRun(id)).status).toBe('released');
  });
});

describe('two at once', () => {
  it('make one choice of two tabs, and no fourth within an hour, on two servers', async () => {
    const other = await testServer({ database: server.database });
    const parcel = await server.parcel();
    const holder = { ...(await holderOf(parcel)) };
    const make = (at: typeof server, choiceId: string) =>
      at.call(
        'choice.make',
        { id: parcel.id, choiceId, kind: 'note', text: 'Knock loudly' },
        { ...holder, address: server.newAddress() },
      );
    const choiceId = randomUUID();
    const same = await Promise.all([server, other, server, other].map((at) => make(at, choiceId)));
    expect(same.map(({ outcome }) => outcome)).toEqual(['ok', 'ok', 'ok', 'ok']);
    const more = await Promise.all([server, other, server, other].map((at) => make(at, randomUUID())));
    expect(more.filter(({ outcome }) => outcome === 'ok')).toHaveLength(2);
    expect((await choicesOf(parcel)).made).toHaveLength(3);
  });

  it('the courier arrives while a note is left: it is in time, or says that it is not', async () => {
    const courier = await newCourier();
    const { shipments } = await releasedRun(courier, [{}, { shipTo: 'Storgatan 2' }]);
    const { tasks } = await loadAndStart(courier);
    const second = shipments.find(({ trackingId }) => trackingId === tasks[1]?.trackingId) as Parcel;
    const holder = await holderOf(second);
    const [made] = await Promise.all([choose(second, {}, holder), visit(courier, tasks[0])]);
    const told = await statesOf(second);
    expect([
      ['ok', ['note waiting']],
      ['CONFLICT', []],
    ]).toContainEqual([made.outcome, told]);
    await visit(courier, tasks[1]);
    expect((await choose(second, {}, holder)).body).toContain('It’s too late. This parcel is delivered.');
  });
});

it('a stranger with the tracking ID alone changes nothing in 200 tries', async () => {
  const { outcomes, before, after } = await tryAsStranger(server, 200);
  expect(Object.keys(outcomes)).not.toContain('ok');
  expect(after).toEqual(before);
});

const neighbour = { kind: 'neighbour', text: 'number 12', name: 'Bell' };
const days = async (parcel: Parcel) => (await choicesOf(parcel)).days;

describe('a place to leave it', () => {
  it('needs a consent to words that we have', async () => {
    const parcel = await server.parcel();
    for (const consent of [undefined, 0, 2])
      expect((await choose(parcel, { ...neighbour, consent })).body).toContain('Please agree first.');
    expect((await choose(parcel, { ...neighbour, consent: 1 })).outcome).toBe('ok');
    const [row] = await server.query('select consent, asked_at, party from delivery_choices where shipment_id = $1', [
      parcel.id,
    ]);
    expect(row).toEqual({ consent: 1, asked_at: expect.any(Date), party: 'receiver' });
    const emails = await mailsAbout(parcel.id, 'choice-made');
    expect(emails).toHaveLength(2);
  });

  it('is refused where a signature or money is wanted, but a note is not', async () => {
    const [signed, paid] = [await server.parcel(), await server.parcel()];
    const proof = { photo: 'off', signature: 'required', name: 'off' };
    await server.query('update shipments set proof = $2 where id = $1', [signed.id, proof]);
    await server.query('update shipments set cod_cents = 500 where id = $1', [paid.id]);
    for (const parcel of [signed, paid]) {
      expect((await choose(parcel, { ...neighbour, consent: 1 })).outcome).toBe('PRECONDITION_FAILED');
      expect((await choose(parcel, {})).outcome).toBe('ok');
    }
  });

  it('is refused where the brand wants a code, whatever a parcel says of photos', async () => {
    const strict = await testServer({ database: server.database, environment: { PROOF_POLICY: 'code=required' } });
    const parcel = await server.parcel();
    await server.query('update shipments set proof = $2 where id = $1', [parcel.id, DEFAULT_PROOF_POLICY]);
    const input = { ...neighbour, id: parcel.id, choiceId: randomUUID(), consent: 1 };
    const { outcome, body } = await strict.call('choice.make', input, await holderOf(parcel));
    expect([outcome, body]).toEqual(['PRECONDITION_FAILED', expect.stringContaining('for a code')]);
  });

  it('is too late once the stop is next', async () => {
    const courier = await newCourier();
    const { shipments } = await releasedRun(courier, [{}, { shipTo: 'Storgatan 2' }]);
    const { tasks } = await loadAndStart(courier);
    const [first, second] = tasks.map(
      ({ trackingId }) => shipments.find((one) => one.trackingId === trackingId) as Parcel,
    ) as [Parcel, Parcel];
    const place = { ...neighbour, consent: 1 };
    expect((await choose(first, place)).outcome).toBe('CONFLICT');
    expect((await choose(second, place)).outcome).toBe('ok');
    await visit(courier, tasks[0]);
    expect((await choose(second, place)).body).toContain('on the way to you now');
  });
});

describe('another day, or the depot', () => {
  it('takes the parcel out of a planned run, and is asked about before the next', async () => {
    const courier = await newCourier();
    const [parcel, other] = [await server.parcel(), await server.parcel()];
    const input = { day: 'today', name: 'Wish', courierId: courier.id, shipmentIds: [parcel.id, other.id] };
    const run = (await server.call('runAdmin.create', input, { as: manager })).data;
    const [, day] = await days(parcel);
    expect((await choose(parcel, { kind: 'day', text: '', day: '2026-01-01' })).outcome).toBe('BAD_REQUEST');
    expect((await choose(parcel, { kind: 'day', text: '', day })).outcome).toBe('ok');
    expect(await statesOf(parcel)).toEqual(['day counted']);
    const tasks = await server.query('select shipment_id from run_tasks where run_id = $1', [run.id]);
    expect(tasks).toEqual([{ shipment_id: other.id }]);
    const again = await server.call('runAdmin.create', { ...input, shipmentIds: [parcel.id] }, { as: manager });
    expect([again.outcome, again.body]).toEqual(['CONFLICT', expect.stringContaining('Chosen: Deliver on')]);
    const despite = { ...input, shipmentIds: [parcel.id], despite: [parcel.id] };
    expect((await server.call('runAdmin.create', despite, { as: manager })).outcome).toBe('ok');
  });

  it('is a wish for the desk once the run is released', async () => {
    const courier = await newCourier();
    const { id, shipments } = await releasedRun(courier);
    const [parcel] = shipments as [Parcel];
    expect((await choose(parcel, { kind: 'hold', text: '' })).outcome).toBe('ok');
    expect(await statesOf(parcel)).toEqual(['hold waiting']);
    expect(await exceptionsOf(id)).toEqual(['choice-wish']);
    expect((await runOf(courier)).tasks).toHaveLength(1);
  });
});

describe('what reaches the desk', () => {
  const workOf = async () =>
    (await server.call('deskAdmin.getWork', undefined, { as: manager })).data.work.flatMap(({ kind, count }) =>
      kind === 'disputes' || kind === 'wishes' || kind === 'complaints' ? `${kind} ${count}` : [],
    );
  const dispute = async (parcel: Parcel) => {
    const { outcome } = await server.call('choice.dispute', { id: parcel.id }, await holderOf(parcel));
    expect(outcome).toBe('ok');
  };
  const resolve = (id: string | undefined, note: string) =>
    server.call('runAdmin.resolve', { id, note }, { as: manager });
  const clear = () => server.query('update run_exceptions set resolved_at = now() where resolved_at is null');

  it('is a dispute of a parcel on no run, once, until a manager resolves it with a word', async () => {
    await clear();
    const parcel = await server.parcel();
    await choose(parcel, {});
    const by = await holderOf(parcel);
    const thrice = [1, 2, 3].map(() => server.call('choice.dispute', { id: parcel.id }, by));
    // The first one ends what the others asked with.
    expect((await Promise.all(thrice)).map(({ outcome }) => outcome)).toContain('ok');
    expect([await workOf(), await listed('disputes')]).toEqual([['disputes 1'], [parcel.id]]);
    const open = await openOf(parcel.id);
    expect(open).toEqual([expect.objectContaining({ kind: 'choice-disputed', trackingId: parcel.trackingId })]);
    expect(open[0]?.run.id).toBe('');
    // Only those of runs count, because they lead to a run.
    expect(await openOf()).toEqual([]);
    const accountant = await server.signedIn({ roles: ['accountant'] });
    expect((await server.call('runAdmin.resolve', { id: open[0]?.id }, { as: accountant })).outcome).toBe('FORBIDDEN');
    const twice = await Promise.all([resolve(open[0]?.id, 'Called them.'), resolve(open[0]?.id, 'Called them.')]);
    expect(twice.map(({ outcome }) => outcome).toSorted()).toEqual(['CONFLICT', 'ok']);
    expect([await workOf(), await listed('disputes')]).toEqual([[], []]);
    const trail = await server.query(
      `select entity, after from audit_entries where entity_id = $1 and procedure = 'runAdmin.resolve'`,
      [parcel.id],
    );
    expect(trail).toEqual([{ entity: 'shipment', after: { exception: 'resolved' } }]);
  });

  it('is a dispute of what was withdrawn or delivered, and it outlives the run', async () => {
    await clear();
    const courier = await newCourier();
    const [parcel, delivered] = [await server.parcel(), await server.parcel()];
    const choiceId = randomUUID();
    await choose(parcel, { choiceId });
    await server.call('choice.withdraw', { id: parcel.id, choiceId }, await holderOf(parcel));
    const input = { day: 'today', name: 'Early', courierId: courier.id, shipmentIds: [parcel.id] };
    const run = (await server.call('runAdmin.create', input, { as: manager })).data;
    await dispute(parcel);
    expect(await exceptionsOf(run.id)).toEqual(['choice-disputed']);
    const { version } = await deskRun(run.id);
    expect((await server.call('runAdmin.move', { id: run.id, version }, { as: manager })).outcome).toBe('ok');
    await choose(delivered, {});
    const done = { id: delivered.id, status: 'delivered' };
    await server.call('shipmentAdmin.updateShipment', done, { as: manager });
    await dispute(delivered);
    expect((await listed('disputes')).toSorted()).toEqual([parcel.id, delivered.id].toSorted());
    const { choices } = (await server.call('shipmentAdmin.getShipment', { id: delivered.id }, { as: manager })).data;
    expect(choices).toMatchObject({ canLock: true, locked: true, disputed: true });
    // Nobody can deal with a deleted one.
    await server.call('choiceAdmin.lock', { id: parcel.id, locked: false }, { as: manager });
    expect(await workOf()).toEqual(['disputes 1']);
    await server.call('shipmentAdmin.deleteShipment', { id: delivered.id }, { as: manager });
    expect(await workOf()).toEqual([]);
    expect(await server.query('select from run_exceptions where resolved_at is null')).toEqual([]);
  });

  it('is a wish after release, as long as the parcel is on that run', async () => {
    await clear();
    const courier = await newCourier();
    const { id, shipments } = await releasedRun(courier, [{}, {}, {}, {}, {}]);
    const [moved, replaced, withdrawn, disputed, delivered] = shipments as [Parcel, Parcel, Parcel, Parcel, Parcel];
    const choiceId = randomUUID();
    for (const parcel of shipments) await choose(parcel, { kind: 'hold', text: '', choiceId: randomUUID() });
    await choose(withdrawn, { kind: 'hold', text: '', choiceId });
    expect(await workOf()).toEqual(['wishes 5']);
    expect((await listed('wishes')).toSorted()).toEqual(shipments.map((one) => one.id).toSorted());
    const [day] = await days(replaced);
    await choose(replaced, { kind: 'day', text: '', day });
    await server.call('choice.withdraw', { id: withdrawn.id, choiceId }, await holderOf(withdrawn));
    await dispute(disputed);
    const { tasks, version } = await runOf(courier);
    const taskOf = (parcel: Parcel) => tasks.find(({ trackingId }) => trackingId === parcel.trackingId);
    const move = { id, version, taskIds: [taskOf(moved)?.id] };
    expect((await server.call('runAdmin.move', move, { as: manager })).outcome).toBe('ok');
    expect(await workOf()).toEqual(['disputes 1', 'wishes 2']);
    expect((await listed('wishes')).toSorted()).toEqual([replaced.id, delivered.id].toSorted());
    await loadAndStart(courier);
    await visit(courier, taskOf(delivered));
    expect(await workOf()).toEqual(['disputes 1', 'wishes 1']);
    await resolve((await openOf(replaced.id))[0]?.id, 'Taken out.');
    expect(await workOf()).toEqual(['disputes 1']);
  });
});

describe('a wish', () => {
  async function wishing(...wishes: object[]) {
    await server.query('update run_exceptions set resolved_at = now() where resolved_at is null');
    const courier = await newCourier();
    const { id, shipments } = await releasedRun(
      courier,
      wishes.map(() => ({})),
    );
    const [, day] = await days(shipments[0] as Parcel);
    const parcels = shipments.map((parcel) => ({ ...parcel, choiceId: randomUUID() }));
    for (const [at, parcel] of parcels.entries())
      expect((await choose(parcel, { text: '', day, choiceId: parcel.choiceId, ...wishes[at] })).outcome).toBe('ok');
    return { courier, runId: id, day, parcels };
  }
  const answer = ({ id, choiceId }: { id: string; choiceId: string }, take: boolean, as: Person = manager) =>
    server.call('choiceAdmin.answerWish', { id, choiceId, take }, { as });
  const answersTo = async ({ id }: Parcel) =>
    (
      await server.query<{ receiver: string; answer: string }>(
        `select receiver, about->>'answer' as answer from mails
          where about->>'shipmentId' = $1 and about ? 'answer' order by created_at`,
        [id],
      )
    ).map(({ answer }) => answer);
  const rowsOf = async () =>
    (await server.call('shipmentAdmin.getShipments', { page: { page: 1, work: 'wishes' } }, { as: manager })).data.data;

  it('is said in the worklist and in its list, and taken out or declined by one tap', async () => {
    const { courier, runId, day, parcels } = await wishing(
      { kind: 'day' },
      { kind: 'hold', day: undefined },
      { kind: 'day' },
    );
    const [taken, declined] = parcels as [(typeof parcels)[number], (typeof parcels)[number]];
    const wishOf = async ({ id }: Parcel) => (await rowsOf()).find((row) => row.id === id)?.wish;
    expect(await wishOf(taken)).toEqual({ choiceId: taken.choiceId, kind: 'day', day });
    expect(await wishOf(declined)).toEqual({ choiceId: declined.choiceId, kind: 'hold', day: null });
    const { work } = (await server.call('deskAdmin.getWork', undefined, { as: manager })).data;
    expect(work.find(({ kind }) => kind === 'wishes')).toMatchObject({
      count: 3,
      wish: { id: taken.id, trackingId: taken.trackingId, kind: 'day', day },
    });
    expect((await answer(taken, true, await server.signedIn({ roles: ['accountant'] }))).outcome).toBe('FORBIDDEN');

    expect((await answer(taken, true)).outcome).toBe('ok');
    expect((await runOf(courier)).tasks.filter(({ status }) => status === 'assigned')).toHaveLength(2);
    expect([await statesOf(taken), await answersTo(taken)]).toEqual([['day counted'], ['granted']]);
    const { version } = await deskRun(runId);
    expect((await answer(declined, false)).outcome).toBe('ok');
    expect((await runOf(courier)).tasks.filter(({ status }) => status === 'assigned')).toHaveLength(2);
    expect([await statesOf(declined), await answersTo(declined)]).toEqual([['hold declined'], ['declined']]);
    expect((await deskRun(runId)).version).toBe(version + 1);
    expect(await rowsOf()).toMatchObject([{ id: parcels[2]?.id }]);
    // Nobody is notified twice.
    const before = await server.fingerprint();
    for (const parcel of [taken, declined])
      for (const take of [true, false]) expect((await answer(parcel, take)).outcome).toBe('CONFLICT');
    const other = { id: parcels[2]?.id ?? '', choiceId: taken.choiceId };
    expect((await answer(other, false)).outcome).toBe('CONFLICT');
    expect(await server.fingerprint()).toEqual(before);
    expect((await answer({ ...taken, id: randomUUID() }, true)).outcome).toBe('NOT_FOUND');
  });

  it('that two people answer at once has one answer', async () => {
    const { parcels } = await wishing({ kind: 'day' });
    const [parcel] = parcels as [(typeof parcels)[number]];
    const answers = await Promise.all([answer(parcel, true), answer(parcel, false)]);
    expect(answers.map(({ outcome }) => outcome).toSorted()).toEqual(['CONFLICT', 'ok']);
    expect(await answersTo(parcel)).toHaveLength(1);
  });

  it('gets a message for a yes and for a no, after which there may be a new one', async () => {
    const { runId, parcels, day } = await wishing({ kind: 'day' }, { kind: 'day' });
    const [resolved, moved] = parcels as [(typeof parcels)[number], (typeof parcels)[number]];
    const [exception] = await openOf(resolved.id);
    const resolve = { id: exception?.id, note: 'The van has left.' };
    expect((await server.call('runAdmin.resolve', resolve, { as: manager })).outcome).toBe('ok');
    expect([await statesOf(resolved), await answersTo(resolved)]).toEqual([['day declined'], ['declined']]);
    const { version, stops } = await deskRun(runId);
    const task = stops.flatMap(({ tasks }) => tasks).find(({ trackingId }) => trackingId === moved.trackingId);
    const move = { id: runId, version, taskIds: [task?.id] };
    expect((await server.call('runAdmin.move', move, { as: manager })).outcome).toBe('ok');
    expect([await statesOf(moved), await answersTo(moved)]).toEqual([['day counted'], ['granted']]);
    expect((await choose(resolved, { kind: 'hold', text: '' })).outcome).toBe('ok');
    expect(await statesOf(resolved)).toEqual(['day withdrawn', 'hold waiting']);
    expect((await rowsOf()).map(({ id, wish }) => [id, wish?.kind])).toEqual([[resolved.id, 'hold']]);
    expect(day).toBeDefined();
  });

  it('says in the email what becomes of it, and updates the page that is open', async () => {
    const { parcels } = await wishing({ kind: 'day' }, { kind: 'hold', day: undefined });
    const [granted, declined] = parcels as [(typeof parcels)[number], (typeof parcels)[number]];
    const heard: string[] = [];
    const listening = await listenTo(server.database.url, 'live', {
      onMessage: (text) => heard.push(text),
      onGap: () => undefined,
      onFault: () => undefined,
    });
    onTestFinished(() => listening.stop());
    await answer(granted, true);
    await answer(declined, false);
    for (const { id } of [granted, declined])
      await expect.poll(() => heard.filter((text) => text.includes(id))).not.toEqual([]);
    const textOf = async ({ id }: Parcel) => {
      const [mail] = await server.query<StoredMail & Record<string, unknown>>(
        "select kind, receiver, about from mails where about->>'shipmentId' = $1 and about ? 'answer'",
        [id],
      );
      return mail && (await draftMail(server.services, mail as StoredMail))?.render('K7QM2XHTR4PB').text;
    };
    expect(await textOf(granted)).toContain('We’ve taken it off the courier’s run.');
    expect(await textOf(declined)).toContain('it’s already on a courier’s run, so it comes as planned');
  });
});

const listed = async (work: 'disputes' | 'wishes') =>
  (await server.call('shipmentAdmin.getShipments', { page: { page: 1, work } }, { as: manager })).data.data.map(
    ({ id }) => id,
  );

describe('choices', () => {
  it('that somebody else made count no more, until the desk opens them', async () => {
    const courier = await newCourier();
    const { id, shipments } = await releasedRun(courier);
    const [parcel] = shipments as [Parcel];
    await choose(parcel, {});
    const [sender, receiver] = [await holderOf(parcel, 'sender'), await holderOf(parcel)];
    expect((await server.call('choice.dispute', { id: parcel.id }, {})).outcome).toBe('NOT_FOUND');
    expect((await server.call('choice.dispute', { id: parcel.id }, receiver)).outcome).toBe('ok');
    expect(await statesOf(parcel)).toEqual(['note disputed']);
    expect((await runOf(courier)).tasks[0]?.choices).toBeUndefined();
    expect(await exceptionsOf(id)).toEqual(['choice-disputed']);
    expect((await choose(parcel, {})).outcome).toBe('PRECONDITION_FAILED');
    const open = { id: parcel.id, locked: false };
    expect((await server.call('choice.lock', open, sender)).outcome).toBe('CONFLICT');
    expect((await server.call('choiceAdmin.lock', open, { as: manager })).outcome).toBe('ok');
    expect((await choose(parcel, {})).outcome).toBe('ok');
  });

  it('are locked by the sender, not by the receiver', async () => {
    const parcel = await server.parcel();
    const [sender, receiver] = [await holderOf(parcel, 'sender'), await holderOf(parcel)];
    const managed = async () =>
      (await server.call('shipmentAdmin.getShipment', { id: parcel.id }, { as: manager })).data.choices;
    const lock = (locked: boolean, holder: Holder) =>
      server.call('choice.lock', { id: parcel.id, locked }, { address: server.newAddress(), ...holder });
    expect(await choicesOf(parcel, sender)).toMatchObject({
      canLock: true,
      options: expect.arrayContaining([{ kind: 'note' }]),
    });
    expect([(await managed())?.canLock, (await choicesOf(parcel, receiver)).canLock]).toEqual([true, undefined]);
    expect((await lock(true, receiver)).outcome).toBe('NOT_FOUND');
    expect((await lock(true, sender)).outcome).toBe('ok');
    expect((await choicesOf(parcel, receiver)).locked).toBe(true);
    for (const holder of [sender, receiver])
      expect((await choose(parcel, {}, holder)).outcome).toBe('PRECONDITION_FAILED');
    expect((await lock(false, sender)).outcome).toBe('ok');
    await choose(parcel, {}, receiver);
    await server.call('choice.dispute', { id: parcel.id }, receiver);
    expect(await choicesOf(parcel, sender)).toMatchObject({ disputed: true, locked: true });
    expect([(await managed())?.canLock, (await choicesOf(parcel, sender)).canLock]).toEqual([true, undefined]);
  });

  it('end with the parcel: closed, merged or delivered, nothing more is agreed', async () => {
    const [from, to] = [await newCourier(), await newCourier()];
    const { id, shipments } = await releasedRun(from, [{}, { shipTo: 'Storgatan 2' }]);
    await releasedRun(to);
    const [first, second] = shipments as [Parcel, Parcel];
    await choose(first, {});
    await choose(second, { kind: 'hold', text: '' });
    // The whole run goes to another courier, and the choices with it.
    const { version } = await deskRun(id);
    const move = { id, version, courierId: to.id };
    expect((await server.call('runAdmin.move', move, { as: manager })).outcome).toBe('ok');
    expect([await statesOf(first), await statesOf(second)]).toEqual([['note waiting'], ['hold waiting']]);
    expect((await openOf(second.id)).map(({ run }) => run.id)).toEqual([(await runOf(to)).id]);
    const kindsOf = async () => (await openOf(second.id)).map(({ kind }) => kind);
    expect(await kindsOf()).toEqual(['choice-wish']);
    const { tasks } = await loadAndStart(to);
    const taskOf = (parcel: Parcel) => tasks.find(({ trackingId }) => trackingId === parcel.trackingId);
    expect(taskOf(first)?.choices).toEqual([{ kind: 'note', text: 'Knock loudly', name: '' }]);
    await visit(to, taskOf(first));
    for (const choice of [{}, { kind: 'hold', text: '' }, { kind: 'day', text: '', day: (await days(second))[0] }])
      expect((await choose(first, choice)).outcome).toBe('CONFLICT');
    const [made] = (await choicesOf(first)).made;
    const withdrawn = { id: first.id, choiceId: made?.id };
    expect((await server.call('choice.withdraw', withdrawn, await holderOf(first))).outcome).toBe('CONFLICT');
    expect(await choicesOf(first)).toMatchObject({
      options: [],
      made: [{ state: expect.stringMatching(/counted|too-late/) }],
    });
    const run = await deskRun((await runOf(to)).id);
    const closed = await server.call('runAdmin.close', { id: run.id, version: run.version }, { as: manager });
    expect(closed.outcome, closed.body).toBe('ok');
    // No run has it now: another day counts, and the next run asks.
    expect([await statesOf(second), await listed('wishes')]).toEqual([['hold counted'], []]);
    expect((await choose(second, { kind: 'day', text: '', day: (await days(second))[1] })).outcome).toBe('ok');
    expect([await statesOf(second), await kindsOf()]).toEqual([['hold withdrawn', 'day counted'], ['missing-parcel']]);
    const next = { day: 'today', name: 'Next', courierId: to.id, shipmentIds: [second.id] };
    expect((await server.call('runAdmin.create', next, { as: manager })).outcome).toBe('CONFLICT');
  });

  it('go with a parcel to another run, and are on its phone only when that has it', async () => {
    const [from, to] = [await newCourier(), await newCourier()];
    const { id, shipments } = await releasedRun(from, [{}, { shipTo: 'Storgatan 2' }]);
    const target = await releasedRun(to);
    const [parcel] = shipments as [Parcel];
    await choose(parcel, {});
    const seen = await readRun(from);
    await readRun(from, { id, version: seen?.version ?? 0 });
    expect(await statesOf(parcel)).toEqual(['note on-phone']);
    const before = await readRun(to);
    await readRun(to, { id: target.id, version: before?.version ?? 0 });
    const task = (await runOf(from)).tasks.find(({ trackingId }) => trackingId === parcel.trackingId);
    const move = { id, version: seen?.version, taskIds: [task?.id], courierId: to.id };
    expect((await server.call('runAdmin.move', move, { as: manager })).outcome).toBe('ok');
    expect(await statesOf(parcel)).toEqual(['note waiting']);
    const after = await readRun(to, { id: target.id, version: before?.version ?? 0 });
    expect(await statesOf(parcel)).toEqual(['note waiting']);
    await readRun(to, { id: target.id, version: after?.version ?? 0 });
    expect(await statesOf(parcel)).toEqual(['note on-phone']);
  });

  it('are emptied when proofs expire', async () => {
    const parcel = await server.parcel();
    await choose(parcel, {});
    await server.query("update delivery_choices set created_at = now() - interval '181 days' where shipment_id = $1", [
      parcel.id,
    ]);
    await tidyProofs(server.services);
    expect((await choicesOf(parcel)).made).toMatchObject([{ kind: 'note', text: '' }]);
  });
});

it('a receiver rates a delivery for the brand alone, and what went badly is for the desk to look at', async () => {
  const asking = await testServer({ database: server.database, environment: { RATINGS: '1' } });
  const courier = await newCourier();
  const { id: runId, shipments } = await releasedRun(courier);
  const [parcel] = shipments as [Parcel];
  const rate = (kind: string, text = '', at = asking, holder?: Holder) =>
    holderOf(parcel).then((mine) =>
      at.call('choice.rate', { id: parcel.id, kind, text }, { address: server.newAddress(), ...(holder ?? mine) }),
    );
  const seenBy = async (party: 'sender' | 'receiver', at = asking) => {
    const asked = { trackingId: parcel.trackingId };
    const { data } = await at.call('shipment.getShipmentByTrackingId', asked, await holderOf(parcel, party));
    return data.access === 'detailed' ? data.choices?.rating : 'no details';
  };
  expect((await rate('went-well')).outcome).toBe('PRECONDITION_FAILED');
  const { tasks } = await loadAndStart(courier);
  await visit(courier, tasks[0]);
  expect(await seenBy('receiver', server)).toBeUndefined();
  expect((await rate('went-well', '', server)).outcome).toBe('PRECONDITION_FAILED');
  expect([await seenBy('receiver'), await seenBy('sender')]).toEqual([null, undefined]);
  for (const [stranger, outcome] of [
    [await holderOf(parcel, 'sender'), 'NOT_FOUND'],
    [{ headers: {} }, 'NOT_FOUND'],
  ] as const)
    expect((await rate('went-badly', '', asking, stranger)).outcome).toBe(outcome);
  expect((await rate('went-well')).outcome).toBe('ok');
  expect((await rate('went-well')).outcome).toBe('ok');
  expect(await exceptionsOf(runId)).toEqual([]);
  expect((await rate('went-badly', 'It lay in the rain.')).outcome).toBe('ok');
  expect(await seenBy('receiver')).toEqual({ kind: 'went-badly', text: 'It lay in the rain.' });
  expect(await exceptionsOf(runId)).toEqual(['went-badly']);
  const managed = await asking.call('shipmentAdmin.getShipment', { id: parcel.id }, { as: manager });
  expect(managed.data.choices?.rating).toEqual({ kind: 'went-badly', text: 'It lay in the rain.' });
  expect((await rate('went-well')).outcome).toBe('ok');
  expect((await rate('went-badly')).outcome).toBe('PRECONDITION_FAILED');
});

it('the tap and the words that follow it are one thing for the desk to look at', async () => {
  const asking = await testServer({ database: server.database, environment: { RATINGS: '1' } });
  const courier = await newCourier();
  const { id: runId, shipments } = await releasedRun(courier);
  const [parcel] = shipments as [Parcel];
  const { tasks } = await loadAndStart(courier);
  await visit(courier, tasks[0]);
  for (const text of ['', 'It lay in the rain.']) {
    const options = { address: server.newAddress(), ...(await holderOf(parcel)) };
    const { outcome } = await asking.call('choice.rate', { id: parcel.id, kind: 'went-badly', text }, options);
    expect(outcome).toBe('ok');
  }
  expect(await exceptionsOf(runId)).toEqual(['went-badly']);
});
