/** Calls of procedures, as the load sends them and as the bench itself makes them. */
import type { Request } from 'autocannon';
import { paths } from '../../src/domain/paths.ts';

export function query(procedure: string, input?: unknown, token?: string): Request {
  const search = input === undefined ? '' : `?input=${encodeURIComponent(JSON.stringify(input))}`;
  return {
    method: 'GET',
    path: `${paths.trpc}/${procedure}${search}`,
    ...(token && { headers: { authorization: `Bearer ${token}` } }),
  };
}

export function mutation(procedure: string, input: unknown, headers: Record<string, string> = {}): Request {
  return {
    method: 'POST',
    path: `${paths.trpc}/${procedure}`,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(input),
  };
}

/** A visitor's lookup of each of these. */
export const lookUps = (trackingIds: readonly string[]): Request[] =>
  trackingIds.map((trackingId) => query('shipment.getShipmentByTrackingId', { trackingId }));

/** Calls once and returns the data. Throws the server's message on an error. */
export async function callOnce<Answer>(url: string, { path, ...request }: Request): Promise<Answer> {
  const response = await fetch(url + path, request);
  const body = (await response.json()) as { result?: { data: Answer } };
  if (!body.result) throw new Error(`${path.split('?')[0]}: ${JSON.stringify(body)}`);
  return body.result.data;
}

/** A server's memory, in bytes. */
export async function memoryOf(url: string): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  return Number(/^process_resident_memory_bytes (\S+)/m.exec(metrics)?.[1]);
}
