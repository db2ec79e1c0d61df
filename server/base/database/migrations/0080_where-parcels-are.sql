ALTER TABLE "activities" ADD COLUMN "parcel" smallint;--> statement-breakpoint
ALTER TABLE "collected_parcels" ADD COLUMN "pieces" integer;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "collected_parcels_in_part" ON "collected_parcels" USING btree ("shipment_id") WHERE pieces is not null;--> statement-breakpoint
-- It was made by who sends it, or goes back from its receiver: a courier has to come, or they bring it. All else was made at our desk.
CREATE FUNCTION starts_at_sender(shipment uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM activities made JOIN shipments s ON s.id = made.shipment_id
      WHERE made.shipment_id = shipment AND made.kind = 'created' AND made.created_by = s.sender_id)
    OR EXISTS (SELECT FROM returns r WHERE r.return_id = shipment)
$$;--> statement-breakpoint
-- Where each parcel of a shipment is, and since when: what was reported last counts. Every list, phone and page asks this.
CREATE FUNCTION whereabouts(shipment uuid)
RETURNS TABLE (parcel integer, place text, run_id uuid, note text, since timestamptz) LANGUAGE sql STABLE AS $$
  WITH collected AS (
    SELECT count(c.pieces) > 0 AS is_in_part, bit_or(coalesce(c.pieces, -1)) AS bits
    FROM collected_parcels c WHERE c.shipment_id = shipment AND c.result IN ('collected', 'surprise')
  ), facts (step, at, bits, place, run_id, note) AS (
    SELECT 0, s.created_at, NULL::integer, CASE WHEN starts_at_sender(s.id) OR (SELECT is_in_part FROM collected)
        THEN 'sender' ELSE 'depot' END, NULL::uuid, ''
      FROM shipments s WHERE s.id = shipment
    UNION ALL
    SELECT 1, f.occurred_at, c.pieces, 'collected', c.run_id, ''
      FROM collected_parcels c JOIN courier_facts f ON f.id = c.fact_id
      WHERE c.shipment_id = shipment AND c.result IN ('collected', 'surprise')
    UNION ALL
    SELECT 2, c.handed_in_at, c.pieces, 'depot', NULL, ''
      FROM collected_parcels c WHERE c.shipment_id = shipment AND c.result <> 'left' AND c.handed_in_at IS NOT NULL
    UNION ALL
    -- A comment alone moves nothing, and a scan by mistake has not happened. A scan is of the whole shipment, unless it
    -- was collected in part: then of that parcel, or of what was collected.
    SELECT 3, a.occurred_at, (SELECT coalesce(1 << (a.parcel - 1), c.bits) FROM collected c WHERE c.is_in_part),
        CASE WHEN a.comment LIKE 'With our courier, %' AND a.address = '' THEN 'collected' ELSE 'depot' END, NULL, a.address
      FROM activities a
      WHERE a.shipment_id = shipment AND a.kind = 'location'
        AND (a.address <> '' OR a.comment IN ('Scanned at the depot', 'At the depot, goes back to its sender',
          'With our courier, goes back to its sender'))
        AND NOT EXISTS (SELECT FROM activities undone WHERE undone.shipment_id = shipment AND undone.kind = 'location'
          AND undone.created_at >= a.created_at AND undone.address = ''
          AND undone.comment = left('Scanned by mistake: ' || coalesce(nullif(a.address, ''), a.comment), 500))
    UNION ALL
    SELECT 4, coalesce(t.loaded_at, t.changed_at), CASE WHEN t.loaded_at IS NULL THEN t.loaded_parcels END, 'van', t.run_id, ''
      FROM run_tasks t WHERE t.shipment_id = shipment AND (t.loaded_at IS NOT NULL OR t.loaded_parcels <> 0)
    UNION ALL
    SELECT 5, t.changed_at, CASE WHEN t.status <> 'returned' THEN t.returned_parcels END, 'depot', NULL, ''
      FROM run_tasks t WHERE t.shipment_id = shipment AND t.status <> 'delivered'
        AND (t.status = 'returned' OR t.returned_parcels <> 0)
    UNION ALL
    SELECT 6, t.changed_at, CASE WHEN t.status = 'missing' AND t.returned_parcels <> 0 THEN ~t.returned_parcels END,
      CASE t.status WHEN 'delivered' THEN 'receiver' ELSE 'missing' END, t.run_id,
      coalesce((SELECT o.method FROM fact_outcomes o JOIN courier_facts f ON f.id = o.fact_id
        WHERE t.status = 'delivered' AND o.task_id = t.id AND o.result = 'delivered' ORDER BY f.occurred_at DESC LIMIT 1), '')
      FROM run_tasks t WHERE t.shipment_id = shipment AND t.status IN ('delivered', 'missing')
    UNION ALL
    SELECT 7, coalesce(max(a.occurred_at), s.created_at), NULL, 'receiver', NULL, 'desk'
      FROM shipments s LEFT JOIN activities a ON a.shipment_id = s.id AND a.kind = 'status' AND a.status = 'delivered'
      WHERE s.id = shipment AND s.status = 'delivered'
        AND NOT EXISTS (SELECT FROM run_tasks t WHERE t.shipment_id = s.id AND t.status = 'delivered')
      GROUP BY s.created_at
  )
  SELECT DISTINCT ON (piece.number) piece.number, facts.place, facts.run_id, facts.note, facts.at
  FROM shipments s CROSS JOIN LATERAL generate_series(1, s.parcels) AS piece (number)
    JOIN facts ON facts.bits IS NULL OR facts.bits & (1 << (piece.number - 1)) <> 0
  WHERE s.id = shipment
  ORDER BY piece.number, facts.at DESC, facts.step DESC
$$;--> statement-breakpoint
-- Those of its parcels that its sender still has, a bit each.
CREATE FUNCTION parcels_at_sender(shipment uuid) RETURNS integer LANGUAGE sql STABLE AS $$
  SELECT coalesce(bit_or(1 << (w.parcel - 1)), 0) FROM whereabouts(shipment) w WHERE w.place = 'sender'
$$;--> statement-breakpoint
-- A scan that is taken back counts, too.
CREATE OR REPLACE FUNCTION follow_scan() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_work_of(array_agg(DISTINCT s.id)) FROM changed JOIN shipments s ON s.id = changed.shipment_id
  WHERE changed.kind <> 'created'
    AND (s.work = 'never-scanned' OR s.status = 'failed' OR changed.comment LIKE 'Scanned by mistake: %');
  RETURN NULL;
END $$;
