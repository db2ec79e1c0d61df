/** People act through the same calls as their pages, phones and programs. */
import { dayIn } from '../../src/domain/dates.ts';
import type { CourierRun } from '../../src/domain/runs/views.ts';
import type { Party } from '../../src/domain/shipment.ts';
import type { ProcedureName } from '../support/contract.ts';
import { type Shop, shops } from '../support/shop.ts';
import type { CallOptions, Person, TestServer } from '../support/test-server.ts';

export interface MadeParcel {
  id: string;
  trackingId: string;
  /** How many parcels the shipment has. */
  count: number;
  /** Null if the desk has made it. */
  shop: Shop | null;
}

/** Any of a private code, what a page got for it, or a QR code opens a shipment. */
export interface Bearer {
  kind: 'code' | 'grant' | 'qr';
  value: string;
  id: string;
  trackingId: string;
  party: Party;
}

export interface ReceivedMail {
  to: string;
  kind: string;
  shipmentId: string | undefined;
  text: string;
  stopLink: string | null;
}

export interface World {
  server: TestServer;
  manager: Person;
  dispatcher: Person;
  /** Shops have one, too: nobody may pay or credit themselves. */
  accountants: Person[];
  couriers: Person[];
  shops: Shop[];
  parcels: MadeParcel[];
  runs: string[];
  pickups: string[];
  scans: { scanId: string; trackingId: string }[];
  /** Phones send these again. */
  facts: Report[];
  offline: Map<string, { run: CourierRun | null; unsent: Report[] }>;
  /** `bearers` open a parcel, `ended` ones did before. */
  bearers: Bearer[];
  ended: Bearer[];
  inbox: ReceivedMail[];
  /** They had so many until they stopped emails about a parcel. */
  stopped: { to: string; shipmentId: string; had: number }[];
  /** Each file has payments that the bank may have been given. */
  files: Map<string, string[]>;
  /** The account of their only owner is erased. */
  erased: string[];
  /** The books were last read then. */
  places: Map<string, string[]>;
  /** It explains why a book is red. */
  log: string[];
}

export interface Report {
  as: Person;
  name: ProcedureName;
  input: object;
}

/** `which` counts from 0, the newest. `drawn`: how it is done. */
export type Act = (world: World, which: number, drawn: number) => Promise<void>;

/** Anything else is a fault. */
const REFUSALS = [
  'BAD_REQUEST',
  'CONFLICT',
  'FORBIDDEN',
  'NOT_FOUND',
  'PRECONDITION_FAILED',
  'TOO_MANY_REQUESTS',
  'UNAUTHORIZED',
];

/** @throws If the server fails. */
export async function ask<Name extends ProcedureName>(
  { server, log }: World,
  name: Name,
  input: unknown,
  options: CallOptions = {},
) {
  const answer = await server.call(name, input, { address: server.newAddress(), ...options });
  const isOk = answer.outcome === 'ok';
  log.push(`${name} ${JSON.stringify(input)}: ${isOk ? 'ok' : `${answer.outcome} ${answer.error.message}`}`);
  if (!isOk && !REFUSALS.includes(answer.outcome)) throw new Error(`${name}: ${answer.body}`);
  return answer;
}

/** Returns whether it was done. */
export const attempt = async (
  world: World,
  name: ProcedureName,
  input: unknown,
  options: CallOptions,
): Promise<boolean> => (await ask(world, name, input, options)).outcome === 'ok';

/** It fails only with a sentence. */
export async function askV1(
  world: World,
  key: string,
  url: string,
  payload?: object,
  method: 'POST' | 'PATCH' = 'POST',
) {
  const answer = await shops(world.server).ask<Record<string, string>>(key, url, payload && { method, payload });
  world.log.push(`${url} ${JSON.stringify(payload)}: ${answer.status} ${answer.status >= 400 ? answer.text : ''}`);
  if (answer.status >= 500) throw new Error(`${url}: ${answer.text}`);
  return answer;
}

/** It counts from the end of the list. */
export const pickOf = <One>(list: readonly One[], drawn: number): One | undefined =>
  list.at(-1 - (drawn % list.length));

export const today = ({ server }: World) => dayIn(server.environment.TIME_ZONE, new Date());

/** Null if they are no courier at the moment. */
export async function runOf({ server }: World, courier: Person): Promise<CourierRun | null> {
  const answer = await server.call('courier.getRun', { id: 'current' }, { as: courier });
  return answer.outcome === 'ok' ? answer.data : null;
}

/** None of it may open the shipment again. */
export function endRights(world: World, id: string, party: Party): void {
  const isTheirs = (one: Bearer) => one.id === id && one.party === party;
  world.ended.push(...world.bearers.filter(isTheirs));
  world.bearers = world.bearers.filter((one) => !isTheirs(one));
}

export const asJobs = (world: World, changes: Partial<TestServer['environment']>): TestServer['services'] => ({
  ...world.server.services,
  environment: { ...world.server.services.environment, ...changes },
});
