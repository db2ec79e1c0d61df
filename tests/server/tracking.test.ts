import { randomBytes, randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { limitRules } from '../../server/base/limits/limit-rules.ts';
import { createSecrets } from '../../server/base/secrets/secrets.ts';
import { addActivity } from '../../server/timeline/add-activity.ts';
import { GRANT_LIFE } from '../../src/domain/grant.ts';
import { CROCKFORD, checkCharacter, composeTrackingId } from '../../src/domain/tracking-id.ts';
import { type CallOptions, PASSWORD, type Parcel, parcelInput } from '../support/test-server.ts';
import { testServer } from '../support/vitest.ts';

const server = await testServer();

const track = (trackingId: string, options?: CallOptions) =>
  server.call('shipment.getShipmentByTrackingId', { trackingId }, options);
async function sealedCode({ id }: { id: string }): Promise<Buffer> {
  const [row] = await server.query<{ code: Buffer }>('select sender_code as code from shipments where id = $1', [id]);
  if (!row) throw new Error('The shipment is not there');
  return row.code;
}
const bills = (trackingId: string, options?: CallOptions) => server.call('bill.getBills', { trackingId }, options);
const verify = (parcel: Pick<Parcel, 'id'>, code: string, options?: CallOptions) =>
  server.call('shipment.verifyShipmentCode', { id: parcel.id, code }, options);
const holding = (grant: string): CallOptions => ({ headers: { 'x-shipment-grant': grant } });

/** A well-formed tracking ID that is not in use. */
const unknownId = (seed: number) => composeTrackingId('W', Buffer.from(seed.toString().padStart(10, '0')));

/** A parcel with a unique word in every personal field. */
const CANARIES = {
  senderName: 'Canarysenderfirst Canarysenderlast',
  senderEmail: 'canary-sender-mail@example.com',
  senderPhone: '+46 70 999 0001',
  receiverName: 'Canaryreceiverfirst Canaryreceiverlast',
  receiverEmail: 'canary-receiver-mail@example.com',
  receiverPhone: '+46 70 999 0002',
  shipTo: 'Canary Street 1, Canaryville',
};
const PARTS = ['Canarysender', 'Canaryreceiver', '999 0001', '999 0002', 'Canarycomment', 'Canaryplace', 'Canarybill'];
const SECRET_WORDS = [...Object.values(CANARIES), ...PARTS];

describe('a visitor', () => {
  it('sees the overview, with the first letters of names, and not their length', async () => {
    const { id, trackingId } = await server.parcel({ senderName: 'Ada  Lovelace', receiverName: 'Ångström' });
    const { data } = await track(trackingId);
    expect(data).toMatchObject({ access: 'overview', viewer: 'visitor', id, trackingId, status: 'in-progress' });
    expect([data.senderName, data.receiverName]).toEqual(['A•••• L••••', 'Å••••']);
  });

  it('never sees personal data, a code or an owner, in any response', async () => {
    const owner = await server.person({ email: CANARIES.senderEmail });
    const parcel = await server.parcel(CANARIES);
    const manager = await server.signInAs('manager');
    const entry = { id: parcel.id, comment: 'Canarycomment', address: 'Canaryplace' };
    await server.call('shipmentAdmin.updateShipmentActivity', entry, { as: manager });
    await server.bill(parcel, owner, { summary: 'Canarybill' });

    const unverified = await server.signInAs('unverified');
    const stranger = await server.signInAs('customer');
    for (const as of [undefined, 'garbage', unverified, stranger, manager]) {
      for (const answer of [
        await track(parcel.trackingId, { as }),
        await bills(parcel.trackingId, { as }),
        await verify(parcel, 'WRONGCODE123', { as, address: server.newAddress() }),
        await verify({ id: owner.id }, parcel.senderCode, { as, address: server.newAddress() }),
        await track(unknownId(1), { as, address: server.newAddress() }),
      ]) {
        const said = `${answer.body}\n${JSON.stringify(answer.headers)}`.toLowerCase();
        for (const word of [...SECRET_WORDS, parcel.senderCode, parcel.receiverCode, owner.id])
          expect(said).not.toContain(word.toLowerCase());
      }
    }
  });

  it('with a garbage or ended token sees what every visitor sees', async () => {
    const parcel = await server.parcel();
    const ended = await server.signInAs('customer');
    await server.call('auth.logout', undefined, { as: ended });
    const plain = (await track(parcel.trackingId)).data;
    for (const as of ['garbage', 'x'.repeat(500), '', 'a b', ended])
      expect((await track(parcel.trackingId, { as })).data).toEqual(plain);
  });
});

describe('a tracking ID', () => {
  it.each([
    ['in lower case', (id: string) => id.toLowerCase()],
    ['in groups of four', (id: string) => `${id.slice(0, 4)} ${id.slice(4, 8)} ${id.slice(8)}`],
    ['with hyphens', (id: string) => `${id.slice(0, 4)}-${id.slice(4, 8)}–${id.slice(8)}`],
    ['with spaces around it', (id: string) => `  ${id}\t`],
    ['with O for 0 and L for 1', (id: string) => id.replaceAll('0', 'o').replaceAll('1', 'l')],
  ])('is accepted %s', async (_, typed) => {
    const parcel = await server.parcel();
    const trackingId = composeTrackingId('W', Buffer.from([0, 1, 10, 0, 1, ...randomBytes(5)]));
    await server.query('update shipments set tracking_id = $2 where id = $1', [parcel.id, trackingId]);
    const { data } = await track(typed(trackingId));
    expect([data.id, data.trackingId]).toEqual([parcel.id, trackingId]);
  });

  it('with a wrong check character is not found, without a database query and without a charge', async () => {
    const parcel = await server.parcel();
    const body = parcel.trackingId.slice(0, -1);
    const wrong = [...CROCKFORD].filter((character) => character !== checkCharacter(body)).map((last) => body + last);
    const address = server.newAddress();
    const statements = await server.statementsOf(async () => {
      for (const trackingId of [...wrong, ...wrong, ...wrong]) {
        const answer = await track(trackingId, { address });
        expect([answer.status, answer.error.message]).toEqual([404, 'Shipment not found']);
      }
    });
    expect(statements).toEqual([]);
    expect((await track(parcel.trackingId, { address })).data.id).toBe(parcel.id);
  });

  it('that does not exist is not found', async () => {
    const answer = await track(unknownId(2), { address: server.newAddress() });
    expect([answer.status, answer.outcome, answer.error.message]).toEqual([404, 'NOT_FOUND', 'Shipment not found']);
    const asked = await bills(unknownId(2), { address: server.newAddress() });
    expect([asked.status, asked.error.message]).toEqual([404, 'Shipment not found']);
  });

  it('of a deleted shipment is not found by anyone, with any rights', async () => {
    const sender = await server.signInAs('customer');
    const manager = await server.signInAs('manager');
    const parcel = await server.parcel({ senderEmail: sender.email });
    const { grant } = (await verify(parcel, parcel.senderCode)).data;
    await server.bill(parcel, sender);
    await server.call('shipmentAdmin.deleteShipment', { id: parcel.id }, { as: manager });
    for (const options of [{}, { as: sender }, { as: manager }, holding(grant)]) {
      const address = server.newAddress();
      expect((await track(parcel.trackingId, { ...options, address })).outcome).toBe('NOT_FOUND');
      expect((await bills(parcel.trackingId, { ...options, address })).outcome).toBe('NOT_FOUND');
      expect((await verify(parcel, parcel.senderCode, { ...options, address })).outcome).toBe('BAD_REQUEST');
    }
    for (const by of [{ id: parcel.id }, { trackingId: parcel.trackingId }])
      expect((await server.call('shipmentAdmin.getShipment', by, { as: manager })).outcome).toBe('NOT_FOUND');
  });
});

describe('a private code', () => {
  it.each(['senderCode', 'receiverCode'] as const)('of the parcel opens the details: %s', async (which) => {
    const parcel = await server.parcel();
    const { grant } = (await verify(parcel, parcel[which])).data;
    const { data } = await track(parcel.trackingId, holding(grant));
    const { images, ...known } = parcelInput();
    const activity = [{ kind: 'created', comment: 'Label created', address: '', status: 'in-progress' }];
    const rest = { deliveryDate: null, receiverLinked: false, activity };
    expect(data).toMatchObject({ access: 'detailed', viewer: 'grant', ...known, ...rest });
  });

  it('is understood in lower case, in groups and with look-alike letters', async () => {
    const parcel = await server.parcel();
    const code = parcel.receiverCode;
    const grouped = `${code.slice(0, 4)} ${code.slice(4, 8)}-${code.slice(8)}`;
    for (const typed of [code.toLowerCase(), grouped, ` ${grouped.toLowerCase()} `, code.replaceAll('0', 'O')])
      expect((await verify(parcel, typed)).outcome).toBe('ok');
  });

  it('that is wrong gets an error at its field, the same as for an unknown shipment', async () => {
    const [parcel, other] = [await server.parcel(), await server.parcel()];
    const nowhere = { id: randomUUID() };
    for (const [at, code] of [
      [parcel, 'WRONGCODE123'],
      [parcel, other.senderCode],
      [parcel, parcel.trackingId],
      [parcel, '-'],
      [nowhere, '-'],
      [nowhere, parcel.senderCode],
    ] as const) {
      const answer = await verify(at, code, { address: server.newAddress() });
      expect(answer.status).toBe(400);
      expect(answer.error.data.fieldErrors).toEqual({ code: ['That code doesn’t match this shipment.'] });
    }
  });

  it('gives a grant for an hour', async () => {
    const parcel = await server.parcel();
    const { data } = await verify(parcel, parcel.senderCode);
    const life = new Date(data.expiresAt).getTime() - Date.now();
    expect(life).toBeLessThanOrEqual(GRANT_LIFE);
    expect(life).toBeGreaterThan(GRANT_LIFE - 60_000);
  });
});

describe('a grant', () => {
  it('opens its own shipment and no other', async () => {
    const [parcel, other] = [await server.parcel(), await server.parcel()];
    const { grant } = (await verify(parcel, parcel.senderCode)).data;
    expect((await track(other.trackingId, holding(grant))).data.access).toBe('overview');
    const refused = await bills(other.trackingId, holding(grant));
    expect([refused.status, refused.error.message]).toEqual([403, 'Only the sender and the receiver can see bills.']);
    expect((await track(parcel.trackingId, holding(grant))).data.access).toBe('detailed');
  });

  it('that has expired opens nothing', async () => {
    const parcel = await server.parcel();
    const { secrets } = server.services;
    const code = await sealedCode(parcel);
    const expired = secrets.signGrant(parcel.id, code, Date.now() - 1);
    const valid = secrets.signGrant(parcel.id, code, Date.now() + 60_000);
    expect((await track(parcel.trackingId, holding(expired))).data.access).toBe('overview');
    expect((await bills(parcel.trackingId, holding(expired))).outcome).toBe('FORBIDDEN');
    expect((await track(parcel.trackingId, holding(valid))).data.access).toBe('detailed');
  });

  it('that was changed, shortened or made up opens nothing', async () => {
    const [parcel, other] = [await server.parcel(), await server.parcel()];
    const { grant } = (await verify(parcel, parcel.senderCode)).data;
    const foreign = (await verify(other, other.senderCode)).data.grant;
    const [id = '', expiresAt = '', signature = ''] = grant.split('.');
    const [, , foreignSignature] = foreign.split('.');
    const tampered = [
      `${id}.${Number(expiresAt) + 1}.${signature}`,
      `${id}.9999999999999.${signature}`,
      `${id}.${expiresAt}.${foreignSignature}`,
      `${id}.${expiresAt}.`,
      `${id}.${expiresAt}`,
      `${id}.Infinity.${signature}`,
      `${id}.${expiresAt}.${signature.slice(0, -2)}`,
      `${id}.${expiresAt}.${signature[0] === 'A' ? 'B' : 'A'}${signature.slice(1)}`,
      `${parcel.id}.${expiresAt}.${'A'.repeat(43)}`,
      foreign.replace(other.id, parcel.id),
      'x',
      '..',
      'true',
    ];
    for (const made of tampered) {
      expect((await track(parcel.trackingId, holding(made))).data.access).toBe('overview');
      expect((await bills(parcel.trackingId, holding(made))).outcome).toBe('FORBIDDEN');
    }
  });

  it('made with another secret key opens nothing', async () => {
    const parcel = await server.parcel();
    const others = createSecrets(['another key of 32 bytes or more, is it']);
    const grant = others.signGrant(parcel.id, await sealedCode(parcel), Date.now() + 60_000);
    expect((await track(parcel.trackingId, holding(grant))).data.access).toBe('overview');
  });

  it('shows the bills of its shipment, newest first and without deleted ones', async () => {
    const owner = await server.person();
    const parcel = await server.parcel();
    const first = await server.bill(parcel, owner, { cents: 14_820n, summary: 'Import duty and handling' });
    const second = await server.bill(parcel, owner, { cents: 1n, summary: 'Storage' });
    const deleted = await server.bill(parcel, owner, { summary: 'Withdrawn' });
    await server.query('update bills set deleted_at = now() where id = $1', [deleted]);
    await server.query("update bills set created_at = created_at - interval '1 hour' where id = $1", [first]);
    const { grant } = (await verify(parcel, parcel.senderCode)).data;
    const { data } = await bills(parcel.trackingId, holding(grant));
    const { trackingId } = parcel;
    expect(data).toMatchObject([
      { id: second, amount: 0.01, summary: 'Storage', trackingId },
      { id: first, amount: 148.2, summary: 'Import duty and handling', trackingId },
    ]);
  });
});

describe('an owner', () => {
  it.each(['sender_id', 'receiver_id'])('by %s sees the details and the bills directly', async (column) => {
    const owner = await server.signInAs('customer');
    const parcel = await server.parcel();
    await server.query(`update shipments set ${column} = $2 where id = $1`, [parcel.id, owner.id]);
    await server.bill(parcel, owner);
    const { data } = await track(parcel.trackingId, { as: owner });
    expect(data).toMatchObject({ access: 'detailed', viewer: 'owner', receiverLinked: column === 'receiver_id' });
    expect((await bills(parcel.trackingId, { as: owner })).data).toMatchObject([{ amount: 148.2 }]);
  });

  it('who holds a grant as well is still shown as owner', async () => {
    const owner = await server.signInAs('customer');
    const parcel = await server.parcel({ senderEmail: owner.email });
    const { grant } = (await verify(parcel, parcel.senderCode)).data;
    expect((await track(parcel.trackingId, { as: owner, ...holding(grant) })).data.viewer).toBe('owner');
  });

  it('reads activity by time of occurrence, then of arrival', async () => {
    const owner = await server.signInAs('customer');
    const parcel = await server.parcel({ senderEmail: owner.email });
    await server.query("update shipments set created_at = '2026-01-01' where id = $1", [parcel.id]);
    const at = (comment: string, occurredAt: string) =>
      server.inUnit((unit) => addActivity(unit, { id: parcel.id, comment, address: '', occurredAt }));
    await at('third', '2026-01-03T00:00:00Z');
    await at('first', '2026-01-01T00:00:00Z');
    await at('second', '2026-01-02T00:00:00Z');
    await at('second, told later', '2026-01-02T00:00:00Z');
    const { data } = await track(parcel.trackingId, { as: owner });
    const comments = 'activity' in data ? data.activity.map(({ comment }) => comment) : [];
    expect(comments).toEqual(['first', 'second', 'second, told later', 'third', 'Label created']);
  });
});

describe('the label from shipment.getLabel', () => {
  const print = (parcel: Pick<Parcel, 'id'>, as: CallOptions['as']) =>
    server.call('shipment.getLabel', { id: parcel.id }, { as });

  it.each(['sender_id', 'receiver_id'])('has what is printed on the parcel, for the owner by %s', async (column) => {
    const owner = await server.signInAs('customer');
    const parcel = await server.parcel({ reference: 'SO-4711' });
    await server.query(`update shipments set ${column} = $2 where id = $1`, [parcel.id, owner.id]);
    expect((await print(parcel, owner)).data).toEqual({
      trackingId: parcel.trackingId,
      reference: 'SO-4711',
      service: 'Package',
      weight: '31.4 kg',
      dimensions: '12 x 55in',
      senderName: 'Tomás Pereira',
      senderCountry: 'Portugal',
      receiverName: 'Elin Strand',
      receiverCountry: 'Sweden',
      shipTo: 'Linnégatan 8, 413 04 Gothenburg',
      shipDate: '2026-11-20T06:40:00.000Z',
      deliveryDate: null,
    });
  });

  it('shows no private code, even to managers', async () => {
    const parcel = await server.parcel({ deliveryDate: '2026-11-27T09:00:00.000Z' });
    const label = await print(parcel, await server.signInAs('manager'));
    expect(label.data).toMatchObject({ trackingId: parcel.trackingId, deliveryDate: '2026-11-27T09:00:00.000Z' });
    for (const code of [parcel.senderCode, parcel.receiverCode]) expect(label.body).not.toContain(code);
  });
});

describe('the response headers', () => {
  it('name everything it depends on, for every caller and result', async () => {
    const parcel = await server.parcel();
    const owner = await server.signInAs('customer');
    for (const answer of [
      await track(parcel.trackingId),
      await track(parcel.trackingId, { as: owner }),
      await track('nonsense'),
      await bills(parcel.trackingId),
      await verify(parcel, parcel.senderCode),
      await server.call('auth.profile'),
    ]) {
      const names = String(answer.headers.vary).toLowerCase().split(/,\s*/);
      expect(names).toContain('authorization');
      expect(names).toContain('x-shipment-grant');
    }
  });

  it('forbid storing responses to tokens and grants, and every response to a change', async () => {
    const parcel = await server.parcel();
    const owner = await server.signInAs('customer');
    const { grant } = (await verify(parcel, parcel.senderCode)).data;
    for (const answer of [
      await track(parcel.trackingId, { as: owner }),
      await track(parcel.trackingId, { as: 'garbage' }),
      await track(parcel.trackingId, holding(grant)),
      await track(parcel.trackingId, holding('garbage')),
      await verify(parcel, parcel.senderCode),
      await server.call('auth.login', { email: owner.email, password: PASSWORD }, { address: server.newAddress() }),
    ])
      expect(answer.headers['cache-control']).toBe('private, no-store');
    expect((await track(parcel.trackingId)).headers['cache-control']).toBe('no-cache');
  });
});

describe('guessing', () => {
  beforeEach(async () => {
    await server.query('delete from rate_limits');
  });
  const counters = () => server.query<{ key: string; points: number }>('select key, points from rate_limits');
  /** Leaves no look-up free, however long the test takes: otherwise one more is every ten seconds. */
  const spendAll = ({ query }: typeof server = server) =>
    query('update rate_limits set expire = expire + 1000000000000');
  const { points } = limitRules.lookup;

  it('costs nothing if the shipment exists', async () => {
    const parcel = await server.parcel();
    const address = server.newAddress();
    for (let index = 0; index < limitRules.lookup.points + 10; index += 1)
      expect((await track(parcel.trackingId, { address })).outcome).toBe('ok');
    expect(await counters()).toEqual([]);
    for (let index = 0; index < limitRules.codeFromNetwork.points + 5; index += 1)
      expect((await verify(parcel, parcel.senderCode, { address })).outcome).toBe('ok');
    expect(await counters()).toEqual([]);
  });

  it('tracking IDs ends after a burst of misses, for that address only, and existing ones are found', async () => {
    const parcel = await server.parcel();
    const address = server.newAddress();
    const guess = async (index: number) => (await track(unknownId(1_000 + index), { address })).outcome;
    let missed = 0;
    while ((await guess(missed)) === 'NOT_FOUND') missed += 1;
    expect(missed).toBeGreaterThanOrEqual(points);
    expect(missed).toBeLessThan(points + 10);
    await spendAll();
    for (let more = 0; more < 5; more += 1) expect(await guess(missed + more)).toBe('TOO_MANY_REQUESTS');
    const refused = await track(unknownId(1), { address });
    expect([refused.status, refused.outcome]).toEqual([429, 'TOO_MANY_REQUESTS']);
    expect((await bills(unknownId(1), { address })).outcome).toBe('TOO_MANY_REQUESTS');
    expect((await track(parcel.trackingId, { address })).outcome).toBe('ok');
    expect((await track(unknownId(1), { address: server.newAddress() })).outcome).toBe('NOT_FOUND');
  });

  it("is counted by the caller's address, and by a proxy's header only if that proxy is trusted", async () => {
    const proxied = await testServer({ environment: { TRUSTED_PROXIES: '192.0.2.0/24' } });
    const guess = async (from: typeof server, address: string, forwarded: string, seed: number) => {
      const options = { address, headers: { 'x-forwarded-for': forwarded } };
      return (await from.call('shipment.getShipmentByTrackingId', { trackingId: unknownId(seed) }, options)).outcome;
    };
    const address = server.newAddress();
    for (let index = 0; index <= points; index += 1) {
      await guess(server, address, `203.0.113.${index}`, 3_000 + index);
      await guess(proxied, '192.0.2.1', '203.0.113.200', 3_000 + index);
    }
    for (const one of [server, proxied]) await spendAll(one);
    expect(await guess(server, address, '203.0.113.201', 1)).toBe('TOO_MANY_REQUESTS');
    expect(await guess(proxied, '192.0.2.2', '203.0.113.200', 1)).toBe('TOO_MANY_REQUESTS');
    expect(await guess(proxied, '192.0.2.1', '203.0.113.201', 1)).toBe('NOT_FOUND');
    // Nobody else's word counts, whether they call themselves or put it before the proxy's.
    expect(await guess(proxied, '198.51.100.7', '203.0.113.200', 1)).toBe('NOT_FOUND');
    expect(await guess(proxied, '192.0.2.1', '203.0.113.202, 203.0.113.200', 1)).toBe('TOO_MANY_REQUESTS');
  });

  it('tracking IDs in batches of ten counts each of them', async () => {
    const address = server.newAddress();
    const outcomes: string[] = [];
    while (outcomes.length < points + 20) {
      const guesses = Array.from({ length: 10 }, (_, at) => ({ trackingId: unknownId(4_000 + outcomes.length + at) }));
      const names = guesses.map(() => 'shipment.getShipmentByTrackingId').join(',');
      const url = `/api/trpc/${names}?batch=1&input=${encodeURIComponent(JSON.stringify({ ...guesses }))}`;
      const { body } = await server.request({ url, remoteAddress: address });
      for (const { error } of JSON.parse(body) as { error: { data: { code: string } } }[])
        outcomes.push(error.data.code);
    }
    const missed = outcomes.filter((outcome) => outcome === 'NOT_FOUND');
    expect(missed.length).toBeGreaterThanOrEqual(points);
    expect(missed.length).toBeLessThan(points + 10);
    const refused = outcomes.filter((outcome) => outcome === 'TOO_MANY_REQUESTS');
    expect(refused).toHaveLength(outcomes.length - missed.length);
  });
});
