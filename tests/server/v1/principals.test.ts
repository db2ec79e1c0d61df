/** Tests what each key gets from each call of the REST interface; new calls are included. */
import { describe, expect, it } from 'vitest';
import { createWebhook } from '../../../server/webhooks/manage-webhooks.ts';
import { API_SCOPES, KEY_KINDS, type KeyKind } from '../../../src/domain/api-key.ts';
import { V1_CALL_NAMES, V1_CALLS, type V1Call } from '../../../src/domain/v1/calls.ts';
import { WEBHOOK_EVENTS } from '../../../src/domain/webhook.ts';
import { type Shop, shops, v1Bodies, v1Parcel, v1Pickup } from '../../support/shop.ts';
import { testServer } from '../../support/vitest.ts';

const server = await testServer();
const { newShop, newKey, newRate, ask } = shops(server);

const REFUSED: Record<string, { code: string; key(shop: Shop, call: V1Call): Promise<string | undefined> }> = {
  'nobody with a key': { code: 'unauthorized', key: async () => undefined },
  'an unknown key': { code: 'unauthorized', key: async () => `wb_live_${'x'.repeat(43)}` },
  'the token of a session': { code: 'unauthorized', key: async ({ token }) => token },
  'a revoked key': {
    code: 'unauthorized',
    async key(shop, { scope, only }) {
      const key = await newKey(shop, [scope], only);
      await server.query(
        'delete from api_keys where id = (select max(id::text)::uuid from api_keys where user_id = $1)',
        [shop.id],
      );
      return key;
    },
  },
  'an expired key': {
    code: 'unauthorized',
    async key() {
      const { id, key } = await newShop();
      await server.query('update api_keys set expires_at = now() where user_id = $1', [id]);
      return key;
    },
  },
  'a key of a deleted account': {
    code: 'unauthorized',
    async key() {
      const { id, key } = await newShop();
      await server.query('update users set deleted_at = now() where id = $1', [id]);
      return key;
    },
  },
  'a key of an account that no longer ships': {
    code: 'not-a-shipper',
    async key() {
      const { id, key } = await newShop();
      await server.query(`update users set roles = '{manager}' where id = $1`, [id]);
      return key;
    },
  },
  'a key of an account whose email is not verified': {
    code: 'not-a-shipper',
    async key() {
      const { id, key } = await newShop();
      await server.query('update users set verified = false where id = $1', [id]);
      return key;
    },
  },
  'a key without the right': {
    code: 'missing-right',
    key: (shop, { scope, only }) =>
      newKey(
        shop,
        API_SCOPES.filter((one) => one !== scope),
        only,
      ),
  },
};

/** Makes what belongs to a shop: by the noun in the address. */
const OBJECTS: Record<string, (shop: Shop, kind: KeyKind) => Promise<string>> = {
  shipments: async (shop, kind) => {
    const key = await newKey(shop, ['shipments:write'], kind);
    return (await ask<{ id: string }>(key, '/v1/shipments', { method: 'POST', payload: v1Parcel() })).body.id;
  },
  pickups: async (shop) =>
    (await ask<{ id: string }>(shop.key, '/v1/pickups', { method: 'POST', payload: v1Pickup() })).body.id,
  webhooks: async ({ id }, kind) => {
    const wanted = { url: 'https://shop.example/hook', events: [...WEBHOOK_EVENTS] };
    const owner = { userId: id, isTest: kind === 'test' };
    return (await server.inUnit((unit) => createWebhook(unit, owner, wanted))).id;
  },
};

async function addressOf({ path, only = 'live' }: V1Call, shop: Shop, kind: KeyKind = only): Promise<string> {
  if (!path.includes('{id}')) return path;
  const noun = path.split('/').find((part) => part in OBJECTS) ?? '';
  return path.replace('{id}', (await OBJECTS[noun]?.(shop, kind)) ?? '');
}

await newRate();

describe.each(V1_CALL_NAMES)('%s', (name) => {
  const call: V1Call = V1_CALLS[name];
  const send = (key: string | undefined, url: string) =>
    ask(key, url, { method: call.method, ...(call.body && { payload: v1Bodies[name] ?? {} }) });

  it.each(Object.entries(REFUSED))('refuses %s, and changes nothing', async (_who, { code, key }) => {
    const shop = await newShop();
    const url = await addressOf(call, shop);
    const used = await key(shop, call);
    await send(used, url);
    const before = await server.fingerprint();
    const { body, headers } = await send(used, url);
    expect([body.code, body.request_id]).toEqual([code, headers['x-request-id']]);
    expect(await server.fingerprint()).toEqual(before);
  });

  it('lets in a key with no other right', async () => {
    const shop = await newShop();
    const { body } = await send(await newKey(shop, [call.scope], call.only), await addressOf(call, shop));
    // Its webhook is there, the message and the returned shipment are not.
    const missing = name === 'resendWebhookMessage' || name === 'createReturn' ? [] : ['not-found'];
    expect(['unauthorized', 'not-a-shipper', 'missing-right', 'wrong-key', 'fault', ...missing]).not.toContain(
      body.code,
    );
  });

  const other: KeyKind = call.only === 'test' ? 'live' : 'test';
  if (call.only)
    it('needs the one kind of key, and does nothing for the other', async () => {
      const shop = await newShop();
      const url = await addressOf(call, shop);
      const key = await newKey(shop, API_SCOPES, other);
      await send(key, url);
      const before = await server.fingerprint();
      const { status, body } = await send(key, url);
      expect([status, body.code]).toEqual([403, 'wrong-key']);
      expect(await server.fingerprint()).toEqual(before);
    });

  if (!call.path.includes('{id}')) return;
  // There are no others of what only live keys make.
  if (call.only !== 'live')
    it('says that what keys of the other kind made does not exist', async () => {
      const shop = await newShop();
      for (const kind of call.only ? [call.only] : KEY_KINDS) {
        const key = await newKey(shop, API_SCOPES, kind);
        const { status, body } = await send(key, await addressOf(call, shop, kind === 'test' ? 'live' : 'test'));
        expect([kind, status, body.code]).toEqual([kind, 404, 'not-found']);
      }
    });

  it('says of another shop’s that it does not exist', async () => {
    const [owner, stranger] = [await newShop(), await newShop()];
    const url = await addressOf(call, owner);
    const manager = await server.person({ roles: ['manager', 'shipper'] });
    for (const key of [await newKey(stranger, API_SCOPES, call.only), await newKey(manager, API_SCOPES, call.only)]) {
      const { status, body } = await send(key, url);
      expect([status, body.code]).toEqual([404, 'not-found']);
    }
  });
});
