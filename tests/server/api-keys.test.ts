import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { listCollections } from '../../server/own-account/collect-data.ts';
import { secureAccount } from '../../server/own-account/secure-account.ts';
import { deleteUser } from '../../server/people/delete-user.ts';
import { findEndpoint, insertEndpoint } from '../../server/webhooks/manage-webhooks.ts';
import { MAX_API_KEYS } from '../../src/domain/api-key.ts';
import type { Person } from '../support/test-server.ts';
import { testServer } from '../support/vitest.ts';

const server = await testServer();

const shop = () => server.signedIn({ roles: ['shipper'] });
const RIGHTS = ['shipments:read', 'shipments:write', 'webhooks'];
const make = (as: Person, more: object = {}) =>
  server.call('apiKey.create', { name: randomUUID(), scopes: RIGHTS, life: 'year', ...more }, { as });
const list = async (as: Person) => (await server.call('apiKey.list', undefined, { as })).data;
const use = (secret: string) =>
  server.request({ url: '/v1/shipments', headers: { authorization: `Bearer ${secret}` } });

it('is shown once; only its hash is stored', async () => {
  const owner = await shop();
  const { secret, id } = (await make(owner, { name: 'Web shop', life: 'never' })).data;
  expect(secret).toMatch(/^wb_live_[\w-]{43}$/);
  expect(await server.everythingStored()).not.toContain(secret.slice('wb_live_'.length));
  const key = {
    id,
    name: 'Web shop',
    kind: 'live',
    ending: secret.slice(-4),
    scopes: RIGHTS,
    lastUsedAt: null,
    expiresAt: null,
  };
  expect(await list(owner)).toEqual([{ ...key, createdAt: expect.any(String) }]);
});

it('ends with the account that is deactivated, and does not come back with it', async () => {
  const [owner, manager] = [await shop(), await server.signedIn({ roles: ['manager'] })];
  const { secret } = (await make(owner)).data;
  expect((await use(secret)).statusCode).toBe(200);
  for (const act of ['deactivateUser', 'reactivateUser'] as const) {
    expect((await server.call(`userAdmin.${act}`, { id: owner.id }, { as: manager })).outcome).toBe('ok');
    expect((await use(secret)).statusCode).toBe(401);
  }
});

it('asks again who it is, as everything does that lasts', async () => {
  const owner = await shop();
  await server.query(`update sessions set proved_at = now() - interval '16 minutes' where user_id = $1`, [owner.id]);
  const answer = await make(owner);
  expect([answer.outcome, answer.error.data.needs]).toEqual(['FORBIDDEN', 'proof']);
  expect(await list(owner)).toEqual([]);
});

it('has a unique name, and an account has ten at most', async () => {
  const owner = await shop();
  await make(owner, { name: 'Web shop' });
  const again = await make(owner, { name: 'web SHOP' });
  expect(again.error.data.fieldErrors).toEqual({ name: ['You already have a key with this name.'] });
  const made = await Promise.all(Array.from({ length: MAX_API_KEYS + 2 }, () => make(owner)));
  expect(made.filter(({ outcome }) => outcome === 'ok')).toHaveLength(MAX_API_KEYS - 1);
  expect(made.find(({ outcome }) => outcome !== 'ok')?.error.message).toBe('You have 10 keys. Revoke one first.');
  expect(await list(owner)).toHaveLength(MAX_API_KEYS);
});

it('notes the hour of its last use, never before it was made', async () => {
  const owner = await shop();
  const { secret } = (await make(owner)).data;
  expect((await use(secret)).statusCode).toBe(200);
  const [fresh] = await list(owner);
  expect(Date.parse(fresh?.lastUsedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(fresh?.createdAt ?? ''));
  await server.query("update api_keys set created_at = created_at - interval '2 hours', last_used_at = null");
  expect((await use(secret)).statusCode).toBe(200);
  const [key] = await list(owner);
  const [hour] = await server.query<{ hour: Date }>(`select date_trunc('hour', now()) as hour`);
  expect(key?.lastUsedAt).toBe(hour?.hour.toISOString());
});

it('ends once it is revoked, by its owner alone', async () => {
  const [owner, other] = [await shop(), await shop()];
  const { secret, id } = (await make(owner)).data;
  expect((await server.call('apiKey.revoke', { id }, { as: other })).outcome).toBe('NOT_FOUND');
  expect((await use(secret)).statusCode).toBe(200);
  await server.call('apiKey.revoke', { id }, { as: owner });
  expect((await use(secret)).statusCode).toBe(401);
});

it('ends when it expires, with the role and with the account', async () => {
  const [one, two, three] = [await shop(), await shop(), await shop()];
  const secrets = [];
  for (const owner of [one, two, three]) secrets.push((await make(owner, { life: 'month' })).data.secret);
  await server.query(`update api_keys set expires_at = now() where user_id = $1`, [one.id]);
  await server.query(`update users set roles = '{}' where id = $1`, [two.id]);
  const manager = await server.signedIn({ manager: true });
  await server.inUnit((unit) => deleteUser(unit, { id: three.id }), manager);
  const responses = await Promise.all(secrets.map(use));
  expect(responses.map((answer) => answer.json().code)).toEqual(['unauthorized', 'not-a-shipper', 'unauthorized']);
  expect(await server.query('select id from api_keys where user_id = $1', [three.id])).toEqual([]);
});

it('ends, and webhooks pause, when the owner locks everyone out', async () => {
  const owner = await shop();
  const { secret } = (await make(owner)).data;
  const hook = { userId: owner.id, url: 'https://thief.example/', events: [], secret: Buffer.alloc(24) };
  const { id } = await server.inUnit((unit) => insertEndpoint(unit.tx, { ...hook, isTest: false }));
  await secureAccount(server.services, await server.linkToken(owner, { purpose: 'not-me' }), 'test');
  expect((await use(secret)).statusCode).toBe(401);
  expect(await findEndpoint(server.services.db, { userId: owner.id }, id)).toMatchObject({ state: 'paused' });
});

it('appears in the history and in the copy of the owner’s data, without its secret', async () => {
  const owner = await shop();
  const { secret, id } = (await make(owner, { name: 'Packing bench', scopes: ['shipments:read'] })).data;
  await server.call('apiKey.revoke', { id }, { as: owner });
  const kept = (await make(owner, { name: 'Web shop' })).data.secret;
  const history = await server.query(
    `select procedure, before, after from audit_entries where entity_id = $1 and procedure like 'apiKey%' order by id`,
    [owner.id],
  );
  const bench = { apiKey: 'Packing bench', rights: 'shipments:read' };
  expect(history.slice(0, 2)).toEqual([
    { procedure: 'apiKey.create', before: null, after: bench },
    { procedure: 'apiKey.revoke', before: bench, after: null },
  ]);
  const files = await collectedOf(owner);
  expect(files).toContain('"name": "Web shop"');
  for (const one of [secret, kept]) expect(files).not.toContain(one.slice('wb_live_'.length));
});

/** Every file of a copy, as text. */
async function collectedOf(owner: Person): Promise<string> {
  let text = '';
  for (const { rows } of await listCollections(server.services, owner.id))
    for await (const some of rows()) text += JSON.stringify(some, null, 1);
  return text;
}
