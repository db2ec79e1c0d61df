import { describe, expect, it, onTestFinished } from 'vitest';
import { findSignedIn } from '../../server/auth/store/sessions.ts';
import { listenTo } from '../../server/base/database/listen.ts';
import { limitRules } from '../../server/base/limits/limit-rules.ts';
import { MAX_STREAMS } from '../../server/base/live/followers.ts';
import { postTransaction } from '../../server/ledger/change-ledger.ts';
import { mergeDrafts } from '../../server/orders/store/drafts.ts';
import { setRoles } from '../../server/people/set-roles.ts';
import { followLive } from '../../server/push/follow-live.ts';
import { createRun } from '../../server/runs/fill-run.ts';
import { deleteShipment } from '../../server/shipments/delete-shipment.ts';
import { updateShipment } from '../../server/shipments/update-shipment.ts';
import { addActivity } from '../../server/timeline/add-activity.ts';
import type { LiveNews } from '../../src/domain/live-news.ts';
import { composeTrackingId } from '../../src/domain/tracking-id.ts';
import { courierDay } from '../support/courier-day.ts';
import { type LiveStream, NO_NEWS, openLive } from '../support/live-stream.ts';
import { waitUntilReady } from '../support/server-process.ts';
import { type Parcel, type Person, SECRET_KEY } from '../support/test-server.ts';
import { until } from '../support/until.ts';
import { serverProcess, testServer } from '../support/vitest.ts';

/** Managers act on this server; followers use other servers over the same database. */
const server = await testServer();

const own: LiveNews = { ...NO_NEWS, own: true };
const managed: LiveNews = { ...NO_NEWS, managed: true };
const about = ({ trackingId }: Parcel): LiveNews => ({ ...NO_NEWS, trackingIds: [trackingId] });

async function otherProcess() {
  const other = await serverProcess({
    DATABASE_URL: server.database.url,
    DATA_DIR: server.environment.DATA_DIR,
    SECRET_KEY,
    LOG_LEVEL: 'silent',
    TRUSTED_PROXIES: 'loopback',
    SMTP_URL: 'smtp://127.0.0.1:9',
  });
  await waitUntilReady(other);
  return other;
}

/** Some tests need no separate process. */
async function otherServer(more: Record<string, string> = {}): Promise<string> {
  const other = await testServer({ database: server.database, environment: { SECRET_KEY, ...more } });
  return other.app.listen({ port: 0, host: '127.0.0.1' });
}

type Follow = Parameters<typeof openLive>;

async function follow(...parameters: Follow): Promise<LiveStream> {
  const stream = await openLive(...parameters);
  onTestFinished(stream.close);
  expect(stream.first).toEqual(NO_NEWS);
  return stream;
}

const setStatus = (parcel: Parcel, status: 'held' | 'shipped' | 'delivery' | 'cancelled') =>
  server.inUnit((unit) => updateShipment(unit, { id: parcel.id, status }));
const addLocation = (parcel: Parcel) =>
  server.inUnit((unit) => addActivity(unit, { id: parcel.id, comment: 'Left the sorting centre', address: 'Maia' }));
const give = (parcel: Parcel, { id }: Pick<Person, 'id'>) =>
  server.query('update shipments set receiver_id = $2 where id = $1', [parcel.id, id]);

/** Nothing else has come before this news. */
async function hears(stream: LiveStream, news: LiveNews): Promise<void> {
  expect(await stream.next()).toEqual(news);
}

