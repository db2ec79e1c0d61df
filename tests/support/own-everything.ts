/** The database makes as much of everything as one account can own: creating it by calls would take hours. */
import type { Person, TestServer } from './test-server.ts';

const BYTES = `decode(md5(n || clock_timestamp()::text || random()), 'hex')`;

/** $1 whose, $2 how many, $3 their address, $4 a shipment to copy. */
const OWNED: Record<string, string> = {
  shipments: `insert into shipments select made.* from shipments s, generate_series(1, $2::int) n,
      lateral jsonb_populate_record(s, jsonb_build_object(
      'id', gen_random_uuid(), 'tracking_id', 'W' || lpad(((select count(*) from shipments) + n)::text, 11, '0'), 'status', 'in-progress', 'sender_id', $1::uuid,
      'sender_email', $3::text, 'receiver_id', case when n % 2 = 0 then $1::uuid end, 'receiver_email', $3::text,
      'description', 'Parcel ' || n, 'reference', 'R' || n)) made
    where s.id = $4`,
  activities: `insert into activities (id, shipment_id, status, kind, comment, address, occurred_at)
    select gen_random_uuid(), id, status, 'location', 'Seen', 'Hall 1', now() from shipments where sender_id = $1`,
  sessions: `insert into sessions (id, token_hash, user_id, device, network)
    select gen_random_uuid(), ${BYTES}, $1, 'Device ' || n, '10.0.0.0' from generate_series(1, $2::int) n`,
  push_devices: `insert into push_devices (id, session_id, endpoint, p256dh, auth, all_own)
    select gen_random_uuid(), id, 'https://push.example.com/' || id, 'key', 'auth', false from sessions where user_id = $1`,
  push_follows: `insert into push_follows (device_id, shipment_id)
    select d.id, $4 from push_devices d join sessions s on s.id = d.session_id where s.user_id = $1`,
  known_devices: `insert into known_devices (ticket_hash, user_id) select ${BYTES}, $1 from generate_series(1, $2::int) n`,
  one_time_tokens: `insert into one_time_tokens (id, purpose, token_hash, user_id, email, expires_at)
    select gen_random_uuid(), 'reset', ${BYTES}, $1, $3, now() + interval '1 day' from generate_series(1, $2::int) n`,
  email_changes: `insert into email_changes (id, user_id, from_email, to_email, state, confirmed_at, created_at)
    select gen_random_uuid(), $1, 'former-' || n || '@example.com', 'other-' || n || '@example.com', 'confirmed',
      now() - interval '90 days', now() - interval '91 days' from generate_series(1, $2::int) n`,
  passkeys: `insert into passkeys (id, user_id, credential_id, public_key, counter, transports, backed_up, name)
    select gen_random_uuid(), $1, $1 || '-' || n, ${BYTES}, 0, '{}', false, 'Key ' || n from generate_series(1, $2::int) n`,
  recovery_codes: `insert into recovery_codes (id, user_id, code_hash)
    select gen_random_uuid(), $1, ${BYTES} from generate_series(1, $2::int) n`,
  api_keys: `insert into api_keys (id, user_id, name, hash, ending, is_test, scopes)
    select gen_random_uuid(), $1, 'Key ' || n, ${BYTES}, 'abcd', false, '{webhooks}' from generate_series(1, $2::int) n`,
  webhook_endpoints: `insert into webhook_endpoints (id, user_id, url, events, is_test, state, secret, next_attempt_at)
    values (gen_random_uuid(), $1, 'https://shop.example.com/hook', '{shipment.created}', false, 'on', '\\x00', now() + interval '1 day')`,
  webhook_events: `insert into webhook_events (id, user_id, shipment_id, sequence, payload)
    select gen_random_uuid(), $1, $4, n, jsonb_build_object('type', 'shipment.created', 'timestamp', now(), 'data', '{}'::jsonb)
    from generate_series(1001, 1000 + $2::int) n`,
  webhook_deliveries: `insert into webhook_deliveries (id, endpoint_id, event_id, attempt, status, ms, answer, problem)
    select gen_random_uuid(), w.id, e.id, 1, 200, 5, '', '' from webhook_endpoints w join webhook_events e using (user_id)
    where w.user_id = $1`,
  test_shipments: `insert into test_shipments select made.* from (select to_jsonb(s) || jsonb_build_object('user_id', $1::uuid, 'events', '[]'::jsonb) as row
      from shipments s where s.id = $4 offset 0) base, generate_series(1, $2::int) n, lateral jsonb_populate_record(
      null::test_shipments, base.row || jsonb_build_object('id', gen_random_uuid(), 'tracking_id', 'T' || lpad(n::text, 11, '0'))) made`,
  message_choices: `insert into message_choices (id, user_id, mail, sms, push)
    values (gen_random_uuid(), $1, '{}', '{}', '{}')`,
  sms: `insert into sms (id, shipment_id, event, number, day, undoable)
    select gen_random_uuid(), id, 'out', '+46700000000', current_date, '{}' from shipments where receiver_id = $1`,
  saved_filters: `insert into saved_filters (id, user_id, name, filter)
    select gen_random_uuid(), $1, 'Filter ' || n, '{}' from generate_series(1, $2::int) n`,
  transactions: `insert into transactions (id, user_id, type, amount_cents, status, summary)
    select gen_random_uuid(), $1, 'deposit', 100, 'pending', 'Deposit ' || n from generate_series(1, $2::int) n`,
  ledger_entries: `insert into ledger_entries (id, user_id, transaction_id, total_cents, held_cents, reason)
    select gen_random_uuid(), user_id, id, 0, 0, summary from transactions where user_id = $1`,
  bills: `insert into bills (id, user_id, shipment_id, amount_cents, summary)
    select gen_random_uuid(), $1, $4, 100, 'Duty ' || n from generate_series(1, $2::int) n`,
  drafts: `insert into drafts (id, user_id, source, external_id, reference, fields, is_valid)
    select gen_random_uuid(), $1, 'file', 'D' || n, 'R' || n, '{}', false from generate_series(1, $2::int) n`,
  pickups: `insert into pickups (id, user_id, day, from_time, until_time, parcels, address, state)
    select gen_random_uuid(), $1, current_date, '09:00', '12:00', 1, 'Kaj ' || n, 'arranged' from generate_series(1, $2::int) n`,
  rates: `insert into rates (id, user_id, max_grams, postcode, fee_cents)
    select gen_random_uuid(), $1, n, '', 590 from generate_series(1, $2::int) n`,
  prints: `insert into prints (id, user_id, document, copies, shipments, at)
    select gen_random_uuid(), $1, 'labels', 1, 1, now() from generate_series(1, $2::int) n`,
  runs: `insert into runs (id, day, name, courier_id, status)
    select gen_random_uuid(), current_date - n, 'Run ' || n, $1, 'closed' from generate_series(1, $2::int) n`,
  mails: `insert into mails (id, kind, receiver, about, state)
    select gen_random_uuid(), 'reset-password', $3, jsonb_build_object('userId', $1::uuid), 'sent' from generate_series(1, $2::int) n`,
  audit_entries: `insert into audit_entries (id, procedure, entity, entity_id, user_id, request_id)
    select gen_random_uuid(), 'user.updateProfile', 'user', $1, $1, 'x' from generate_series(1, $2::int) n`,
};

/** Gives a person `count` rows of everything, or of these tables. */
export async function ownEverything(
  server: TestServer,
  { id, email }: Pick<Person, 'id' | 'email'>,
  count: number,
  only?: readonly string[],
) {
  const parcel = await server.parcel();
  for (const [table, statement] of Object.entries(OWNED)) {
    if (only && !only.includes(table)) continue;
    // Every parameter needs a type, also one that a statement leaves out.
    const typed = `with given as (select $1::uuid, $2::int, $3::text, $4::uuid) ${statement}`;
    // Triggers send news of each row to nobody. Those of shipments count all at once.
    const setTriggers = (does: 'disable' | 'enable') =>
      table === 'shipments' ? [] : server.query(`alter table ${table} ${does} trigger user`);
    await setTriggers('disable');
    await server.query(typed, [id, count, email, parcel.id]).catch((error: Error) => {
      throw new Error(`${table}: ${error.message}`, { cause: error });
    });
    await setTriggers('enable');
  }
  await server.query('analyze');
}
