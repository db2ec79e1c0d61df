-- What shipments, runs, bills and entries of the ledger count as, from what happened. Each part names its source, by which
-- a few are read alone.
-- The first part of the postcode, and the town: of the address's parts, or of the last line with a digit after the street.
CREATE FUNCTION figure_district(address jsonb, ship_to text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(nullif(left(btrim(concat_ws(' ', parts[1], parts[2])), 60), ''), 'other') FROM (
    SELECT CASE
      WHEN coalesce(address ->> 'city', '') <> '' OR coalesce(address ->> 'postcode', '') <> ''
        THEN ARRAY[split_part(address ->> 'postcode', ' ', 1), address ->> 'city']
      ELSE (SELECT regexp_match(btrim(line), '^(\S*\d\S*)(?: \S*\d\S*)? +(\D+)$')
        FROM unnest(string_to_array(ship_to, ',')) WITH ORDINALITY AS lines (line, place)
        WHERE place > 1 AND line ~ '\d' ORDER BY place DESC LIMIT 1)
      END AS parts
  ) AS found
$$;
--> statement-breakpoint
-- Reports that no later one of the same courier corrects.
CREATE VIEW outcomes_in_force AS
SELECT o.*, f.kind, f.run_id, f.stop_id, f.courier_id, f.occurred_at
FROM fact_outcomes o JOIN courier_facts f ON f.id = o.fact_id
WHERE NOT EXISTS (
  SELECT FROM fact_outcomes c JOIN courier_facts g ON g.id = c.fact_id
  WHERE c.shipment_id = o.shipment_id AND c.supersedes = o.fact_id AND g.courier_id = f.courier_id);
--> statement-breakpoint
CREATE VIEW figure_facts AS
SELECT source, (at AT TIME ZONE zone)::date AS day, measure, part, courier_id, customer_id, district, count, sum
FROM figure_zone CROSS JOIN (
  SELECT s.id AS source, s.created_at AS at, 'created' AS measure, '' AS part, NULL::uuid AS courier_id,
    s.sender_id AS customer_id, figure_district(s.address, s.ship_to) AS district, s.parcels::bigint AS count, 0::bigint AS sum
  FROM shipments s WHERE s.deleted_at IS NULL
  UNION ALL
  SELECT s.id, e.at, m.measure, m.part, NULL, s.sender_id, figure_district(s.address, s.ship_to), s.parcels, m.minutes * s.parcels
  FROM shipments s CROSS JOIN LATERAL (
    SELECT max(a.occurred_at) AS at FROM activities a
    WHERE a.shipment_id = s.id AND a.kind = 'status' AND a.status = s.status
  ) AS e CROSS JOIN LATERAL (
    SELECT greatest(extract(epoch FROM e.at - s.created_at) / 60, 0)::bigint AS minutes
  ) AS took CROSS JOIN LATERAL (VALUES
    (s.status, '', 0),
    (CASE s.status WHEN 'delivered' THEN 'hours' END,
      (ARRAY[0, 1, 2, 3, 4, 6, 8, 10, 12, 16, 20, 24, 30, 36, 42, 48, 60, 72, 96, 120, 168, 240, 336, 504])[width_bucket(
        took.minutes / 60.0, ARRAY[0, 1, 2, 3, 4, 6, 8, 10, 12, 16, 20, 24, 30, 36, 42, 48, 60, 72, 96, 120, 168, 240, 336,
        504]::numeric[])]::text, took.minutes)
  ) AS m (measure, part, minutes)
  WHERE s.deleted_at IS NULL AND s.status IN ('delivered', 'cancelled') AND e.at IS NOT NULL AND m.measure IS NOT NULL
  UNION ALL
  SELECT o.shipment_id, o.occurred_at, m.measure, m.part, o.courier_id, s.sender_id, figure_district(s.address, s.ship_to),
    s.parcels, 0
  FROM outcomes_in_force o JOIN shipments s ON s.id = o.shipment_id CROSS JOIN LATERAL (VALUES
    ('method', CASE o.result WHEN 'delivered' THEN o.method END),
    ('reason', CASE o.result WHEN 'failed' THEN o.reason END),
    ('brought-back', CASE o.result WHEN 'returned' THEN '' END),
    ('first-try', CASE WHEN o.result IN ('delivered', 'failed') AND NOT EXISTS (
        SELECT FROM outcomes_in_force e WHERE e.shipment_id = o.shipment_id AND e.result IN ('delivered', 'failed')
          AND (e.occurred_at, e.fact_id) < (o.occurred_at, o.fact_id))
      THEN CASE o.result WHEN 'delivered' THEN 'yes' ELSE 'no' END END),
    ('code', CASE WHEN o.code IN ('qr', 'digits') THEN 'given' WHEN o.code IS NOT NULL THEN 'missing' END),
    ('photo', (SELECT CASE bool_and(p.received_at IS NOT NULL) WHEN true THEN 'given' WHEN false THEN 'missing' END
      FROM visit_proofs p WHERE p.visit_id = o.fact_id AND p.kind = 'photo' AND o.shipment_id = ANY (p.shipment_ids))),
    ('signature', (SELECT CASE bool_and(p.received_at IS NOT NULL) WHEN true THEN 'given' WHEN false THEN 'missing' END
      FROM visit_proofs p WHERE p.visit_id = o.fact_id AND p.kind = 'signature' AND o.shipment_id = ANY (p.shipment_ids)))
  ) AS m (measure, part)
  WHERE s.deleted_at IS NULL AND m.part IS NOT NULL AND o.result IN ('delivered', 'failed', 'returned')
  UNION ALL
  SELECT e.shipment_id, e.came_at, 'window',
    CASE WHEN e.came_at < e.shown_from THEN 'early' WHEN e.came_at > e.shown_to THEN 'late' ELSE 'inside' END,
    r.courier_id, s.sender_id, figure_district(s.address, s.ship_to), s.parcels, 0
  FROM eta_checks e JOIN runs r ON r.id = e.run_id JOIN shipments s ON s.id = e.shipment_id
  WHERE s.deleted_at IS NULL AND e.came_at IS NOT NULL
  UNION ALL
  SELECT c.shipment_id, coalesce(c.at, f.occurred_at), 'collected', c.result, f.courier_id, s.sender_id,
    figure_district(s.address, s.ship_to), 1, 0
  FROM collected_parcels c JOIN courier_facts f ON f.id = c.fact_id JOIN shipments s ON s.id = c.shipment_id
  WHERE s.deleted_at IS NULL AND c.result <> 'unknown'
  UNION ALL
  SELECT r.shipment_id, r.created_at, 'returns', '', NULL, s.sender_id, figure_district(s.address, s.ship_to), s.parcels, 0
  FROM returns r JOIN shipments s ON s.id = r.shipment_id
  WHERE s.deleted_at IS NULL AND r.status = 'created'
  UNION ALL
  SELECT p.shipment_id, f.occurred_at, 'cod', p.method, f.courier_id, s.sender_id, figure_district(s.address, s.ship_to),
    1, p.amount_cents
  FROM cod_payments p JOIN courier_facts f ON f.id = p.fact_id JOIN shipments s ON s.id = p.shipment_id
  WHERE s.deleted_at IS NULL AND p.reverses IS NULL AND NOT EXISTS (SELECT FROM cod_payments r WHERE r.reverses = p.id)
  UNION ALL
  SELECT run_id, first_at, 'stops', '', courier_id, NULL, NULL, stops - 1, extract(epoch FROM last_at - first_at)::bigint / 60
  FROM (
    SELECT f.run_id, f.courier_id, min(f.occurred_at) AS first_at, max(f.occurred_at) AS last_at,
      count(DISTINCT f.stop_id) AS stops
    FROM courier_facts f
    WHERE f.kind = 'collect' OR (f.kind = 'visit' AND EXISTS (SELECT FROM outcomes_in_force o WHERE o.fact_id = f.id))
    GROUP BY f.run_id, f.courier_id
  ) AS visits
  WHERE stops > 1 AND last_at > first_at
  UNION ALL
  SELECT b.id, b.paid_at, 'bills', '', NULL, b.user_id, NULL, 1, b.amount_cents
  FROM bills b WHERE b.paid_at IS NOT NULL AND b.deleted_at IS NULL
  UNION ALL
  SELECT l.id, l.created_at, CASE t.type WHEN 'withdrawal' THEN 'withdrawals' ELSE 'fees' END, '', NULL, l.user_id, NULL,
    -sign(l.total_cents)::bigint, -l.total_cents
  FROM ledger_entries l JOIN transactions t ON t.id = l.transaction_id
  WHERE l.total_cents <> 0 AND (t.type IN ('fee', 'withdrawal') OR t.purpose = 'fee-correction')
) AS facts;
--> statement-breakpoint
-- Adds what these have become, and takes back what they were. Two of one source take turns; all take them in order.
CREATE FUNCTION set_figures(sources uuid[]) RETURNS void LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET jit = off AS $$
BEGIN
  INSERT INTO figure_sources (id, figures) SELECT id, '[]' FROM unnest(sources) AS id ORDER BY id ON CONFLICT DO NOTHING;
  PERFORM FROM figure_sources WHERE id = ANY (sources) ORDER BY id FOR UPDATE;
  WITH found AS MATERIALIZED (
    SELECT source, day, measure, part, courier_id, customer_id, district, sum(count)::bigint AS count, sum(sum)::bigint AS sum
    FROM figure_facts WHERE source = ANY (sources) GROUP BY 1, 2, 3, 4, 5, 6, 7
  ), changed AS (
    INSERT INTO figure_changes (day, measure, part, courier_id, customer_id, district, count, sum)
    SELECT day, measure, part, courier_id, customer_id, district, sum(count), sum(sum) FROM (
      SELECT day, measure, part, courier_id, customer_id, district, count, sum FROM found
      UNION ALL
      SELECT d, m, p, c, u, a, -n, -s FROM figure_sources CROSS JOIN LATERAL jsonb_to_recordset(figures)
        AS was (d date, m text, p text, c uuid, u uuid, a text, n bigint, s bigint)
      WHERE id = ANY (sources)
    ) AS figures
    GROUP BY 1, 2, 3, 4, 5, 6 HAVING sum(count) <> 0 OR sum(sum) <> 0
  )
  UPDATE figure_sources SET figures = coalesce(found.figures, '[]')
  FROM unnest(sources) AS wanted (id) LEFT JOIN (
    SELECT source, jsonb_agg(jsonb_strip_nulls(jsonb_build_object('d', day, 'm', measure, 'p', part, 'c', courier_id,
      'u', customer_id, 'a', district, 'n', count, 's', sum)) ORDER BY day, measure, part) AS figures
    FROM found GROUP BY source
  ) AS found ON found.source = wanted.id
  WHERE figure_sources.id = wanted.id AND figure_sources.figures IS DISTINCT FROM coalesce(found.figures, '[]');
END $$;
--> statement-breakpoint
-- Notes what a transaction changes, and counts it once, in order, as the transaction ends.
CREATE FUNCTION note_figures() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  noted text := coalesce(current_setting('waybill.figures', true), '');
  source text;
BEGIN
  FOR source IN SELECT coalesce(value #>> '{}', '') FROM jsonb_array_elements(
    CASE jsonb_typeof(to_jsonb(NEW) -> TG_ARGV[0]) WHEN 'array' THEN to_jsonb(NEW) -> TG_ARGV[0]
      ELSE jsonb_build_array(to_jsonb(NEW) -> TG_ARGV[0]) END)
  LOOP
    CONTINUE WHEN source = '' OR strpos(noted, source) > 0;
    noted := noted || source || ',';
  END LOOP;
  PERFORM set_config('waybill.figures', noted, true);
  RETURN NULL;
END $$;

CREATE FUNCTION write_figures() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  noted text := coalesce(current_setting('waybill.figures', true), '');
BEGIN
  IF noted <> '' THEN
    PERFORM set_config('waybill.figures', '', true);
    PERFORM set_figures(string_to_array(rtrim(noted, ','), ',')::uuid[]);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
DO $$
DECLARE
  one record;
  condition text;
BEGIN
  FOR one IN SELECT * FROM (VALUES
    ('shipments', 'id', 'INSERT', 'true'),
    ('shipments', 'id', 'UPDATE', '(OLD.status, OLD.parcels, OLD.sender_id, OLD.created_at, OLD.deleted_at, OLD.address, OLD.ship_to)
      IS DISTINCT FROM (NEW.status, NEW.parcels, NEW.sender_id, NEW.created_at, NEW.deleted_at, NEW.address, NEW.ship_to)'),
    ('activities', 'shipment_id', 'INSERT', $w$NEW.kind = 'status'$w$),
    ('courier_facts', 'run_id', 'INSERT', $w$NEW.kind IN ('visit', 'collect')$w$),
    ('fact_outcomes', 'shipment_id', 'INSERT', $w$NEW.result IN ('delivered', 'failed', 'returned')$w$),
    ('visit_proofs', 'shipment_ids', 'INSERT', 'true'),
    ('visit_proofs', 'shipment_ids', 'UPDATE', 'OLD.received_at IS DISTINCT FROM NEW.received_at'),
    ('eta_checks', 'shipment_id', 'UPDATE', 'OLD.came_at IS DISTINCT FROM NEW.came_at'),
    ('collected_parcels', 'shipment_id', 'INSERT', 'NEW.shipment_id IS NOT NULL'),
    ('collected_parcels', 'shipment_id', 'UPDATE', '(OLD.shipment_id, OLD.result, OLD.at) IS DISTINCT FROM (NEW.shipment_id, NEW.result, NEW.at)'),
    ('returns', 'shipment_id', 'INSERT', $w$NEW.status = 'created'$w$),
    ('returns', 'shipment_id', 'UPDATE', 'OLD.status IS DISTINCT FROM NEW.status'),
    ('cod_payments', 'shipment_id', 'INSERT', 'true'),
    ('bills', 'id', 'INSERT', 'NEW.paid_at IS NOT NULL'),
    ('bills', 'id', 'UPDATE', '(OLD.paid_at, OLD.deleted_at, OLD.amount_cents) IS DISTINCT FROM (NEW.paid_at, NEW.deleted_at, NEW.amount_cents)'),
    ('ledger_entries', 'id', 'INSERT', 'NEW.total_cents <> 0')
  ) AS writers (table_name, source, event, condition)
  LOOP
    EXECUTE format('CREATE TRIGGER %I AFTER %s ON %I FOR EACH ROW WHEN (%s) EXECUTE FUNCTION note_figures(%L)',
      one.table_name || '_note_figures_' || lower(one.event), one.event, one.table_name, one.condition, one.source);
    EXECUTE format('CREATE CONSTRAINT TRIGGER %I AFTER %s ON %I DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (%s)
      EXECUTE FUNCTION write_figures()',
      one.table_name || '_write_figures_' || lower(one.event), one.event, one.table_name, one.condition);
  END LOOP;
END $$;
--> statement-breakpoint
CREATE FUNCTION fold_figures() RETURNS void LANGUAGE sql AS $$
  WITH gone AS (DELETE FROM figure_changes RETURNING *)
  INSERT INTO day_figures (day, subject, subject_id, measure, part, count, sum)
  SELECT day, subject, subject_id, measure, part, sum(count), sum(sum)
  FROM gone CROSS JOIN LATERAL figure_subjects(courier_id, customer_id, district)
  GROUP BY 1, 2, 3, 4, 5 ORDER BY 2, 3, 4, 1, 5
  ON CONFLICT (subject, subject_id, measure, day, part)
    DO UPDATE SET count = day_figures.count + excluded.count, sum = day_figures.sum + excluded.sum
$$;
--> statement-breakpoint
-- What was there before, in portions, while rows are read and written.
CREATE PROCEDURE fill_figures() LANGUAGE plpgsql AS $$
DECLARE
  from_table text;
  ids uuid[];
  last uuid;
BEGIN
  FOREACH from_table IN ARRAY ARRAY['shipments', 'runs', 'bills', 'ledger_entries'] LOOP
    last := '00000000-0000-0000-0000-000000000000';
    LOOP
      EXECUTE format('SELECT array_agg(id ORDER BY id) FROM (SELECT id FROM %I WHERE id > $1 ORDER BY id LIMIT 500) AS portion', from_table)
        INTO ids USING last;
      EXIT WHEN ids IS NULL;
      PERFORM set_figures(ids);
      PERFORM fold_figures();
      last := ids[cardinality(ids)];
      COMMIT;
    END LOOP;
  END LOOP;
END $$;
--> statement-breakpoint
CALL fill_figures();
