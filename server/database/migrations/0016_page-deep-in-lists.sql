-- Waits for everyone who is writing, so that nothing is counted by one function and not by the other.
LOCK TABLE shipments IN SHARE ROW EXCLUSIVE MODE;
--> statement-breakpoint
-- Trusted since PostgreSQL 13, like pg_trgm.
CREATE EXTENSION IF NOT EXISTS btree_gin;
--> statement-breakpoint
-- Made beside the old ones, which lists are read with until this is done.
CREATE INDEX "shipments_words_by_week" ON "shipments" USING gin ((date_bin('7 days', created_at, '2000-01-01Z')),lower(E'\n ' || tracking_id || E'\n ' || description || E'\n ' || sender_name || E'\n ' || sender_email || E'\n ' || receiver_name || E'\n ' || receiver_email) gin_trgm_ops) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "shipments_phones_by_week" ON "shipments" USING gin ((date_bin('7 days', created_at, '2000-01-01Z')),(E'\n ' || regexp_replace(sender_phone, '[^0-9]', '', 'g') || E'\n ' || regexp_replace(receiver_phone, '[^0-9]', '', 'g')) gin_trgm_ops) WHERE deleted_at is null;
--> statement-breakpoint
ALTER TABLE "shipment_counts" ADD COLUMN "day" date DEFAULT '-infinity' NOT NULL;--> statement-breakpoint
ALTER TABLE "shipment_counts" DROP CONSTRAINT "shipment_counts_owner_id_relation_status_slot_pk";--> statement-breakpoint
ALTER TABLE "shipment_counts" ADD CONSTRAINT "shipment_counts_owner_id_relation_status_slot_day_pk" PRIMARY KEY("owner_id","relation","status","slot","day");
--> statement-breakpoint
DROP FUNCTION add_shipment_counts;
--> statement-breakpoint
-- Fewer slots for days: a page deep in a list reads all of them, and only today's are busy.
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
--> statement-breakpoint
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
--> statement-breakpoint
CREATE OR REPLACE FUNCTION count_shipments() RETURNS trigger LANGUAGE plpgsql AS $$
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
--> statement-breakpoint
INSERT INTO shipment_counts (owner_id, relation, status, slot, day, count)
SELECT '00000000-0000-0000-0000-000000000000', 'day', status, 0, (created_at AT TIME ZONE 'UTC')::date, count(*)
FROM shipments WHERE deleted_at IS NULL GROUP BY status, (created_at AT TIME ZONE 'UTC')::date;
--> statement-breakpoint
DROP INDEX "shipments_words";--> statement-breakpoint
DROP INDEX "shipments_phones";
