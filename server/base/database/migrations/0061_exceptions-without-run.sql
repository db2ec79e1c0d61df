ALTER TABLE "run_exceptions" ALTER COLUMN "run_id" DROP NOT NULL;--> statement-breakpoint
-- What parties asked of the desk is found by its parcel, and a dispute outlives the task.
UPDATE run_exceptions e SET tracking_id = s.tracking_id,
  task_id = CASE WHEN e.kind = 'choice-disputed' THEN NULL ELSE e.task_id END,
  resolved_at = CASE WHEN e.kind = 'choice-wish' AND t.status NOT IN ('assigned', 'loaded')
    THEN coalesce(e.resolved_at, now()) ELSE e.resolved_at END
FROM run_tasks t JOIN shipments s ON s.id = t.shipment_id
WHERE t.id = e.task_id AND e.kind IN ('choice-wish', 'choice-disputed', 'went-badly');
--> statement-breakpoint
-- Disputes that reached nobody: of parcels on no run.
INSERT INTO run_exceptions (id, kind, tracking_id, created_at)
SELECT gen_random_uuid(), 'choice-disputed', s.tracking_id, d.created_at
FROM (
  SELECT DISTINCT ON (shipment_id) * FROM delivery_choices WHERE kind IN ('dispute', 'unlock')
  ORDER BY shipment_id, created_at DESC, id DESC
) d JOIN shipments s ON s.id = d.shipment_id AND s.deleted_at IS NULL
WHERE d.kind = 'dispute'
  AND NOT EXISTS (SELECT FROM run_exceptions e WHERE e.tracking_id = s.tracking_id AND e.kind = 'choice-disputed');
