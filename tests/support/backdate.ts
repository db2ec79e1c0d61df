import type { TestServer } from './test-server.ts';

/** Makes a run, its release, its parcels and their loading older: facts cannot be older than these. */
export async function backdate({ query }: Pick<TestServer, 'query'>, runId: string, age = '1 day'): Promise<void> {
  const earlier = (column: string) => `${column} = ${column} - interval '${age}'`;
  await query(`begin;
    alter table audit_entries disable trigger audit_entries_append_only;
    alter table courier_facts disable trigger courier_facts_append_only;
    update runs set ${earlier('created_at')} where id = '${runId}';
    update run_tasks set ${earlier('created_at')} where run_id = '${runId}';
    update audit_entries set ${earlier('created_at')} where entity = 'run' and entity_id = '${runId}';
    update courier_facts set ${earlier('occurred_at')} where kind = 'load' and run_id = '${runId}';
    alter table courier_facts enable trigger courier_facts_append_only;
    alter table audit_entries enable trigger audit_entries_append_only;
    commit`);
}
