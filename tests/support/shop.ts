import type { InjectOptions } from 'fastify';
import { insertRate } from '../../server/prices/manage-rates.ts';
import type { Problem } from '../../server/v1/http/problem.ts';
import { createApiKey } from '../../server/v1/manage-api-keys.ts';
import { API_SCOPES, type ApiScope, type KeyKind } from '../../src/domain/api-key.ts';
import { shiftDay } from '../../src/domain/day.ts';
import type { V1CallName } from '../../src/domain/v1/calls.ts';
import type { Person, TestServer } from './test-server.ts';

export interface Shop extends Person {
  /** A key with all rights. */
  key: string;
}

export interface Answer<Body = Record<string, unknown>> {
  status: number;
  headers: Record<string, string | undefined>;
  text: string;
  body: Body;
}

/** A valid body to create a shipment with. */
export const v1Parcel = (details: object = {}) => ({
  receiver: { name: 'Elin Strand', email: 'elin.strand@example.com', phone: '+46 31 555 0192' },
  address: { line1: 'Linnégatan 8', city: 'Göteborg', postcode: '413 04', country: 'Sweden' },
  description: 'Two books',
  weight_g: 1_200,
  length_mm: 300,
  width_mm: 200,
  height_mm: 125,
  ...details,
});

/** A valid body to ask for a pickup with: tomorrow. */
export const v1Pickup = (details: object = {}) => ({
  day: shiftDay(new Date().toISOString().slice(0, 10), 1),
  from: '09:00',
  until: '12:00',
  parcels: 12,
  address: { line1: 'Kaj 1', city: 'Göteborg', postcode: '411 04', country: 'Sweden' },
  ...details,
});

/** Valid bodies of calls for which an empty one is not. */
export const v1Bodies: Partial<Record<V1CallName, object>> = {
  createShipment: v1Parcel(),
  createBatch: { shipments: [v1Parcel()] },
  createPickup: v1Pickup(),
  decideShipment: { act: 'bring-back' },
  createReturn: { shipment: '01a21bba-2857-73e7-90c2-bda11b0342f6' },
  createWebhook: { url: 'https://shop.example/hook' },
  replayWebhook: { since: '2026-11-20T06:40:00Z' },
  resendWebhookMessage: { message_id: '01a21bba-2857-73e7-90c2-bda11b0342f6' },
};

export function shops(server: TestServer) {
  async function newKey(
    { id }: Pick<Person, 'id'>,
    scopes: readonly ApiScope[] = API_SCOPES,
    kind: KeyKind = 'live',
  ): Promise<string> {
    const input = { name: crypto.randomUUID(), scopes: [...scopes], life: 'never' as const, kind };
    return (await server.inUnit((unit) => createApiKey(unit, id, input))).secret;
  }

  return {
    newKey,
    async newShop(): Promise<Shop> {
      const names = { firstName: 'Harbour', lastName: 'Books', phone: '+46 31 555 0100' };
      const person = await server.signedIn({ roles: ['shipper'], ...names });
      return { ...person, key: await newKey(person) };
    },
    /** What everybody pays for a parcel of up to 2 kg. */
    newRate: (details: { returnFeeCents?: bigint } = {}) =>
      server.inUnit((unit) =>
        insertRate(unit.tx, { userId: null, maxGrams: 2_000, country: null, postcode: '', feeCents: 590n, ...details }),
      ),
    async ask<Body = Record<string, unknown> & Problem>(
      key: string | undefined,
      url: string,
      { headers, ...options }: InjectOptions = {},
    ): Promise<Answer<Body>> {
      const response = await server.request({
        ...options,
        url,
        headers: { ...headers, ...(key !== undefined && { authorization: `Bearer ${key}` }) },
      });
      const isJson = /json/.test(String(response.headers['content-type']));
      return {
        status: response.statusCode,
        headers: response.headers as Answer['headers'],
        text: response.body,
        body: (isJson && response.body ? response.json() : {}) as Body,
      };
    },
  };
}
