import pg from 'pg';

/** Other servers will read what is written here. */
const SESSION_SETTINGS = `set datestyle to iso; set timezone to 'UTC'; set bytea_output to hex; set extra_float_digits to 1;
  set statement_timeout to 0; set idle_in_transaction_session_timeout to 0; set search_path to public`;

export async function connect(url: string, name = 'waybill-restore'): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: name,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  });
  client.on('error', () => undefined); // The next query reports it.
  await client.connect();
  await client.query(SESSION_SETTINGS);
  return client;
}
