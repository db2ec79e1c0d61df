/** Shops with keys, and what they ask of the REST interface. */
import type { InjectOptions } from 'fastify';
import type { Problem } from '../../server/http/v1/problem.ts';
import { createApiKey } from '../../server/operations/api/manage-keys.ts';
import { API_SCOPES, type ApiScope } from '../../src/domain/api-key.ts';
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

export function shops(server: TestServer) {
  async function newKey({ id }: Pick<Person, 'id'>, scopes: readonly ApiScope[] = API_SCOPES): Promise<string> {
    const input = { name: crypto.randomUUID(), scopes: [...scopes], life: 'never' as const };
    return (await server.inUnit((unit) => createApiKey(unit, id, input))).secret;
  }

  return {
    newKey,
    async newShop(): Promise<Shop> {
      const person = await server.signedIn({ roles: ['shipper'] });
      return { ...person, key: await newKey(person) };
    },
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
        body: (isJson ? response.json() : {}) as Body,
      };
    },
  };
}
