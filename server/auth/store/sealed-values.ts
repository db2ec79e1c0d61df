/** Everything encrypted with SECRET_KEY. A test finds columns of bytes that are not here (tests/server/rekey.test.ts). */
import { getTableName, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Database, Executor } from '../../base/database/client.ts';
import { authenticators } from '../../base/database/tables/factors.ts';
import { hashKeys } from '../../base/database/tables/places.ts';
import { vapidKeys } from '../../base/database/tables/push.ts';
import { signingKeys } from '../../base/database/tables/receiver/signing-keys.ts';
import { shipments } from '../../base/database/tables/shipments.ts';
import { shopConnections } from '../../base/database/tables/shops/connections.ts';
import { webhookEndpoints } from '../../base/database/tables/v1/webhooks.ts';

export interface SealedTable {
  /** In the plural, as people say it. */
  what: string;
  table: PgTable;
  /** Its primary key. */
  key: string;
  keyType: 'uuid' | 'boolean';
  columns: readonly string[];
}

/** Before every key. */
export const FIRST_KEYS = { uuid: '00000000-0000-0000-0000-000000000000', boolean: 'false' } as const;

export const SEALED_TABLES: readonly SealedTable[] = [
  {
    what: 'shipments’ private codes',
    table: shipments,
    key: 'id',
    keyType: 'uuid',
    columns: ['sender_code', 'receiver_code'],
  },
  { what: 'keys of authenticator apps', table: authenticators, key: 'id', keyType: 'uuid', columns: ['secret'] },
  {
    what: 'secrets of webhooks',
    table: webhookEndpoints,
    key: 'id',
    keyType: 'uuid',
    columns: ['secret', 'former_secret'],
  },
  { what: 'secrets of connected shops', table: shopConnections, key: 'id', keyType: 'uuid', columns: ['secret'] },
  { what: 'keys of receipts', table: signingKeys, key: 'id', keyType: 'uuid', columns: ['private_key'] },
  { what: 'keys of push messages', table: vapidKeys, key: 'only', keyType: 'boolean', columns: ['private_key'] },
  { what: 'keys of hashes', table: hashKeys, key: 'only', keyType: 'boolean', columns: ['sealed'] },
];

export interface SealedRow {
  key: string;
  values: (Buffer | null)[];
}

const names = (columns: readonly string[]): SQL =>
  sql.join(
    columns.map((column) => sql.identifier(column)),
    sql`, `,
  );

export async function readSealed(
  executor: Executor,
  { table, key, columns }: SealedTable,
  { after, limit, newest = false }: { after: string; limit: number; newest?: boolean },
): Promise<SealedRow[]> {
  const { rows } = await executor.execute<{ key: string; values: (Buffer | null)[] }>(sql`
    select ${sql.identifier(key)}::text as key, array[${names(columns)}] as values from ${sql.identifier(getTableName(table))}
    where ${sql.identifier(key)} > ${after} order by ${sql.identifier(key)} ${sql.raw(newest ? 'desc' : '')} limit ${limit}`);
  return rows;
}

export function replaceSealed(
  db: Database,
  { table, key, keyType, columns }: SealedTable,
  keys: readonly string[],
  replace: (value: Buffer) => Buffer,
): Promise<number> {
  const name = sql.identifier(getTableName(table));
  const id = sql.identifier(key);
  const type = sql.raw(keyType);
  return db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ key: string; values: (Buffer | null)[] }>(sql`
      select ${id}::text as key, array[${names(columns)}] as values from ${name}
      where ${id} = any(${sql.param(keys)}::${type}[]) order by ${id} for no key update skip locked`);
    if (rows.length === 0) return 0;
    const replaced = rows.map(({ values }) => values.map((value) => value && replace(value)));
    const lists = columns.map((_, column) => sql`${sql.param(replaced.map((values) => values[column]))}::bytea[]`);
    const settings = columns.map((column) => sql`${sql.identifier(column)} = replaced.${sql.identifier(column)}`);
    // Nobody sees a difference, so open pages get no news (tell_of_shipments).
    await tx.execute(sql`select set_config('waybill.rekeys', 'on', true)`);
    await tx.execute(sql`
      update ${name} set ${sql.join(settings, sql`, `)}
      from unnest(${sql.param(rows.map((row) => row.key))}::${type}[], ${sql.join(lists, sql`, `)})
        as replaced (key, ${names(columns)})
      where ${name}.${id} = replaced.key`);
    return rows.length;
  });
}

export async function deleteSealedKeys(executor: Executor): Promise<void> {
  await executor.delete(vapidKeys);
  // The public ones stay: receipts are still out there.
  await executor.update(signingKeys).set({ privateKey: null });
  await executor.delete(hashKeys);
}

export async function listWritingKeys(executor: Executor, connection: string): Promise<string[]> {
  const { rows } = await executor.execute<{ name: string }>(sql`
    select split_part(application_name, ' ', 2) as name from pg_stat_activity
    where datname = current_database() and split_part(application_name, ' ', 1) = ${connection}`);
  return rows.map(({ name }) => name);
}