describe('a change', () => {
  it('reaches everyone who follows the shipment, on two processes; one that is stopped ends its streams first', async () => {
    const [one, two] = await Promise.all([otherProcess(), otherProcess()]);
    const parcel = await server.parcel();
    const streams = await Promise.all([one, two].map(({ url }) => follow(url, { trackingIds: [parcel.trackingId] })));

    await setStatus(parcel, 'held');

    for (const stream of streams) await hears(stream, about(parcel));

    one.child.kill('SIGTERM');
    expect(await streams[0]?.next()).toBe('end');
    expect(await one.ended).toBe(0);
    expect(one.err()).toBe('');
  }, 120_000);

  it('is published as IDs only, and only once it is committed', async () => {
    const parcel = await server.parcel();
    const heard: string[] = [];
    const listening = await listenTo(server.database.url, 'live', {
      onMessage: (payload) => heard.push(payload),
      onGap: () => undefined,
      onFault: () => undefined,
    });
    onTestFinished(() => listening.stop());

    const failed = server.inUnit(async (unit) => {
      await updateShipment(unit, { id: parcel.id, status: 'held' });
      throw new Error('not this time');
    });
    await expect(failed).rejects.toThrow('not this time');
    await setStatus(parcel, 'shipped');
    await until('it was published', () => heard.filter((payload) => payload.includes('shipment')).length >= 2);

    const uuid = /^[0-9a-f-]{36}$/;
    const told = heard.map((payload) => JSON.parse(payload) as Record<string, unknown>);
    for (const { shipment, owners, open, ...rest } of told) {
      // News without a shipment is about managers’ work.
      if (shipment !== undefined) expect(shipment).toMatch(uuid);
      expect(owners).toEqual([]);
      expect([true, undefined]).toContain(open);
      expect(rest).toEqual({});
    }
    expect(told.filter(({ shipment }) => shipment !== undefined)).toHaveLength(2);
  });

  it('that only owners may see is sent to owners and grant holders, not to visitors', async () => {
    const url = await otherServer();
    const [parcel, other, receiver] = [await server.parcel(), await server.parcel(), await server.signedIn()];
    await give(parcel, receiver);
    const { data } = await server.call('shipment.verifyShipmentCode', { id: parcel.id, code: parcel.senderCode });
    const trackingIds = [parcel.trackingId, other.trackingId];
    const owner = await follow(url, { trackingIds }, { token: receiver.token });
    const guest = await follow(url, { trackingIds }, { grants: ['nonsense', data.grant] });
    const visitor = await follow(url, { trackingIds });
    const stranger = await follow(url, { trackingIds, own: true }, { token: (await server.signedIn()).token });

    await addLocation(parcel);
    await hears(owner, about(parcel));
    await hears(guest, about(parcel));
    await server.bill(parcel, receiver);
    await hears(owner, about(parcel));
    await hears(guest, about(parcel));
    // The first event that the others get is one that everyone may see.
    await server.inUnit((unit) => deleteShipment(unit, { id: other.id }));
    await hears(visitor, about(other));
    await hears(stranger, about(other));
  });

  it('reaches only the lists of both owners', async () => {
    const url = await otherServer();
    const [sender, receiver, stranger] = [await server.signedIn(), await server.signedIn(), await server.signedIn()];
    const streams = await Promise.all(
      [sender, receiver, stranger].map(({ token }) => follow(url, { own: true }, { token })),
    );
    const [ofSender, ofReceiver, ofStranger] = streams as [LiveStream, LiveStream, LiveStream];
    const parties = { senderEmail: sender.email, receiverEmail: receiver.email };

    const parcel = await server.parcel(parties);
    await hears(ofSender, own);
    await hears(ofReceiver, own);
    // Taken from the receiver it leaves their list.
    await server.query('update shipments set receiver_id = null where id = $1', [parcel.id]);
    await hears(ofSender, own);
    await hears(ofReceiver, own);
    const deposit = { userId: stranger.id, type: 'deposit', status: 'successful', amountCents: 100n } as const;
    await server.inUnit((unit) => postTransaction(unit, { ...deposit, summary: 'Counter' }));
    await hears(ofStranger, own);
  });

  it('of any kind reaches managers, batched with others of the same moment', async () => {
    const url = await otherServer();
    const manager = await server.signedIn({ manager: true });
    const stream = await follow(url, { managed: true }, { token: manager.token });
    const parcels = await Promise.all(Array.from({ length: 12 }, () => server.parcel()));
    const trackingIds = parcels.map(({ trackingId }) => trackingId);
    const slow = await follow(url, { trackingIds, managed: true }, { token: manager.token });
    await hears(stream, managed);

    for (const parcel of parcels) await setStatus(parcel, 'held');

    const heard = new Set<string>();
    let pieces = 0;
    while (heard.size < parcels.length) {
      const news = await slow.next();
      if (typeof news === 'string') throw new Error(news);
      for (const trackingId of news.trackingIds) heard.add(trackingId);
      pieces += 1;
    }
    expect(pieces).toBeLessThan(parcels.length);
  });

  it('of a person reaches managers: someone new, another name, a role given or taken', async () => {
    const url = await otherServer();
    const manager = await server.signedIn({ manager: true });
    const stream = await follow(url, { managed: true }, { token: manager.token });

    const person = await server.person();
    await hears(stream, managed);
    await server.inUnit((unit) => setRoles(unit, { id: person.id, roles: ['courier'] }));
    await hears(stream, managed);
    await server.query(`update users set last_name = 'Byron' where id = $1`, [person.id]);
    await hears(stream, managed);
    await server.inUnit((unit) => setRoles(unit, { id: person.id, roles: [] }));
    await hears(stream, managed);
    // A new password is nobody else’s business: the next event is about a parcel.
    const parcel = await server.parcel();
    await hears(stream, managed);
    const followed = await follow(url, { trackingIds: [parcel.trackingId], managed: true }, { token: manager.token });
    await server.query('update users set password_changed_at = now() where id = $1', [person.id]);
    await setStatus(parcel, 'held');
    await hears(followed, { ...about(parcel), managed: true });
  });

  it('of a run reaches its courier and the managers who follow runs, until the role is taken away', async () => {
    const url = await otherServer();
    const [courier, other] = [await server.signedIn({ courier: true }), await server.signedIn({ courier: true })];
    const manager = await server.signedIn({ manager: true });
    const stranger = await openLive(url, { runs: true }, { token: (await server.signedIn()).token });
    expect(stranger.first).toBe('FORBIDDEN');
    const [ofCourier, ofOther, ofManager] = (await Promise.all(
      [courier, other, manager].map(({ token }) => follow(url, { runs: true }, { token })),
    )) as [LiveStream, LiveStream, LiveStream];

    const input = { day: 'today', name: 'Centre' };
    await server.inUnit((unit) => createRun(unit, { ...input, courierId: courier.id }));
    await hears(ofCourier, { ...NO_NEWS, runs: true });
    await hears(ofManager, { ...NO_NEWS, runs: true });
    await server.query('update users set courier = false where id = $1', [other.id]);
    expect(await ofOther.next()).toBe('end');
    expect((await openLive(url, { runs: true }, { token: other.token })).first).toBe('FORBIDDEN');
  });

  it('of drafts reaches only the shop whose they are', async () => {
    const url = await otherServer();
    const [owner, other] = [
      await server.signedIn({ roles: ['shipper'] }),
      await server.signedIn({ roles: ['shipper'] }),
    ];
    const manager = await server.signedIn({ manager: true });
    const [ofOwner, ofOther, ofManager] = await Promise.all([
      follow(url, { drafts: true }, { token: owner.token }),
      follow(url, { drafts: true }, { token: other.token }),
      follow(url, { managed: true }, { token: manager.token }),
    ]);
    const news: LiveNews = { ...NO_NEWS, drafts: true };
    const order = { source: 'shopify', externalId: 'gid://1', origin: null, isValid: false } as const;
    const say = (fields: { reference: string } | null, { id } = owner) =>
      server.inUnit((unit) => mergeDrafts(unit.tx, id, [{ ...order, fields }]));

    await say({ reference: '#1' });
    await hears(ofOwner, news);
    await say(null);
    await hears(ofOwner, news);
    await say({ reference: '#2' }, other);
    // It got nothing of the first’s drafts, nor does the desk.
    await hears(ofOther, news);
    await server.parcel();
    await hears(ofManager, managed);
    expect((await openLive(url, { drafts: true }, { token: manager.token })).first).toBe('FORBIDDEN');
  });

  it('of the stops before theirs reaches receivers, and nobody who only has the tracking ID', async () => {
    const url = await otherServer();
    const { newCourier, releasedRun, loadAndStart } = courierDay(server, await server.signInAs('manager'));
    const courier = await newCourier();
    const { shipments } = await releasedRun(courier, [{ shipTo: 'Kungsgatan 1' }, { shipTo: 'Kungsgatan 2' }]);
    await loadAndStart(courier);
    const [first, last] = shipments as [Parcel, Parcel];
    const input = { id: last.id, code: last.receiverCode };
    const { grant } = (await server.call('shipment.verifyShipmentCode', input)).data;
    const trackingIds = [last.trackingId];
    const guest = await follow(url, { trackingIds }, { grants: [grant] });
    const visitor = await follow(url, { trackingIds });

    await setStatus(first, 'cancelled');
    await hears(guest, about(last));
    await server.inUnit((unit) => deleteShipment(unit, { id: last.id }));
    await hears(visitor, about(last));
  });

  it('that came while nobody listened to the database is fetched afterwards', async () => {
    const url = await otherServer();
    const parcel = await server.parcel();
    const stream = await follow(url, { trackingIds: [parcel.trackingId] });

    await server.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name like 'waybill-live%' and datname = current_database()`,
    );
    await hears(stream, about(parcel));
    await setStatus(parcel, 'held');
    await hears(stream, about(parcel));
  });
});

describe('who may follow', () => {
  it.each([
    ['anonymous', null, 'UNAUTHORIZED', 'UNAUTHORIZED'],
    ['unverified', { verified: false }, 'FORBIDDEN', 'FORBIDDEN'],
    ['customer', {}, 'ok', 'FORBIDDEN'],
    ['unverified manager', { verified: false, manager: true }, 'FORBIDDEN', 'FORBIDDEN'],
    ['manager', { manager: true }, 'ok', 'ok'],
  ])('%s', async (_, details, ofOwn, ofManaged) => {
    const as = details && (await server.signedIn(details)).token;
    const ask = async (input: object) => (await server.call('live.follow', input, { as: as ?? undefined })).outcome;

    expect(await ask({ trackingIds: [], own: true })).toBe(ofOwn);
    expect(await ask({ trackingIds: [], managed: true })).toBe(ofManaged);
  });

  it('an unknown ID gets the same error as in a lookup, and counts as one', async () => {
    const [address, parcel] = [server.newAddress(), await server.parcel()];
    const guess = composeTrackingId('W', new Uint8Array(10));
    const ask = (trackingIds: string[]) => server.call('live.follow', { trackingIds }, { address });

    let outcome = '';
    let tried = 0;
    for (; outcome !== 'TOO_MANY_REQUESTS'; tried += 1) {
      ({ outcome } = await ask([parcel.trackingId, guess, guess]));
      expect(['NOT_FOUND', 'TOO_MANY_REQUESTS']).toContain(outcome);
    }
    // Every ten seconds one more is free.
    expect(tried).toBeGreaterThan(limitRules.lookup.points);
    // The database is not asked about what can be no ID.
    expect((await ask(['not an ID'])).outcome).toBe('NOT_FOUND');
  });

  it('rejects one person more streams than twenty browsers have, and one network more than its share', async () => {
    const url = await otherServer({ TRUSTED_PROXIES: 'loopback' });
    const { token } = await server.signedIn();
    for (let open = 0; open < MAX_STREAMS.person; open += 1)
      await follow(url, {}, { token, address: server.newAddress() });
    const oneMore = await openLive(url, {}, { token, address: server.newAddress() });
    expect(oneMore.first).toBe('TOO_MANY_REQUESTS');

    const network = '2001:db8:7:7';
    for (let open = 0; open < MAX_STREAMS.network; open += 1) await follow(url, {}, { address: `${network}::${open}` });
    expect((await openLive(url, {}, { address: `${network}:9::1` })).first).toBe('TOO_MANY_REQUESTS');
    await follow(url, {}, { address: '2001:db8:7:8::1' });
  });

  it('frees a stream when its reader has left', async () => {
    const url = await otherServer();
    const { token } = await server.signedIn();
    for (let open = 0; open < MAX_STREAMS.person * 2; open += 1) {
      const stream = await until('there is room again', async () => {
        const tried = await openLive(url, { own: true }, { token });
        return tried.first === 'TOO_MANY_REQUESTS' ? null : tried;
      });
      stream.close();
    }
  });
});

describe('a stream ends', () => {
  const ENDS = [
    ['the session is ended elsewhere', 'delete from sessions where user_id = $1'],
    ['the person is deleted', 'update users set deleted_at = now() where id = $1'],
    ['a right is taken away', 'update users set manager = false where id = $1'],
  ] as const;
  it.each(ENDS)('when %s, and the guards decide about another', async (_, statement) => {
    const url = await otherServer();
    const [person, colleague] = [await server.signedIn({ manager: true }), await server.signedIn({ manager: true })];
    const stream = await follow(url, { managed: true }, { token: person.token });
    const other = await follow(url, { managed: true }, { token: colleague.token });

    await server.query(statement, [person.id]);

    // News of the people who were made before may come first.
    let last = await stream.next();
    while (typeof last !== 'string') last = await stream.next();
    expect(last).toBe('end');
    const again = await openLive(url, { managed: true }, { token: person.token });
    expect(['UNAUTHORIZED', 'FORBIDDEN']).toContain(again.first);
    await server.parcel();
    await hears(other, managed);
  });

  it.each(ENDS)('at once if %s while it is being opened', async (_, statement) => {
    const { id, token } = await server.signedIn({ manager: true });
    const { db, secrets, followers } = server.services;
    const signedIn = await findSignedIn(db, token, '');
    const caller = { signedIn, grants: [], address: server.newAddress() };
    const asked = { trackingIds: [], own: false, managed: true, runs: false, drafts: false };
    const open = () => followLive({ executor: db, secrets, followers }, caller, asked, AbortSignal.timeout(60_000));
    await open();

    await server.query(statement, [id]);

    await expect(open()).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  });
});

it('sends heartbeats, and defines how long a silence means it is dead', async () => {
  const url = await otherServer();
  const ending = new AbortController();
  onTestFinished(() => ending.abort());
  const input = encodeURIComponent(JSON.stringify({ trackingIds: [] }));
  const { headers, body } = await fetch(`${url}/api/trpc/live.follow?input=${input}`, { signal: ending.signal });
  let said = '';
  for await (const chunk of body ?? []) {
    said += new TextDecoder().decode(chunk);
    if (said.includes('event: ping')) break;
  }

  expect(said).toContain('event: connected\ndata: {"reconnectAfterInactivityMs":40000}');
  expect(headers.get('content-type')).toMatch(/^text\/event-stream/);
  expect(headers.get('x-accel-buffering')).toBe('no');
  expect(headers.get('cache-control')).toContain('no-cache');
  expect(headers.get('vary')).toContain('Authorization');
});
