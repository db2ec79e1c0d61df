ALTER TABLE "delivery_choices" DROP CONSTRAINT "delivery_choices_kind";--> statement-breakpoint
ALTER TABLE "delivery_choices" ADD CONSTRAINT "delivery_choices_kind" CHECK (kind in ('note', 'safe-place', 'neighbour', 'day', 'hold', 'address', 'withdraw', 'dispute', 'lock', 'unlock', 'went-well', 'went-badly', 'bring-back', 'try-again', 'discard'));--> statement-breakpoint
-- As before, without what somebody has decided since its last visit (the rule is decisionIn’s). Nobody has left at the depot
-- what never came there, and a scan by mistake is none.
CREATE OR REPLACE FUNCTION work_of_shipment(shipment uuid, shipment_status text, created timestamptz, OUT work text, OUT since timestamptz)
LANGUAGE plpgsql STABLE AS $$
DECLARE
  task text;
  task_since timestamptz;
  result text;
  why text;
  visited timestamptz;
  visit uuid;
  decided text;
  about uuid;
BEGIN
  IF shipment_status IN ('delivered', 'cancelled') THEN RETURN; END IF;
  SELECT t.status, t.changed_at INTO task, task_since FROM run_tasks t WHERE t.shipment_id = shipment
    ORDER BY t.status IN ('assigned', 'loaded') DESC, t.id DESC LIMIT 1;
  IF task IN ('assigned', 'loaded') THEN RETURN; END IF;
  IF task IS NOT NULL THEN
    SELECT o.result, o.reason, f.occurred_at, f.id INTO result, why, visited, visit
      FROM fact_outcomes o JOIN courier_facts f ON f.id = o.fact_id
      WHERE o.shipment_id = shipment AND o.result IN ('delivered', 'failed')
      ORDER BY f.occurred_at DESC, f.created_at DESC, f.id DESC LIMIT 1;
  END IF;
  SELECT c.kind, c.of_id INTO decided, about FROM delivery_choices c
    WHERE c.shipment_id = shipment AND c.kind IN ('bring-back', 'try-again', 'discard') AND NOT EXISTS (
      SELECT FROM delivery_choices w WHERE w.shipment_id = shipment AND w.kind = 'withdraw' AND w.of_id = c.id)
    ORDER BY c.created_at DESC, c.id DESC LIMIT 1;
  IF task = 'missing' THEN
    work := 'missing'; since := task_since;
  ELSIF shipment_status = 'failed' AND decided IN ('bring-back', 'discard') THEN
    RETURN;
  ELSIF result = 'failed' AND why IN
    ('consignee_incorrect_address', 'consignee_refused', 'carrier_damaged_parcel', 'carrier_parcel_lost',
      'refuses_to_pay')
    AND (shipment_status = 'failed' OR (decided = 'try-again' AND about = visit) IS NOT TRUE) THEN
    work := 'decide'; since := visited;
  ELSIF shipment_status = 'failed' THEN
    work := 'decide';
    since := coalesce((SELECT max(a.occurred_at) FROM activities a WHERE a.shipment_id = shipment AND a.kind = 'status'), created);
  ELSIF result = 'failed' THEN
    work := 'try-again'; since := visited;
  ELSIF shipment_status = 'in-progress' AND task IS NULL
    AND NOT EXISTS (SELECT FROM activities a WHERE a.shipment_id = shipment AND a.kind <> 'created') THEN
    work := 'never-scanned'; since := created;
  ELSIF shipment_status = 'in-progress' AND task IS DISTINCT FROM 'returned' AND parcels_at_sender(shipment) <> 0 THEN
    work := 'never-scanned'; since := created;
  ELSIF task IN ('left', 'returned') THEN
    work := 'left-out'; since := task_since;
  END IF;
END $$;
--> statement-breakpoint
CREATE TRIGGER delivery_choices_work_inserted AFTER INSERT ON delivery_choices
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION follow_work();--> statement-breakpoint
SELECT set_work_of(array_agg(s.id)) FROM shipments s WHERE s.work = 'left-out' AND s.status = 'in-progress' HAVING count(*) > 0;
