-- Trusted since PostgreSQL 13: whoever owns the database may create them.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS btree_gin;
CREATE EXTENSION IF NOT EXISTS unaccent;
--> statement-breakpoint
-- Text as it is searched for: without case and accents, with plain signs and spaces; src/domain/text.ts does the same
-- on devices. Names the schema of unaccent, because indexes are built with a search path of their own.
DO $do$
BEGIN
  EXECUTE format($create$
    CREATE FUNCTION searchable(spelling text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
    BEGIN
      RETURN lower(%1$I.unaccent(%2$L::regdictionary,
        replace(replace(replace(spelling, U&'\00A0', ' '), '  ', ' '), '´', '''')));
    END $$
  $create$, nspname, format('%I.unaccent', nspname))
  FROM pg_extension JOIN pg_namespace ON pg_namespace.oid = extnamespace WHERE extname = 'unaccent';
END $do$;
--> statement-breakpoint
CREATE TABLE users (
  id uuid PRIMARY KEY,
  email text NOT NULL,
  first_name text NOT NULL DEFAULT '',
  last_name text NOT NULL DEFAULT '',
  phone text,
  dob date,
  address text NOT NULL DEFAULT '',
  city text NOT NULL DEFAULT '',
  state text NOT NULL DEFAULT '',
  nationality text NOT NULL DEFAULT '',
  password_hash text,
  password_changed_at timestamptz,
  verified boolean NOT NULL DEFAULT false,
  manager boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  erased_email_hash bytea,
  courier boolean NOT NULL DEFAULT false,
  CONSTRAINT users_email_lower CHECK (email = lower(email))
);
CREATE UNIQUE INDEX users_email ON users (email) WHERE deleted_at is null;
CREATE INDEX users_newest ON users (created_at DESC, id DESC) WHERE deleted_at is null;
CREATE INDEX users_spellings ON users USING gin (
  searchable(E'\n ' || first_name || ' ' || last_name || E'\n ' || email) gin_trgm_ops
) WHERE deleted_at is null;
CREATE INDEX users_digits ON users USING gin (
  (E'\n ' || regexp_replace(phone, '\(0\)|[^0-9]', '', 'g')) gin_trgm_ops
) WHERE deleted_at is null;
CREATE INDEX users_couriers ON users (id) WHERE courier and deleted_at is null;
CREATE INDEX users_erased_email ON users (erased_email_hash) WHERE erased_email_hash is not null;
--> statement-breakpoint
CREATE TABLE notification_preferences (
  user_id uuid PRIMARY KEY CONSTRAINT notification_preferences_user_id_users_id_fk REFERENCES users,
  mail text[] NOT NULL,
  push text[] NOT NULL
);
--> statement-breakpoint
CREATE TABLE sessions (
  id uuid PRIMARY KEY,
  token_hash bytea NOT NULL,
  user_id uuid NOT NULL CONSTRAINT sessions_user_id_users_id_fk REFERENCES users,
  device text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL DEFAULT now(),
  last_seen_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT "sessions_tokenHash_unique" UNIQUE (token_hash)
);
CREATE INDEX sessions_user ON sessions (user_id);
--> statement-breakpoint
CREATE TABLE one_time_tokens (
  id uuid PRIMARY KEY,
  purpose text NOT NULL,
  token_hash bytea NOT NULL,
  user_id uuid NOT NULL CONSTRAINT one_time_tokens_user_id_users_id_fk REFERENCES users,
  email text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  CONSTRAINT "one_time_tokens_tokenHash_unique" UNIQUE (token_hash)
);
CREATE INDEX one_time_tokens_user ON one_time_tokens (user_id);
--> statement-breakpoint
CREATE TABLE known_devices (
  ticket_hash bytea NOT NULL,
  user_id uuid NOT NULL CONSTRAINT known_devices_user_id_users_id_fk REFERENCES users,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_seen_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT known_devices_ticket_hash_user_id_pk PRIMARY KEY (ticket_hash, user_id)
);
CREATE INDEX known_devices_of_user ON known_devices (user_id);
--> statement-breakpoint
CREATE TABLE shipments (
  id uuid PRIMARY KEY,
  tracking_id text NOT NULL,
  description text NOT NULL,
  status text NOT NULL DEFAULT 'in-progress',
  status_version integer NOT NULL DEFAULT 1,
  service text NOT NULL,
  dimensions text NOT NULL,
  weight text NOT NULL,
  value_cents bigint NOT NULL,
  fee_cents bigint NOT NULL,
  payer text NOT NULL,
  ship_to text NOT NULL,
  ship_date timestamptz NOT NULL,
  delivery_date timestamptz,
  images text[] NOT NULL DEFAULT '{}'::text[],
  sender_id uuid CONSTRAINT shipments_sender_id_users_id_fk REFERENCES users,
  sender_name text NOT NULL,
  sender_country text NOT NULL DEFAULT '',
  sender_email text NOT NULL,
  sender_phone text NOT NULL,
  sender_code bytea NOT NULL,
  receiver_id uuid CONSTRAINT shipments_receiver_id_users_id_fk REFERENCES users,
  receiver_name text NOT NULL,
  receiver_country text NOT NULL DEFAULT '',
  receiver_email text NOT NULL,
  receiver_phone text NOT NULL,
  receiver_code bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  proof jsonb,
  CONSTRAINT "shipments_trackingId_unique" UNIQUE (tracking_id),
  CONSTRAINT shipments_status CHECK (status in ('in-progress', 'shipped', 'delivery', 'held', 'delivered', 'cancelled', 'failed')),
  CONSTRAINT shipments_money CHECK (value_cents >= 0 and fee_cents >= 0)
);
CREATE INDEX shipments_newest ON shipments (created_at DESC, id DESC) WHERE deleted_at is null;
CREATE INDEX shipments_by_status ON shipments (status, created_at DESC, id DESC) WHERE deleted_at is null;
CREATE INDEX shipments_by_sender ON shipments (sender_id, created_at DESC, id DESC, status) WHERE deleted_at is null;
CREATE INDEX shipments_by_receiver ON shipments (receiver_id, created_at DESC, id DESC, status)
  WHERE deleted_at is null;
CREATE INDEX shipments_spellings_by_week ON shipments USING gin (
  (date_bin('7 days', created_at, '2000-01-01Z')),
  searchable(E'\n ' || tracking_id || E'\n ' || description || E'\n ' || sender_name || E'\n ' ||
    sender_email || E'\n ' || receiver_name || E'\n ' || receiver_email) gin_trgm_ops
) WHERE deleted_at is null;
CREATE INDEX shipments_digits_by_week ON shipments USING gin (
  (date_bin('7 days', created_at, '2000-01-01Z')),
  (E'\n ' || regexp_replace(sender_phone, '\(0\)|[^0-9]', '', 'g') || E'\n ' ||
    regexp_replace(receiver_phone, '\(0\)|[^0-9]', '', 'g')) gin_trgm_ops
) WHERE deleted_at is null;
CREATE INDEX shipments_by_sender_name ON shipments (lower(sender_name) text_pattern_ops) WHERE deleted_at is null;
CREATE INDEX shipments_unlinked_sender ON shipments (sender_email) WHERE sender_id is null and deleted_at is null;
CREATE INDEX shipments_unlinked_receiver ON shipments (receiver_email) WHERE receiver_id is null and deleted_at is null;
--> statement-breakpoint
CREATE TABLE shipment_counts (
  owner_id uuid NOT NULL,
  relation text NOT NULL,
  status text NOT NULL,
  slot smallint NOT NULL,
  count bigint NOT NULL,
  day date NOT NULL DEFAULT '-infinity',
  CONSTRAINT shipment_counts_owner_id_relation_status_slot_day_pk PRIMARY KEY (owner_id, relation, status, slot, day)
);
--> statement-breakpoint
CREATE TABLE activities (
  id uuid PRIMARY KEY,
  shipment_id uuid NOT NULL CONSTRAINT activities_shipment_id_shipments_id_fk REFERENCES shipments,
  status text NOT NULL,
  comment text NOT NULL,
  address text NOT NULL,
  occurred_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid CONSTRAINT activities_created_by_users_id_fk REFERENCES users,
  idempotency_key uuid,
  input_hash bytea,
  earliest_at timestamptz,
  kind text NOT NULL,
  CONSTRAINT activities_key_of_person UNIQUE (created_by, idempotency_key)
);
CREATE INDEX activities_of_shipment ON activities (shipment_id, occurred_at, created_at, id);
--> statement-breakpoint
CREATE TABLE bills (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL CONSTRAINT bills_user_id_users_id_fk REFERENCES users,
  shipment_id uuid NOT NULL CONSTRAINT bills_shipment_id_shipments_id_fk REFERENCES shipments,
  amount_cents bigint NOT NULL,
  summary text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  CONSTRAINT bills_amount CHECK (amount_cents > 0)
);
CREATE INDEX bills_of_shipment ON bills (shipment_id) WHERE deleted_at is null;
CREATE INDEX bills_of_user ON bills (user_id, created_at DESC, id DESC) WHERE deleted_at is null;
--> statement-breakpoint
CREATE TABLE transactions (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL CONSTRAINT transactions_user_id_users_id_fk REFERENCES users,
  type text NOT NULL,
  amount_cents bigint NOT NULL,
  status text NOT NULL,
  summary text NOT NULL,
  payout jsonb,
  created_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  CONSTRAINT transactions_amount CHECK (amount_cents > 0),
  CONSTRAINT transactions_type CHECK (type in ('deposit', 'fee', 'withdrawal')),
  CONSTRAINT transactions_status CHECK (status in ('pending', 'successful', 'failed'))
);
CREATE INDEX transactions_of_user ON transactions (user_id, created_at DESC, id DESC) WHERE deleted_at is null;
CREATE INDEX transactions_to_pay ON transactions (created_at, id)
  WHERE type = 'withdrawal' and status = 'pending' and deleted_at is null;
--> statement-breakpoint
CREATE TABLE ledger_entries (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL CONSTRAINT ledger_entries_user_id_users_id_fk REFERENCES users,
  transaction_id uuid NOT NULL CONSTRAINT ledger_entries_transaction_id_transactions_id_fk REFERENCES transactions,
  total_cents bigint NOT NULL,
  held_cents bigint NOT NULL,
  reason text NOT NULL,
  created_by uuid CONSTRAINT ledger_entries_created_by_users_id_fk REFERENCES users,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX ledger_entries_of_user ON ledger_entries (user_id);
CREATE INDEX ledger_entries_of_transaction ON ledger_entries (transaction_id);
--> statement-breakpoint
CREATE TABLE balances (
  user_id uuid PRIMARY KEY CONSTRAINT balances_user_id_users_id_fk REFERENCES users,
  total_cents bigint NOT NULL DEFAULT 0,
  held_cents bigint NOT NULL DEFAULT 0,
  CONSTRAINT balances_held CHECK (held_cents >= 0)
);
--> statement-breakpoint
CREATE TABLE bank_accounts (
  id uuid PRIMARY KEY,
  user_id uuid CONSTRAINT bank_accounts_user_id_users_id_fk REFERENCES users,
  fallback boolean NOT NULL,
  account_name text NOT NULL,
  account_number text NOT NULL,
  bank_name text NOT NULL,
  routing_number text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  CONSTRAINT bank_accounts_owner CHECK (fallback = (user_id is null))
);
CREATE UNIQUE INDEX bank_accounts_one_fallback ON bank_accounts (fallback) WHERE fallback and deleted_at is null;
CREATE UNIQUE INDEX bank_accounts_one_special ON bank_accounts (user_id) WHERE not fallback and deleted_at is null;
--> statement-breakpoint
CREATE TABLE runs (
  id uuid PRIMARY KEY,
  day date NOT NULL,
  name text NOT NULL,
  courier_id uuid NOT NULL CONSTRAINT runs_courier_id_users_id_fk REFERENCES users,
  status text NOT NULL DEFAULT 'planned',
  version integer NOT NULL DEFAULT 1,
  started_at timestamptz,
  closed_at timestamptz,
  last_heard_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT runs_status CHECK (status in ('planned', 'released', 'active', 'closed', 'cancelled'))
);
CREATE UNIQUE INDEX runs_one_active ON runs (courier_id) WHERE status = 'active';
CREATE INDEX runs_of_day ON runs (day, id);
CREATE INDEX runs_of_courier ON runs (courier_id, status);
CREATE INDEX runs_open ON runs (id) WHERE status in ('planned', 'released', 'active');
--> statement-breakpoint
CREATE TABLE run_stops (
  id uuid PRIMARY KEY,
  run_id uuid NOT NULL CONSTRAINT run_stops_run_id_runs_id_fk REFERENCES runs,
  sequence integer NOT NULL,
  place text NOT NULL,
  name text NOT NULL,
  phone text NOT NULL,
  address text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX run_stops_of_run ON run_stops (run_id, sequence);
CREATE INDEX run_stops_not_erased ON run_stops (run_id) WHERE place <> '';
--> statement-breakpoint
CREATE TABLE run_tasks (
  id uuid PRIMARY KEY,
  run_id uuid NOT NULL CONSTRAINT run_tasks_run_id_runs_id_fk REFERENCES runs,
  stop_id uuid NOT NULL CONSTRAINT run_tasks_stop_id_run_stops_id_fk REFERENCES run_stops,
  shipment_id uuid NOT NULL CONSTRAINT run_tasks_shipment_id_shipments_id_fk REFERENCES shipments,
  status text NOT NULL DEFAULT 'assigned',
  loaded_at timestamptz,
  changed_at timestamptz NOT NULL DEFAULT now(),
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT run_tasks_status CHECK (status in ('assigned', 'loaded', 'delivered', 'returned', 'left', 'missing', 'moved', 'cancelled'))
);
CREATE UNIQUE INDEX run_tasks_one_open ON run_tasks (shipment_id) WHERE status in ('assigned', 'loaded');
CREATE INDEX run_tasks_of_run ON run_tasks (run_id);
CREATE INDEX run_tasks_of_stop ON run_tasks (stop_id);
CREATE INDEX run_tasks_of_shipment ON run_tasks (shipment_id);
--> statement-breakpoint
CREATE TABLE courier_facts (
  id uuid PRIMARY KEY,
  kind text NOT NULL,
  courier_id uuid NOT NULL CONSTRAINT courier_facts_courier_id_users_id_fk REFERENCES users,
  run_id uuid NOT NULL CONSTRAINT courier_facts_run_id_runs_id_fk REFERENCES runs,
  stop_id uuid CONSTRAINT courier_facts_stop_id_run_stops_id_fk REFERENCES run_stops,
  occurred_at timestamptz NOT NULL,
  earliest_at timestamptz,
  run_version integer NOT NULL,
  input_hash bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT courier_facts_kind CHECK (kind in ('load', 'start', 'visit', 'return', 'close'))
);
CREATE INDEX courier_facts_of_run ON courier_facts (run_id);
CREATE INDEX courier_facts_newest ON courier_facts (created_at);
--> statement-breakpoint
CREATE TABLE fact_outcomes (
  fact_id uuid NOT NULL CONSTRAINT fact_outcomes_fact_id_courier_facts_id_fk REFERENCES courier_facts,
  task_id uuid NOT NULL CONSTRAINT fact_outcomes_task_id_run_tasks_id_fk REFERENCES run_tasks,
  shipment_id uuid NOT NULL CONSTRAINT fact_outcomes_shipment_id_shipments_id_fk REFERENCES shipments,
  result text NOT NULL,
  method text,
  reason text,
  supersedes uuid,
  CONSTRAINT fact_outcomes_fact_id_task_id_pk PRIMARY KEY (fact_id, task_id),
  CONSTRAINT fact_outcomes_result CHECK (result in ('loaded', 'left', 'delivered', 'failed', 'returned', 'missing'))
);
CREATE INDEX fact_outcomes_of_task ON fact_outcomes (task_id);
CREATE INDEX fact_outcomes_of_shipment ON fact_outcomes (shipment_id);
--> statement-breakpoint
CREATE TABLE visit_words (
  visit_id uuid PRIMARY KEY CONSTRAINT visit_words_visit_id_courier_facts_id_fk REFERENCES courier_facts,
  recipient text NOT NULL,
  note text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
--> statement-breakpoint
CREATE TABLE visit_proofs (
  visit_id uuid NOT NULL CONSTRAINT visit_proofs_visit_id_courier_facts_id_fk REFERENCES courier_facts,
  sha256 bytea NOT NULL,
  stored_sha256 bytea,
  kind text NOT NULL,
  type text NOT NULL,
  size integer NOT NULL,
  shipment_ids uuid[] NOT NULL,
  storage_key text,
  received_at timestamptz,
  missing_at timestamptz,
  erased_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT visit_proofs_visit_id_sha256_pk PRIMARY KEY (visit_id, sha256),
  CONSTRAINT visit_proofs_kind CHECK (kind in ('photo', 'signature'))
);
CREATE INDEX visit_proofs_awaited ON visit_proofs (created_at) WHERE received_at is null and missing_at is null;
CREATE INDEX visit_proofs_stored ON visit_proofs (created_at) WHERE storage_key is not null;
--> statement-breakpoint
CREATE TABLE run_exceptions (
  id uuid PRIMARY KEY,
  run_id uuid NOT NULL CONSTRAINT run_exceptions_run_id_runs_id_fk REFERENCES runs,
  kind text NOT NULL,
  task_id uuid CONSTRAINT run_exceptions_task_id_run_tasks_id_fk REFERENCES run_tasks,
  fact_id uuid CONSTRAINT run_exceptions_fact_id_courier_facts_id_fk REFERENCES courier_facts,
  created_at timestamptz NOT NULL DEFAULT now(),
  resolved_at timestamptz,
  resolved_by uuid CONSTRAINT run_exceptions_resolved_by_users_id_fk REFERENCES users,
  note text NOT NULL DEFAULT ''
);
CREATE INDEX run_exceptions_of_run ON run_exceptions (run_id);
CREATE INDEX run_exceptions_open ON run_exceptions (created_at, id) WHERE resolved_at is null;
CREATE INDEX run_exceptions_open_of_task ON run_exceptions (task_id) WHERE resolved_at is null;
CREATE INDEX run_exceptions_open_of_fact ON run_exceptions (fact_id) WHERE resolved_at is null;
CREATE INDEX run_exceptions_noted ON run_exceptions (resolved_at) WHERE note <> '';
--> statement-breakpoint
CREATE TABLE mails (
  id uuid PRIMARY KEY,
  kind text NOT NULL,
  receiver text NOT NULL,
  about jsonb NOT NULL,
  state text NOT NULL DEFAULT 'queued',
  attempts integer NOT NULL DEFAULT 0,
  last_error text,
  created_at timestamptz NOT NULL DEFAULT now(),
  sent_at timestamptz,
  deliveries integer NOT NULL DEFAULT 1,
  resent_at timestamptz,
  sent_subject text,
  sent_text text,
  CONSTRAINT mails_state CHECK (state in ('queued', 'sent', 'failed', 'dropped'))
);
CREATE INDEX mails_newest ON mails (created_at DESC, id DESC);
CREATE INDEX mails_in_state ON mails (state, created_at DESC, id DESC);
CREATE INDEX mails_spellings ON mails USING gin (
  searchable(E'\n ' || receiver || E'\n ' || coalesce(about->>'subject', '')) gin_trgm_ops
);
CREATE INDEX mails_about ON mails ((coalesce(about->>'shipmentId', about->>'billId')));
CREATE INDEX mails_personal ON mails (receiver) WHERE kind in
  ('payment-required', 'withdrawal', 'message', 'verify-email', 'address-taken', 'reset-password', 'set-password');
--> statement-breakpoint
CREATE TABLE push_devices (
  id uuid PRIMARY KEY,
  session_id uuid CONSTRAINT push_devices_session_id_sessions_id_fk REFERENCES sessions ON DELETE CASCADE,
  endpoint text NOT NULL,
  p256dh text NOT NULL,
  auth text NOT NULL,
  all_own boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT push_devices_endpoint_unique UNIQUE (endpoint),
  CONSTRAINT push_devices_own CHECK (session_id is not null or not all_own)
);
CREATE INDEX push_devices_of_session ON push_devices (session_id);
--> statement-breakpoint
CREATE TABLE push_follows (
  device_id uuid NOT NULL CONSTRAINT push_follows_device_id_push_devices_id_fk REFERENCES push_devices ON DELETE CASCADE,
  shipment_id uuid NOT NULL CONSTRAINT push_follows_shipment_id_shipments_id_fk REFERENCES shipments,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT push_follows_device_id_shipment_id_pk PRIMARY KEY (device_id, shipment_id)
);
CREATE INDEX push_follows_of_shipment ON push_follows (shipment_id);
--> statement-breakpoint
CREATE TABLE vapid_keys (
  "only" boolean PRIMARY KEY NOT NULL DEFAULT true,
  public_key text NOT NULL,
  private_key bytea NOT NULL,
  CONSTRAINT vapid_keys_one CHECK ("only")
);
--> statement-breakpoint
CREATE TABLE shipment_imports (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL CONSTRAINT shipment_imports_user_id_users_id_fk REFERENCES users,
  file_name text NOT NULL,
  state text NOT NULL DEFAULT 'checked',
  scope text,
  rows integer NOT NULL,
  good integer NOT NULL,
  created integer NOT NULL DEFAULT 0,
  request_id text,
  created_at timestamptz NOT NULL DEFAULT now(),
  digest bytea,
  CONSTRAINT shipment_imports_state CHECK (state in ('checked', 'running', 'done', 'undone'))
);
CREATE INDEX shipment_imports_newest ON shipment_imports (created_at DESC, id DESC);
CREATE INDEX shipment_imports_digest ON shipment_imports (digest);
--> statement-breakpoint
CREATE TABLE shipment_import_rows (
  import_id uuid NOT NULL CONSTRAINT shipment_import_rows_import_id_shipment_imports_id_fk REFERENCES shipment_imports ON DELETE CASCADE,
  line integer NOT NULL,
  fields jsonb,
  cells jsonb,
  problems jsonb,
  shipment_id uuid CONSTRAINT shipment_import_rows_shipment_id_shipments_id_fk REFERENCES shipments,
  CONSTRAINT shipment_import_rows_import_id_line_pk PRIMARY KEY (import_id, line),
  CONSTRAINT shipment_import_rows_verdict CHECK ((fields is null) = (problems is not null))
);
CREATE INDEX shipment_import_rows_bad ON shipment_import_rows (import_id, line) WHERE problems is not null;
--> statement-breakpoint
CREATE TABLE audit_entries (
  id uuid PRIMARY KEY,
  actor_id uuid CONSTRAINT audit_entries_actor_id_users_id_fk REFERENCES users,
  procedure text NOT NULL,
  entity text NOT NULL,
  entity_id uuid NOT NULL,
  before jsonb,
  after jsonb,
  request_id text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  user_id uuid CONSTRAINT audit_entries_user_id_users_id_fk REFERENCES users
);
CREATE INDEX audit_entries_of_entity ON audit_entries (entity, entity_id, created_at DESC, id DESC);
CREATE INDEX audit_entries_of_user ON audit_entries (user_id, created_at DESC, id DESC);
CREATE INDEX audit_entries_of_general_account ON audit_entries (created_at DESC, id DESC)
  WHERE entity = 'bank-account' and user_id is null;
--> statement-breakpoint
CREATE TABLE evidence_heads (
  number integer PRIMARY KEY,
  covers_from timestamptz,
  up_to timestamptz NOT NULL,
  audit_rows integer NOT NULL,
  audit_digest bytea NOT NULL,
  ledger_rows integer NOT NULL,
  ledger_digest bytea NOT NULL,
  digest bytea NOT NULL,
  signature bytea NOT NULL,
  public_key bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
--> statement-breakpoint
CREATE TABLE evidence_checks (
  id uuid PRIMARY KEY,
  balances integer NOT NULL,
  counters integer NOT NULL,
  heads integer NOT NULL,
  differences jsonb NOT NULL,
  chain_checked_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX evidence_checks_newest ON evidence_checks (created_at DESC, id DESC);
--> statement-breakpoint
CREATE TABLE idempotency_keys (
  user_id uuid NOT NULL,
  key uuid NOT NULL,
  input_hash bytea NOT NULL,
  answer jsonb,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT idempotency_keys_user_id_key_pk PRIMARY KEY (user_id, key)
);
CREATE INDEX idempotency_keys_age ON idempotency_keys (created_at);
--> statement-breakpoint
CREATE TABLE rate_limits (
  key text PRIMARY KEY,
  points integer NOT NULL DEFAULT 0,
  expire bigint
);
CREATE INDEX rate_limits_expire ON rate_limits (expire);
--> statement-breakpoint
-- What is recorded is never changed.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END $$;

CREATE TRIGGER ledger_entries_append_only BEFORE UPDATE OR DELETE ON ledger_entries
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_entries_no_truncate BEFORE TRUNCATE ON ledger_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_entries_append_only BEFORE UPDATE OR DELETE ON audit_entries
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_entries_no_truncate BEFORE TRUNCATE ON audit_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER evidence_heads_append_only BEFORE UPDATE OR DELETE ON evidence_heads
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER evidence_heads_no_truncate BEFORE TRUNCATE ON evidence_heads
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER courier_facts_append_only BEFORE UPDATE OR DELETE ON courier_facts
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER courier_facts_no_truncate BEFORE TRUNCATE ON courier_facts
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER fact_outcomes_append_only BEFORE UPDATE OR DELETE ON fact_outcomes
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER fact_outcomes_no_truncate BEFORE TRUNCATE ON fact_outcomes
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Shipments are hidden, never removed: activities, bills and the audit trail refer to them.
CREATE TRIGGER shipments_never_removed BEFORE DELETE ON shipments
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- Counters of shipments. All writers add to them in the same order, so that no two wait for each other. Days have fewer
-- slots: a page deep in a list reads all of them, and only today's are busy.
CREATE FUNCTION add_shipment_counts(owners uuid[], relations text[], statuses text[], days date[], deltas bigint[])
RETURNS void LANGUAGE sql AS $$
  INSERT INTO shipment_counts (owner_id, relation, status, slot, day, count)
  SELECT owner, relation, status,
    CASE relation WHEN 'all' THEN pg_backend_pid() % 16 WHEN 'day' THEN pg_backend_pid() % 4 ELSE 0 END, day, sum(delta)
  FROM unnest(owners, relations, statuses, days, deltas) AS change (owner, relation, status, day, delta)
  GROUP BY 1, 2, 3, 4, 5 HAVING sum(delta) <> 0
  ORDER BY 1, 2, 3, 4, 5
  ON CONFLICT (owner_id, relation, status, slot, day) DO UPDATE SET count = shipment_counts.count + excluded.count
$$;

-- Who counts a shipment: everyone's counters, those of its day (UTC), and its sender's and receiver's.
CREATE FUNCTION counters_of_shipment(sender_id uuid, receiver_id uuid, created_at timestamptz)
RETURNS TABLE (owner uuid, relation text, day date) LANGUAGE sql IMMUTABLE AS $$
  SELECT owner, relation, coalesce(day, '-infinity') FROM (VALUES
    ('00000000-0000-0000-0000-000000000000'::uuid, 'all', NULL::date),
    ('00000000-0000-0000-0000-000000000000', 'day', (created_at AT TIME ZONE 'UTC')::date),
    (sender_id, 'sender', NULL), (receiver_id, 'receiver', NULL), (sender_id, 'either', NULL),
    (CASE WHEN receiver_id IS DISTINCT FROM sender_id THEN receiver_id END, 'either', NULL)
  ) AS counter (owner, relation, day)
  WHERE owner IS NOT NULL
$$;

CREATE FUNCTION count_shipments() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  owners uuid[];
  relations text[];
  statuses text[];
  days date[];
  deltas bigint[];
BEGIN
  IF TG_OP = 'INSERT' THEN
    SELECT array_agg(owner), array_agg(relation), array_agg(status), array_agg(day), array_agg(1::bigint)
    INTO owners, relations, statuses, days, deltas
    FROM inserted CROSS JOIN LATERAL counters_of_shipment(sender_id, receiver_id, created_at)
    WHERE deleted_at IS NULL;
  ELSE
    SELECT array_agg(owner), array_agg(relation), array_agg(status), array_agg(day), array_agg(delta)
    INTO owners, relations, statuses, days, deltas
    FROM (
      SELECT sender_id, receiver_id, created_at, status, 1::bigint AS delta FROM updated WHERE deleted_at IS NULL
      UNION ALL
      SELECT sender_id, receiver_id, created_at, status, -1::bigint FROM outdated WHERE deleted_at IS NULL
    ) AS changed CROSS JOIN LATERAL counters_of_shipment(sender_id, receiver_id, created_at);
  END IF;
  IF owners IS NOT NULL THEN
    PERFORM add_shipment_counts(owners, relations, statuses, days, deltas);
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER shipments_count_inserted AFTER INSERT ON shipments
  REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION count_shipments();
CREATE TRIGGER shipments_count_updated AFTER UPDATE ON shipments
  REFERENCING NEW TABLE AS updated OLD TABLE AS outdated FOR EACH STATEMENT EXECUTE FUNCTION count_shipments();
--> statement-breakpoint
-- Notifies every server of a change when it is committed (LISTEN live), with IDs only: the servers decide whom to tell. A
-- message has 8,000 bytes at most, hence the portions. Ten thousand rows in one statement are a restored database, which
-- nobody is looking at.
CREATE FUNCTION tell_of_new_shipments() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Nobody has one of them on the screen yet: only the lists have changed that they belong in.
  PERFORM pg_notify('live', json_build_object('owners', coalesce(json_agg(owner) FILTER (WHERE owner IS NOT NULL), '[]'))::text)
  FROM (
    SELECT owner, row_number() OVER () / 100 AS portion
    FROM (SELECT DISTINCT unnest(ARRAY[sender_id, receiver_id]) AS owner FROM inserted) AS owners
  ) AS portions
  GROUP BY portion HAVING (SELECT count(*) FROM inserted) < 10000;
  RETURN NULL;
END $$;
CREATE TRIGGER shipments_tell_inserted AFTER INSERT ON shipments
  REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION tell_of_new_shipments();

-- Its earlier owners are told as well: it leaves their lists.
CREATE FUNCTION tell_of_shipments() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('live', json_build_object('shipment', id, 'open', true, 'owners', array_remove(
    ARRAY[updated.sender_id, updated.receiver_id, outdated.sender_id, outdated.receiver_id], NULL))::text)
  FROM updated JOIN outdated USING (id)
  WHERE (SELECT count(*) FROM updated) < 10000;
  RETURN NULL;
END $$;
CREATE TRIGGER shipments_tell_updated AFTER UPDATE ON shipments
  REFERENCING NEW TABLE AS updated OLD TABLE AS outdated FOR EACH STATEMENT EXECUTE FUNCTION tell_of_shipments();

-- Not of a shipment's first entry: the transaction that wrote it also created the shipment.
CREATE FUNCTION tell_of_activities() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('live', json_build_object('shipment', s.id, 'owners', array_remove(ARRAY[s.sender_id, s.receiver_id], NULL))::text)
  FROM inserted JOIN shipments AS s ON s.id = inserted.shipment_id
  WHERE s.created_at < now() AND (SELECT count(*) FROM inserted) < 10000;
  RETURN NULL;
END $$;
CREATE TRIGGER activities_tell_inserted AFTER INSERT ON activities
  REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION tell_of_activities();

CREATE FUNCTION tell_of_bill() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('live', json_build_object('shipment', id, 'owners', array_remove(ARRAY[sender_id, receiver_id, NEW.user_id], NULL))::text)
  FROM shipments WHERE id = NEW.shipment_id;
  RETURN NULL;
END $$;
CREATE TRIGGER bills_tell AFTER INSERT OR UPDATE ON bills FOR EACH ROW EXECUTE FUNCTION tell_of_bill();

CREATE FUNCTION tell_of_transaction() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('live', json_build_object('owners', json_build_array(NEW.user_id))::text);
  RETURN NULL;
END $$;
CREATE TRIGGER transactions_tell AFTER INSERT OR UPDATE ON transactions FOR EACH ROW EXECUTE FUNCTION tell_of_transaction();

-- A stream ends with its session or its rights, and opening it again goes through the guards.
CREATE FUNCTION tell_of_session() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('live', json_build_object('session', OLD.id)::text);
  RETURN NULL;
END $$;
CREATE TRIGGER sessions_tell_ended AFTER DELETE ON sessions FOR EACH ROW EXECUTE FUNCTION tell_of_session();

CREATE FUNCTION tell_of_rights() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('live', json_build_object('person', NEW.id)::text);
  RETURN NULL;
END $$;
CREATE TRIGGER users_tell_rights AFTER UPDATE ON users FOR EACH ROW
  WHEN ((OLD.verified, OLD.manager, OLD.courier, OLD.deleted_at) IS DISTINCT FROM
    (NEW.verified, NEW.manager, NEW.courier, NEW.deleted_at))
  EXECUTE FUNCTION tell_of_rights();

-- A picture arrives after its visit, and expires later: pages that show the visit read it again.
CREATE FUNCTION tell_of_proof() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('live', json_build_object('shipment', id, 'owners', array_remove(ARRAY[sender_id, receiver_id], NULL))::text)
  FROM shipments WHERE id = ANY(NEW.shipment_ids);
  RETURN NULL;
END $$;
CREATE TRIGGER visit_proofs_tell AFTER UPDATE ON visit_proofs FOR EACH ROW EXECUTE FUNCTION tell_of_proof();

-- Managers see people in lists, on their pages, and as couriers to choose from. One message for a statement.
CREATE FUNCTION tell_of_people() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('live', json_build_object('owners', '[]'::json)::text);
  RETURN NULL;
END $$;
CREATE TRIGGER users_tell AFTER INSERT OR UPDATE OF
  email, first_name, last_name, phone, dob, address, city, state, nationality, verified, manager, courier, deleted_at
  ON users FOR EACH STATEMENT EXECUTE FUNCTION tell_of_people();

-- Every change of a run also updates its row, so one trigger is enough.
CREATE FUNCTION tell_of_run() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('live', json_build_object('run', NEW.id, 'courier', NEW.courier_id)::text);
  RETURN NULL;
END $$;
CREATE TRIGGER runs_tell AFTER INSERT OR UPDATE ON runs FOR EACH ROW EXECUTE FUNCTION tell_of_run();
