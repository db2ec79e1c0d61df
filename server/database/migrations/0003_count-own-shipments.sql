-- A person's shipments are also counted without regard to the side they stand on; one sent to oneself counts once.
CREATE OR REPLACE FUNCTION count_shipments() RETURNS trigger LANGUAGE plpgsql AS $$
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
      ('00000000-0000-0000-0000-000000000000'::uuid, 'all'), (sender_id, 'sender'), (receiver_id, 'receiver'),
      (sender_id, 'either'), (CASE WHEN receiver_id IS DISTINCT FROM sender_id THEN receiver_id END, 'either')
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
      ('00000000-0000-0000-0000-000000000000'::uuid, 'all'), (sender_id, 'sender'), (receiver_id, 'receiver'),
      (sender_id, 'either'), (CASE WHEN receiver_id IS DISTINCT FROM sender_id THEN receiver_id END, 'either')
    ) AS side (owner, relation)
    WHERE owner IS NOT NULL;
  END IF;
  IF owners IS NOT NULL THEN
    PERFORM add_shipment_counts(owners, relations, statuses, deltas);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
INSERT INTO shipment_counts (owner_id, relation, status, slot, count)
SELECT owner, 'either', status, 0, count(*)
FROM shipments CROSS JOIN LATERAL (VALUES
  (sender_id), (CASE WHEN receiver_id IS DISTINCT FROM sender_id THEN receiver_id END)
) AS side (owner)
WHERE owner IS NOT NULL AND deleted_at IS NULL
GROUP BY owner, status;
