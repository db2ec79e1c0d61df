/** A made business, and what its people have: they act through the same calls as their pages, phones and programs. */
import type { ProcedureName } from '../support/contract.ts';
import type { Shop } from '../support/shop.ts';
import type { CallOptions, Person, TestServer } from '../support/test-server.ts';

export interface MadeParcel {
  id: string;
  trackingId: string;
  /** Of how many parcels. */
  count: number;
  /** Null for one that the desk has made. */
  shop: Shop | null;
}

export interface World {
  server: TestServer;
  manager: Person;
  couriers: Person[];
  shops: Shop[];
  parcels: MadeParcel[];
  runs: string[];
  pickups: string[];
  scans: { scanId: string; trackingId: string }[];
  /** Reports that phones sent, to be sent again. */
  facts: { as: Person; name: ProcedureName; input: object }[];
  /** Private codes that have been replaced. */
  endedCodes: { id: string; code: string }[];
  /** Where the parcels of each shipment were when the books were last read. */
  places: Map<string, string[]>;
  /** What each act did, for whoever reads why a book is red. */
  log: string[];
}

/** What the server may say no with: anything else is a fault. */
const REFUSALS = ['BAD_REQUEST', 'CONFLICT', 'NOT_FOUND', 'PRECONDITION_FAILED', 'TOO_MANY_REQUESTS', 'UNAUTHORIZED'];

/** Does what someone asks for, and returns whether it was done. */
export async function attempt(
  { server, log }: World,
  name: ProcedureName,
  input: unknown,
  options: CallOptions,
): Promise<boolean> {
  const answer = await server.call(name, input, { address: server.newAddress(), ...options });
  log.push(`${name} ${JSON.stringify(input)}: ${answer.outcome}`);
  if (answer.outcome !== 'ok' && !REFUSALS.includes(answer.outcome)) throw new Error(`${name}: ${answer.body}`);
  return answer.outcome === 'ok';
}

/** One of a list, whichever number was drawn. */
export const pickOf = <One>(list: readonly One[], drawn: number): One | undefined =>
  list.length > 0 ? list[drawn % list.length] : undefined;

/** The run on a courier’s phone, or null. */
export const runOf = async ({ server }: World, courier: Person) =>
  (await server.call('courier.getRun', { id: 'current' }, { as: courier })).data;
