/** *Download my data* is whole: compared with the tables. */
import { unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import { listGivenColumns } from '../../server/own-account/collect-data.ts';
import {
  PERSONAL_TABLES,
  type PersonalTable,
  TABLES_WITHHELD,
} from '../../server/own-account/store/personal-tables.ts';
import { writeExport } from '../../server/own-account/write-export.ts';
import { deleteUser } from '../../server/people/delete-user.ts';
import { ownEverything } from '../support/own-everything.ts';
import { testServer } from '../support/vitest.ts';

const server = await testServer({ environment: { CURRENCY: 'SEK' } });
const NAME = Symbol.for('drizzle:Name');
const nameOf = (table: object) => (table as { [NAME]: string })[NAME];
const camelCase = (name: string) => name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
const givenName = (column: string) => camelCase(column).replace(/Cents$/, '');

const columns = await server.query<{ table: string; column: string }>(
  `select table_name as table, column_name as column from information_schema.columns c
   join information_schema.tables t using (table_schema, table_name)
   where table_schema = 'public' and table_type = 'BASE TABLE' order by 1, 2`,
);
const columnsOf = (wanted: string) => columns.filter(({ table }) => table === wanted).map(({ column }) => column);
const files = Object.entries<PersonalTable>(PERSONAL_TABLES);

it('gives or names every table and every column, with why', () => {
  const known = [...files.map(([, { table }]) => nameOf(table)), ...Object.keys(TABLES_WITHHELD)];
  const all = [...new Set(columns.map(({ table }) => table))].filter((name) => !name.startsWith('__'));
  expect(known.toSorted()).toEqual(all.toSorted());
  for (const [file, { table, withheld, kept }] of files) {
    const stored = columnsOf(nameOf(table)).map(camelCase);
    expect(stored, file).toEqual(expect.arrayContaining(Object.keys(withheld)));
    expect([...Object.values(withheld), kept ?? 'deleted'].every((why) => why.length > 5)).toBe(true);
  }
});

it('decides on each column: given or withheld, kept or deleted with the account', async () => {
  const decided = files.map(([file, personal]) => {
    const withheld = Object.keys(personal.withheld).join(', ');
    const end = personal.kept === undefined ? 'deleted' : 'kept';
    return `${file}, ${end}\n  given: ${listGivenColumns(personal).join(', ')}\n  withheld: ${withheld}\n`;
  });
  await expect(decided.join('')).toMatchFileSnapshot('own-data-columns.txt');
});

it('loses with its account each row of each table, but for those that are kept, with why', async () => {
  const person = await server.person({ roles: ['shipper', 'courier'] });
  await ownEverything(server, person, 2);
  const owned = async () => {
    const references = await server.query<{ table: string; column: string }>(
      `select conrelid::regclass::text as table, attname as column from pg_constraint
       join pg_attribute on attrelid = conrelid and attnum = conkey[1]
       where contype = 'f' and confrelid = 'users'::regclass`,
    );
    const counts = references.map(({ table, column }) =>
      server.query(`select from ${table} where ${column} = $1 limit 1`, [person.id]),
    );
    const found = (await Promise.all(counts)).flatMap((rows, at) => (rows.length > 0 ? references[at]?.table : []));
    return [...new Set(found)].toSorted();
  };
  const kept = files.flatMap(([, { table, kept: why }]) => (why === undefined ? [] : nameOf(table)));
  const before = await owned();
  expect(before.filter((table) => !kept.includes(table ?? '')).length).toBeGreaterThan(12);
  await server.query("update runs set status = 'closed' where courier_id = $1", [person.id]);
  await server.inUnit((unit) => deleteUser(unit, person));
  expect((await owned()).filter((table) => !kept.includes(table ?? ''))).toEqual([]);
});

it('gives all rows with all their columns, as JSON and as CSV, in the currency of the brand', async () => {
  const person = await server.signInAs('customer', { roles: ['shipper', 'courier'] });
  const count = 1_201;
  await ownEverything(server, person, count);
  expect((await server.call('ownAccount.requestExport', undefined, { as: person })).outcome).toBe('ok');
  const [waiting] = await server.query<{ id: string }>('select id from data_exports where user_id = $1', [person.id]);
  await writeExport(server.services, waiting?.id ?? '');
  const parts = await server.query<{ bytes: Buffer }>('select bytes from data_export_parts order by number');
  const zip = unzipSync(Buffer.concat(parts.map(({ bytes }) => bytes)));
  const read = (name: string) => new TextDecoder().decode(zip[name]);
  expect(read('README.txt')).toContain('amounts in SEK');
  expect(read('README.txt')).not.toMatch(/dollar/i);

  const counted: Record<string, number> = {};
  for (const [file, { table, withheld, instead }] of files) {
    const stored = columnsOf(nameOf(table)).filter((column) => !(camelCase(column) in withheld));
    const wanted = [...stored.map(givenName), ...Object.keys(instead(person.id))].toSorted();
    const rows = JSON.parse(read(`json/${file}.json`)) as Record<string, unknown>[];
    counted[file] = rows.length;
    for (const row of rows) expect(Object.keys(row).toSorted(), file).toEqual(wanted);
    const csv = read(`csv/${file}.csv`).replace('\uFEFF', '');
    expect(csv.split('\r\n')[0]?.split(',').toSorted(), file).toEqual(wanted);
    expect(csv.split('\r\n').length, file).toBeGreaterThan(rows.length);
  }
  const many = Object.entries(counted).filter(([, rows]) => rows >= count);
  expect(many.map(([file]) => file).toSorted()).toEqual(
    [
      ...['activity', 'api-keys', 'bills', 'devices', 'drafts', 'email-changes', 'emails', 'followed-shipments'],
      ...['history', 'ledger', 'passkeys', 'pickups', 'prints', 'push-devices', 'rates', 'recovery-codes', 'runs'],
      ...['saved-filters', 'sessions', 'shipments', 'test-shipments', 'transactions', 'webhook-deliveries'],
      'webhook-events',
    ].toSorted(),
  );
});
