/**
 * The server’s own schema and tracking IDs make databases in seconds. `node tests/bench/parcels.ts
 * postgres://… 1000000 50` makes one in a cluster at hand and prints where it is.
 */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { migrateDatabase } from '../../server/base/database/migrate.ts';
import { hashPassword } from '../../server/base/secrets/passwords.ts';
import { composeTrackingId, TRACKING_ID_RANDOM_LENGTH } from '../../src/domain/tracking-id.ts';
import { COUNT_SHIPMENTS, INSERT_PEOPLE, INSERT_SHIPMENTS, SET_WORK } from './parcels-sql.ts';

/** Person 1, a manager, sends a tenth of all, person 2 a thousandth. */
const SHIPMENTS_OF_EACH = 20;
const ACTIVITIES_EACH = 3;
const PASSWORD = 'bench of waybill';
/** Every database has the same number, so that searches compare. */
export const RARE = {
  name: 'Zephyrine Quillfeather',
  email: 'zephyrine@quillfeather.example',
  phone: '+48 (918) 273-645',
  shipments: 25,
};
export const RARE_STREET = { name: 'Kirkstall Road', shipments: 50 };
/** They are more frequent in larger databases. */
export const FREQUENT = { word: 'Weber', name: 'Ada Weber', street: 'Linnégatan 12' };
/** No round asks for more. */
const IDS_AT_ONCE = 20_000;
/** Rows are this far apart; a prime does not repeat too early. */
const STRIDE = 7919;
const PIECE = 25_000;
/** A small machine has two cores. */
const WRITERS = 2;

export interface ParcelDatabase {
  url: string;
  /** One of its tracking IDs. */
  trackingId: string;
  /** One round’s IDs come in no order, and all in turn. */
  nextIds(): string[];
  password: string;
}

export const emailOf = (person: number) => `person-${person}@example.com`;

/** Shipments of a year have people and activity, and are indexed and analysed. */
export async function seedParcels(
  cluster: string,
  count: number,
  activitiesEach = ACTIVITIES_EACH,
): Promise<ParcelDatabase> {
  const url = new URL(cluster);
  const name = `parcels_${count}_${activitiesEach}`;
  await connected(cluster, (client) => client.query(`CREATE DATABASE ${name}`));
  url.pathname = `/${name}`;
  await migrateDatabase(url.href);
  const ids = newTrackingIds(count);
  const people = count / SHIPMENTS_OF_EACH;
  const restore = await connected(url.href, async (client) => {
    await client.query(INSERT_PEOPLE, [people, await hashPassword(PASSWORD)]);
    return dropIndexes(client);
  });
  let done = 0;
  const write = async (client: pg.Client) => {
    while (done < count) {
      const from = done;
      done += PIECE;
      const trackingIds = ids.slice(from, done);
      const { name, email, phone, shipments } = RARE;
      const streets = [RARE_STREET.name, count / RARE_STREET.shipments];
      await client.query(INSERT_SHIPMENTS, [
        ...[trackingIds, from, count, people, name, email, count / shipments, phone],
        ...streets,
        activitiesEach,
      ]);
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, () => connected(url.href, write)));
  await connected(url.href, async (client) => {
    await client.query(SET_WORK);
    await client.query(COUNT_SHIPMENTS);
    for (const statement of restore) await client.query(statement);
    await client.query('VACUUM (ANALYZE)');
  });
  const [trackingId = ''] = ids;
  let taken = 0;
  const takeId = () => {
    taken += 1;
    return ids[(taken * STRIDE) % count] ?? '';
  };
  return {
    url: url.href,
    trackingId,
    nextIds: () => Array.from({ length: Math.min(IDS_AT_ONCE, count) }, takeId),
    password: PASSWORD,
  };
}

/** The order of random IDs says nothing about their place, as on the server. */
function newTrackingIds(count: number): string[] {
  const ids = new Set<string>();
  while (ids.size < count) {
    const random = randomBytes((count - ids.size) * TRACKING_ID_RANDOM_LENGTH);
    for (let at = 0; at < random.length; at += TRACKING_ID_RANDOM_LENGTH) {
      ids.add(composeTrackingId('W', random.subarray(at, at + TRACKING_ID_RANDOM_LENGTH)));
    }
  }
  return [...ids];
}

/**
 * Rebuilding indexes, constraints and triggers at the end takes a fraction of the time. Returns the
 * statements that restore them.
 */
async function dropIndexes(client: pg.Client): Promise<string[]> {
  const indexes = await client.query<{ name: string; definition: string }>(
    `SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition FROM pg_index
     WHERE indrelid IN ('shipments'::regclass, 'activities'::regclass)
       AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid)`,
  );
  const keys = await client.query<{ table: string; name: string; definition: string }>(
    `SELECT conrelid::regclass::text AS table, conname AS name, pg_get_constraintdef(oid) AS definition FROM pg_constraint
     WHERE conrelid IN ('shipments'::regclass, 'activities'::regclass) AND contype = 'f'
       OR conrelid = 'activities'::regclass AND contype IN ('p', 'u')`,
  );
  for (const { name } of indexes.rows) await client.query(`DROP INDEX ${name}`);
  for (const { table, name } of keys.rows) await client.query(`ALTER TABLE ${table} DROP CONSTRAINT "${name}"`);
  for (const table of ['shipments', 'activities']) await client.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
  return [
    `SET maintenance_work_mem = '1GB'`,
    ...indexes.rows.map(({ definition }) => definition),
    ...keys.rows.map(({ table, name, definition }) => `ALTER TABLE ${table} ADD CONSTRAINT "${name}" ${definition}`),
    ...['shipments', 'activities'].map((table) => `ALTER TABLE ${table} ENABLE TRIGGER USER`),
  ];
}

async function connected<Answer>(url: string, work: (client: pg.Client) => Promise<Answer>): Promise<Answer> {
  const client = new pg.Client({ connectionString: url, options: '-c synchronous_commit=off' });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const [cluster, count, activitiesEach] = process.argv.slice(2).map(String);
if (import.meta.main && cluster) {
  const { url } = await seedParcels(cluster, Number(count), activitiesEach ? Number(activitiesEach) : undefined);
  process.stdout.write(`${url}\n`);
}
