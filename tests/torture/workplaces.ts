/**
 * People and a parcel for each client, created only with the schema and the API, for older servers
 * too.
 */
import { v7 as uuidv7 } from 'uuid';
import { createToken } from '../../server/base/secrets/secrets.ts';
import { callOnce, mutation } from '../bench/call.ts';
import type { TestDatabase } from '../support/database.ts';
import type { Parcel, Person } from '../support/test-server.ts';
import { knownSince010, type Workplace } from './actions.ts';

async function signedIn(database: TestDatabase, manager: boolean): Promise<Person> {
  const id = uuidv7();
  const email = `${id}@example.com`;
  const { token, hash } = createToken();
  await database.query('insert into users (id, email, first_name, verified, manager) values ($1, $2, $3, true, $4)', [
    id,
    email,
    'Ada',
    manager,
  ]);
  await database.query('insert into sessions (id, user_id, token_hash) values ($1, $2, $3)', [uuidv7(), id, hash]);
  return { id, email, password: '', token };
}

/** A desk for each client. `url`: a server that serves. */
export async function createWorkplaces(database: TestDatabase, url: string, clients: number): Promise<Workplace[]> {
  const sharedCustomer = await signedIn(database, false);
  const desks: Workplace[] = [];
  for (let count = 0; count < clients; count += 1) {
    const [manager, customer] = [await signedIn(database, true), await signedIn(database, false)];
    const create = mutation('shipmentAdmin.createShipment', knownSince010(), {
      authorization: `Bearer ${manager.token}`,
    });
    const parcel = await callOnce<Pick<Parcel, 'id' | 'trackingId'>>(url, create);
    desks.push({ manager, customer, sharedCustomer, parcel: { ...parcel, status: 'in-progress' }, pending: [] });
  }
  return desks;
}

/** Money asks again for a password after 15 minutes, which the clients of a long run cannot give. */
export async function keepProofs(database: TestDatabase): Promise<void> {
  // This connection may be older than the database's setting, and the first kill comes soon.
  await database.query("set synchronous_commit = on; update sessions set proved_at = now() + interval '1 day'");
}
