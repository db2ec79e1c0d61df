CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END $$;
--> statement-breakpoint
CREATE TRIGGER ledger_entries_append_only BEFORE UPDATE OR DELETE ON ledger_entries
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER ledger_entries_no_truncate BEFORE TRUNCATE ON ledger_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER audit_entries_append_only BEFORE UPDATE OR DELETE ON audit_entries
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER audit_entries_no_truncate BEFORE TRUNCATE ON audit_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- Adds differences to the counters of owners and of all shipments (owner nil), in one order, so that two writers never
-- wait for each other in a circle. A deleted shipment counts nowhere.
CREATE FUNCTION add_shipment_counts(owners uuid[], relations text[], statuses text[], deltas bigint[]) RETURNS void LANGUAGE sql AS $$
  INSERT INTO shipment_counts (owner_id, relation, status, slot, count)
  SELECT owner, relation, status, CASE WHEN relation = 'all' THEN pg_backend_pid() % 16 ELSE 0 END, sum(delta)
  FROM unnest(owners, relations, statuses, deltas) AS change (owner, relation, status, delta)
  GROUP BY 1, 2, 3, 4 HAVING sum(delta) <> 0
  ORDER BY 1, 2, 3, 4
  ON CONFLICT (owner_id, relation, status, slot) DO UPDATE SET count = shipment_counts.count + excluded.count
$$;
--> statement-breakpoint
CREATE FUNCTION count_shipments() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  owners uuid[];
  relations text[];
  statuses text[];
  deltas bigint[];
BEGIN
  IF TG_OP = 'INSERT' THEN
    SELECT array_agg(owner), array_agg(relation), array_agg(status), array_agg(1::bigint)
    INTO owners, relations, statuses, deltas
    FROM inserted CROSS JOIN LATERAL (VALUES
      ('00000000-0000-0000-0000-000000000000'::uuid, 'all'), (sender_id, 'sender'), (receiver_id, 'receiver')
    ) AS side (owner, relation)
    WHERE owner IS NOT NULL AND deleted_at IS NULL;
  ELSE
    SELECT array_agg(owner), array_agg(relation), array_agg(status), array_agg(delta)
    INTO owners, relations, statuses, deltas
    FROM (
      SELECT sender_id, receiver_id, status, 1::bigint AS delta FROM updated WHERE deleted_at IS NULL
      UNION ALL
      SELECT sender_id, receiver_id, status, -1::bigint FROM outdated WHERE deleted_at IS NULL
    ) AS rows CROSS JOIN LATERAL (VALUES
      ('00000000-0000-0000-0000-000000000000'::uuid, 'all'), (sender_id, 'sender'), (receiver_id, 'receiver')
    ) AS side (owner, relation)
    WHERE owner IS NOT NULL;
  END IF;
  IF owners IS NOT NULL THEN
    PERFORM add_shipment_counts(owners, relations, statuses, deltas);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER shipments_count_inserted AFTER INSERT ON shipments
  REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION count_shipments();
--> statement-breakpoint
CREATE TRIGGER shipments_count_updated AFTER UPDATE ON shipments
  REFERENCING NEW TABLE AS updated OLD TABLE AS outdated FOR EACH STATEMENT EXECUTE FUNCTION count_shipments();
--> statement-breakpoint
-- Shipments are hidden, never removed: what counts on them (activity, bills, audit) keeps its object.
CREATE TRIGGER shipments_never_removed BEFORE DELETE ON shipments
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
