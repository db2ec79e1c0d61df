DROP INDEX IF EXISTS "mails_by_mailbox";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "mails_by_mailbox" ON "mails" USING btree ((split_part(split_part(receiver, '@', 1), '+', 1) || '@' || split_part(receiver, '@', 2)),"created_at","sender_id") WHERE kind in ('shipment-created', 'code-replaced', 'status-changed', 'status-summary', 'arrived', 'delivery-attempted', 'delivery-corrected', 'cod-receipt', 'return-declined', 'return-collection') and state <> 'held';--> statement-breakpoint
-- As before, with one reason more that somebody decides about.
CREATE OR REPLACE FUNCTION work_of_shipment(shipment uuid, shipment_status text, created timestamptz, OUT work text, OUT since timestamptz)
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
    ('consignee_incorrect_address', 'consignee_refused', 'carrier_damaged_parcel', 'carrier_parcel_lost',
      'refuses_to_pay') THEN
    work := 'decide'; since := visited;
  ELSIF shipment_status = 'failed' THEN
    work := 'decide';
    since := coalesce((SELECT max(a.occurred_at) FROM activities a WHERE a.shipment_id = shipment AND a.kind = 'status'), created);
  ELSIF result = 'failed' THEN
    work := 'try-again'; since := visited;
  ELSIF task IN ('left', 'returned') THEN
    work := 'left-out'; since := task_since;
  ELSIF task IS NULL AND shipment_status = 'in-progress'
    AND NOT EXISTS (SELECT FROM activities a WHERE a.shipment_id = shipment AND a.kind <> 'created') THEN
    work := 'never-scanned'; since := created;
  END IF;
END $$;
