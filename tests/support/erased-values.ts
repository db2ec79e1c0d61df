import type { TestServer } from './test-server.ts';

/** Rows that may keep a value, with why. */
const KEPT: Record<string, { rows: string; because: string }> = {
  shipments: { rows: 'true', because: 'the party at the other end has the same parcel' },
  activities: { rows: 'true', because: 'as above' },
  audit_entries: { rows: "entity = 'shipment'", because: 'as above' },
  mails: { rows: "about ? 'shipmentId'", because: 'as above: they say what became of the parcel' },
  statements: { rows: 'true', because: 'books are kept for years, with whose they are' },
};

/** The tables that have any of these values where nothing may have them, each with what it has. */
export async function findValues({ query }: TestServer, values: readonly string[]): Promise<Record<string, string[]>> {
  const tables = await query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'pgboss')`,
  );
  const found: Record<string, string[]> = {};
  for (const { name } of tables) {
    const kept = KEPT[name.replace('public.', '')]?.rows ?? 'false';
    const rows = await query<{ text: string }>(`select t::text as text from ${name} t where not (${kept})`);
    const text = rows.map((row) => row.text.toLowerCase()).join('\n');
    const left = values.filter((value) => text.includes(value.toLowerCase()));
    if (left.length > 0) found[name.replace('public.', '')] = left;
  }
  return found;
}
