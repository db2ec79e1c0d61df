ALTER TABLE "shipments" ADD COLUMN "work" text;--> statement-breakpoint
ALTER TABLE "shipments" ADD COLUMN "work_since" timestamp with time zone;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "activities_by_time" ON "activities" USING btree ("occurred_at","status","shipment_id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "shipments_by_work" ON "shipments" USING btree ("work","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE work is not null and deleted_at is null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "shipments_oldest_work" ON "shipments" USING btree ("work","work_since") WHERE work is not null and deleted_at is null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "users_unverified" ON "users" USING btree ("created_at","id") WHERE not verified and deleted_at is null;--> statement-breakpoint
-- What a manager should do next about a shipment, and since when. The reasons are those of whyToDecide.
CREATE FUNCTION work_of_shipment(shipment uuid, shipment_status text, created timestamptz, OUT work text, OUT since timestamptz)
LANGUAGE plpgsql STABLE AS $$
DECLARE
  task text;
  task_since timestamptz;
  result text;
  why text;
  visited timestamptz;
BEGIN
  IF shipment_status IN ('delivered', 'cancelled') THEN RETURN; END IF;
  SELECT t.status, t.changed_at INTO task, task_since FROM run_tasks t WHERE t.shipment_id = shipment
    ORDER BY t.status IN ('assigned', 'loaded') DESC, t.id DESC LIMIT 1;
  IF task IN ('assigned', 'loaded') THEN RETURN; END IF;
  IF task IS NOT NULL THEN
    SELECT o.result, o.reason, f.occurred_at INTO result, why, visited
      FROM fact_outcomes o JOIN courier_facts f ON f.id = o.fact_id
      WHERE o.shipment_id = shipment AND o.result IN ('delivered', 'failed')
      ORDER BY f.occurred_at DESC, f.created_at DESC, f.id DESC LIMIT 1;
  END IF;
  IF task = 'missing' THEN
    work := 'missing'; since := task_since;
  ELSIF result = 'failed' AND why IN
    ('consignee_incorrect_address', 'consignee_refused', 'carrier_damaged_parcel', 'carrier_parcel_lost') THEN
    work := 'decide'; since := visited;
  ELSIF shipment_status = 'failed' THEN
    work := 'decide';
    since := coalesce((SELECT max(a.occurred_at) FROM activities a WHERE a.shipment_id = shipment AND a.kind = 'status'), created);
  ELSIF result = 'failed' THEN
    work := 'try-again'; since := visited;
  ELSIF task = 'left' THEN
    work := 'left-out'; since := task_since;
  ELSIF task IS NULL AND shipment_status = 'in-progress'
    AND NOT EXISTS (SELECT FROM activities a WHERE a.shipment_id = shipment AND a.kind <> 'created') THEN
    work := 'never-scanned'; since := created;
  END IF;
END $$;

CREATE FUNCTION set_work() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT w.work, w.since INTO NEW.work, NEW.work_since FROM work_of_shipment(NEW.id, NEW.status, NEW.created_at) w;
  RETURN NEW;
END $$;
CREATE TRIGGER shipments_set_work BEFORE INSERT OR UPDATE OF status, created_at ON shipments
  FOR EACH ROW EXECUTE FUNCTION set_work();

-- Whoever changes these rows has locked their shipments.
CREATE FUNCTION set_work_of(shipment_ids uuid[]) RETURNS void LANGUAGE sql AS $$
  SELECT set_config('waybill.sets_work', 'on', true);
  UPDATE shipments SET work = w.work, work_since = w.since
  FROM (
    SELECT s.id, found.work, found.since
    FROM shipments s CROSS JOIN LATERAL work_of_shipment(s.id, s.status, s.created_at) found
    WHERE s.id = ANY (shipment_ids) AND (s.work, s.work_since) IS DISTINCT FROM (found.work, found.since)
  ) AS w
  WHERE shipments.id = w.id;
  SELECT set_config('waybill.sets_work', 'off', true);
$$;

CREATE FUNCTION follow_work() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_work_of(array_agg(DISTINCT shipment_id)) FROM changed;
  RETURN NULL;
END $$;
CREATE TRIGGER run_tasks_work_inserted AFTER INSERT ON run_tasks
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION follow_work();
CREATE TRIGGER run_tasks_work_updated AFTER UPDATE ON run_tasks
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION follow_work();
CREATE TRIGGER run_tasks_work_deleted AFTER DELETE ON run_tasks
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION follow_work();
CREATE TRIGGER fact_outcomes_work_inserted AFTER INSERT ON fact_outcomes
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION follow_work();

-- Only the first scan matters, and when a shipment failed.
CREATE FUNCTION follow_scan() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_work_of(array_agg(DISTINCT s.id)) FROM changed JOIN shipments s ON s.id = changed.shipment_id
  WHERE changed.kind <> 'created' AND (s.work = 'never-scanned' OR s.status = 'failed');
  RETURN NULL;
END $$;
CREATE TRIGGER activities_work_inserted AFTER INSERT ON activities
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION follow_scan();
--> statement-breakpoint
-- Work is counted like all shipments, by kind instead of relation.
DROP FUNCTION counters_of_shipment(uuid, uuid, timestamptz);
CREATE FUNCTION counters_of_shipment(sender_id uuid, receiver_id uuid, created_at timestamptz, work text)
RETURNS TABLE (owner uuid, relation text, day date) LANGUAGE sql IMMUTABLE AS $$
  SELECT owner, relation, coalesce(day, '-infinity') FROM (VALUES
    ('00000000-0000-0000-0000-000000000000'::uuid, 'all', NULL::date),
    ('00000000-0000-0000-0000-000000000000', 'day', (created_at AT TIME ZONE 'UTC')::date),
    ('00000000-0000-0000-0000-000000000000', work, NULL),
    (sender_id, 'sender', NULL), (receiver_id, 'receiver', NULL), (sender_id, 'either', NULL),
    (CASE WHEN receiver_id IS DISTINCT FROM sender_id THEN receiver_id END, 'either', NULL)
  ) AS counter (owner, relation, day)
  WHERE owner IS NOT NULL AND relation IS NOT NULL
$$;

CREATE OR REPLACE FUNCTION add_shipment_counts(owners uuid[], relations text[], statuses text[], days date[], deltas bigint[])
RETURNS void LANGUAGE sql AS $$
  INSERT INTO shipment_counts (owner_id, relation, status, slot, day, count)
  SELECT owner, relation, status,
    CASE WHEN relation IN ('sender', 'receiver', 'either') THEN 0 WHEN relation = 'day' THEN pg_backend_pid() % 4
      ELSE pg_backend_pid() % 16 END, day, sum(delta)
  FROM unnest(owners, relations, statuses, days, deltas) AS change (owner, relation, status, day, delta)
  GROUP BY 1, 2, 3, 4, 5 HAVING sum(delta) <> 0
  ORDER BY 1, 2, 3, 4, 5
  ON CONFLICT (owner_id, relation, status, slot, day) DO UPDATE SET count = shipment_counts.count + excluded.count
$$;

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
    FROM inserted CROSS JOIN LATERAL counters_of_shipment(sender_id, receiver_id, created_at, work)
    WHERE deleted_at IS NULL;
  ELSE
    SELECT array_agg(owner), array_agg(relation), array_agg(status), array_agg(day), array_agg(delta)
    INTO owners, relations, statuses, days, deltas
    FROM (
      SELECT sender_id, receiver_id, created_at, status, work, 1::bigint AS delta FROM updated WHERE deleted_at IS NULL
      UNION ALL
      SELECT sender_id, receiver_id, created_at, status, work, -1::bigint FROM outdated WHERE deleted_at IS NULL
    ) AS changed CROSS JOIN LATERAL counters_of_shipment(sender_id, receiver_id, created_at, work);
  END IF;
  IF owners IS NOT NULL THEN
    PERFORM add_shipment_counts(owners, relations, statuses, days, deltas);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- What is to do concerns managers only: they are told, and nobody else.
CREATE OR REPLACE FUNCTION tell_of_shipments() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('waybill.sets_work', true) = 'on' THEN
    PERFORM pg_notify('live', json_build_object('owners', '[]'::json)::text) FROM updated LIMIT 1;
    RETURN NULL;
  END IF;
  PERFORM pg_notify('live', json_build_object('shipment', id, 'open', true, 'owners', array_remove(
    ARRAY[updated.sender_id, updated.receiver_id, outdated.sender_id, outdated.receiver_id], NULL))::text)
  FROM updated JOIN outdated USING (id)
  WHERE (SELECT count(*) FROM updated) < 10000;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- The work of what was there before, in portions, while rows are read and written.
CREATE PROCEDURE fill_shipment_work() LANGUAGE plpgsql AS $$
DECLARE
  ids uuid[];
  last uuid := '00000000-0000-0000-0000-000000000000';
BEGIN
  LOOP
    SELECT array_agg(id) INTO ids FROM (
      SELECT id FROM shipments WHERE id > last ORDER BY id LIMIT 500
    ) AS portion;
    EXIT WHEN ids IS NULL;
    PERFORM FROM shipments WHERE id = ANY (ids) AND status NOT IN ('delivered', 'cancelled') ORDER BY id FOR UPDATE;
    PERFORM set_work_of(ids);
    last := (SELECT id FROM unnest(ids) AS id ORDER BY id DESC LIMIT 1);
    COMMIT;
  END LOOP;
END $$;
--> statement-breakpoint
CALL fill_shipment_work();
