-- A picture arrives after its visit, or never does, and expires later: the pages that show the visit read it again.
CREATE FUNCTION tell_of_proof() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('live', json_build_object('shipment', id, 'owners', array_remove(ARRAY[sender_id, receiver_id], NULL))::text)
  FROM shipments WHERE id = ANY(NEW.shipment_ids);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER visit_proofs_tell AFTER UPDATE ON visit_proofs FOR EACH ROW EXECUTE FUNCTION tell_of_proof();
