ALTER TABLE "figure_zone" ADD COLUMN "recount_after" uuid;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "fact_outcomes_of_corrected" ON "fact_outcomes" USING btree ("supersedes") WHERE supersedes is not null;
--> statement-breakpoint
-- A shipment is read once, and where it goes worked out once, for all that it counts as.
CREATE OR REPLACE VIEW figure_facts AS
SELECT source, (at AT TIME ZONE zone)::date AS day, measure, part, courier_id, customer_id, district, count, sum
FROM figure_zone CROSS JOIN (
  SELECT s.id AS source, f.at, f.measure, f.part, f.courier_id, s.sender_id AS customer_id, place.district, f.count, f.sum
  FROM shipments s
  CROSS JOIN LATERAL (SELECT figure_district(s.address, s.ship_to) AS district OFFSET 0) AS place
  CROSS JOIN LATERAL (
    SELECT s.created_at AS at, 'created' AS measure, '' AS part, NULL::uuid AS courier_id, s.parcels::bigint AS count, 0::bigint AS sum
    UNION ALL
    SELECT e.at, m.measure, m.part, NULL, s.parcels, m.minutes * s.parcels
    FROM (
      SELECT max(a.occurred_at) AS at FROM activities a
      WHERE a.shipment_id = s.id AND a.kind = 'status' AND a.status = s.status AND s.status IN ('delivered', 'cancelled')
    ) AS e CROSS JOIN LATERAL (
      SELECT greatest(extract(epoch FROM e.at - s.created_at) / 60, 0)::bigint AS minutes
    ) AS took CROSS JOIN LATERAL (VALUES
      (s.status, '', 0),
      (CASE s.status WHEN 'delivered' THEN 'hours' END,
        (ARRAY[0, 1, 2, 3, 4, 6, 8, 10, 12, 16, 20, 24, 30, 36, 42, 48, 60, 72, 96, 120, 168, 240, 336, 504])[width_bucket(
          took.minutes / 60.0, ARRAY[0, 1, 2, 3, 4, 6, 8, 10, 12, 16, 20, 24, 30, 36, 42, 48, 60, 72, 96, 120, 168, 240, 336,
          504]::numeric[])]::text, took.minutes)
    ) AS m (measure, part, minutes)
    WHERE e.at IS NOT NULL AND m.measure IS NOT NULL
    UNION ALL
    SELECT o.occurred_at, m.measure, m.part, o.courier_id, s.parcels, 0
    FROM (
      SELECT i.*, rank() OVER (PARTITION BY i.result = 'returned' ORDER BY i.occurred_at, i.fact_id) AS try
      FROM outcomes_in_force i WHERE i.shipment_id = s.id AND i.result IN ('delivered', 'failed', 'returned')
    ) AS o CROSS JOIN LATERAL (VALUES
      ('method', CASE o.result WHEN 'delivered' THEN o.method END),
      ('reason', CASE o.result WHEN 'failed' THEN o.reason END),
      ('brought-back', CASE o.result WHEN 'returned' THEN '' END),
      ('first-try', CASE WHEN try = 1 THEN CASE o.result WHEN 'delivered' THEN 'yes' WHEN 'failed' THEN 'no' END END),
      ('code', CASE WHEN o.code IN ('qr', 'digits') THEN 'given' WHEN o.code IS NOT NULL THEN 'missing' END),
      ('photo', (SELECT CASE bool_and(p.received_at IS NOT NULL) WHEN true THEN 'given' WHEN false THEN 'missing' END
        FROM visit_proofs p WHERE p.visit_id = o.fact_id AND p.kind = 'photo' AND s.id = ANY (p.shipment_ids))),
      ('signature', (SELECT CASE bool_and(p.received_at IS NOT NULL) WHEN true THEN 'given' WHEN false THEN 'missing' END
        FROM visit_proofs p WHERE p.visit_id = o.fact_id AND p.kind = 'signature' AND s.id = ANY (p.shipment_ids)))
    ) AS m (measure, part)
    WHERE m.part IS NOT NULL
    UNION ALL
    SELECT e.came_at, 'window', CASE WHEN e.came_at < e.shown_from THEN 'early' WHEN e.came_at > e.shown_to THEN 'late' ELSE 'inside' END,
      r.courier_id, s.parcels, 0
    FROM eta_checks e JOIN runs r ON r.id = e.run_id
    WHERE e.shipment_id = s.id AND e.came_at IS NOT NULL
    UNION ALL
    SELECT coalesce(c.at, f.occurred_at), 'collected', c.result, f.courier_id, 1, 0
    FROM collected_parcels c JOIN courier_facts f ON f.id = c.fact_id
    WHERE c.shipment_id = s.id AND c.result <> 'unknown'
    UNION ALL
    SELECT r.created_at, 'returns', '', NULL, s.parcels, 0
    FROM returns r WHERE r.shipment_id = s.id AND r.status = 'created'
    UNION ALL
    SELECT f.occurred_at, 'cod', p.method, f.courier_id, 1, p.amount_cents
    FROM cod_payments p JOIN courier_facts f ON f.id = p.fact_id
    WHERE p.shipment_id = s.id AND p.reverses IS NULL AND NOT EXISTS (SELECT FROM cod_payments r WHERE r.reverses = p.id)
  ) AS f
  WHERE s.deleted_at IS NULL
  UNION ALL
  SELECT run_id, first_at, 'stops', '', courier_id, NULL, NULL, stops - 1, extract(epoch FROM last_at - first_at)::bigint / 60
  FROM (
    SELECT f.run_id, f.courier_id, min(f.occurred_at) AS first_at, max(f.occurred_at) AS last_at,
      count(DISTINCT f.stop_id) AS stops
    FROM courier_facts f
    WHERE f.kind = 'collect' OR (f.kind = 'visit' AND EXISTS (
      SELECT FROM fact_outcomes o WHERE o.fact_id = f.id AND NOT EXISTS (
        SELECT FROM fact_outcomes c JOIN courier_facts g ON g.id = c.fact_id
        WHERE c.shipment_id = o.shipment_id AND c.supersedes = o.fact_id AND g.courier_id = f.courier_id)))
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
-- The plan for few is kept, so it must be right for tables that are small when it is made: by indexes, and in loops.
CREATE OR REPLACE FUNCTION set_figures(sources uuid[]) RETURNS void LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET jit = off SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN
  IF cardinality(sources) > 50 THEN
    SET LOCAL plan_cache_mode = force_custom_plan;
    SET LOCAL enable_seqscan = on;
    SET LOCAL enable_hashjoin = on;
    SET LOCAL enable_mergejoin = on;
  END IF;
  INSERT INTO figure_sources (id, figures) SELECT id, '[]' FROM unnest(sources) AS id ORDER BY id
    ON CONFLICT (id) DO UPDATE SET id = excluded.id WHERE false;
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
