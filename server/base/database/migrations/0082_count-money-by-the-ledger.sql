-- Money is what the ledger and the bills say: bills on the day they are made, less those that are deleted; fees net of tax
-- and of credits, as the journal's revenue; tax by itself; and the cash on delivery that senders were credited.
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
  SELECT b.id, e.at, 'bills', '', NULL, b.user_id, NULL, e.count, e.count * b.amount_cents
  FROM bills b CROSS JOIN LATERAL (VALUES (b.created_at, 1), (b.deleted_at, -1)) AS e (at, count)
  WHERE e.at IS NOT NULL
  UNION ALL
  SELECT l.id, l.created_at, m.measure, '', NULL, l.user_id, NULL, m.way * sign(l.total_cents)::bigint, m.way * l.total_cents
  FROM ledger_entries l JOIN transactions t ON t.id = l.transaction_id
  CROSS JOIN LATERAL (SELECT CASE
    WHEN t.purpose = 'deposit-correction' THEN NULL
    WHEN t.type = 'withdrawal' THEN 'withdrawals'
    WHEN t.purpose = 'tax' THEN 'tax'
    WHEN t.purpose = 'cod' THEN 'cod-credited'
    WHEN t.type = 'fee' OR t.purpose IN ('fee-correction', 'credit') THEN 'fees'
  END AS measure, CASE t.purpose WHEN 'cod' THEN 1 ELSE -1 END AS way) AS m
  WHERE l.total_cents <> 0 AND m.measure IS NOT NULL
) AS facts;
--> statement-breakpoint
DROP TRIGGER bills_note_figures_insert ON bills;
--> statement-breakpoint
DROP TRIGGER bills_write_figures_insert ON bills;
--> statement-breakpoint
CREATE TRIGGER bills_note_figures_insert AFTER INSERT ON bills FOR EACH ROW EXECUTE FUNCTION note_figures_of_bills();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER bills_write_figures_insert AFTER INSERT ON bills DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  EXECUTE FUNCTION write_figures();
--> statement-breakpoint
-- What is there already is counted once more, in portions, by the job that does so after a change of the time zone.
INSERT INTO figure_sources (id, figures) SELECT id, '[]' FROM bills ORDER BY id ON CONFLICT DO NOTHING;
--> statement-breakpoint
UPDATE figure_zone SET recount_after = '00000000-0000-0000-0000-000000000000';
