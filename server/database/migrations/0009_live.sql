-- Tells every server of a change when it is committed (LISTEN live), in the change's own transaction and by ids alone. Who is
-- to hear of it is decided by the servers. A message has 8,000 bytes at most, hence the portions. What comes by the ten
-- thousand in one statement is a restored database, which nobody is looking at.
CREATE FUNCTION tell_of_new_shipments() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Nobody has one of them on the screen yet: only the lists have changed that they belong in.
  PERFORM pg_notify('live', json_build_object('owners', coalesce(json_agg(owner) FILTER (WHERE owner IS NOT NULL), '[]'))::text)
  FROM (
    SELECT owner, row_number() OVER () / 100 AS portion
    FROM (SELECT DISTINCT unnest(ARRAY[sender_id, receiver_id]) AS owner FROM inserted) AS owners
  ) AS portions
  GROUP BY portion HAVING (SELECT count(*) FROM inserted) < 10000;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER shipments_tell_inserted AFTER INSERT ON shipments
  REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION tell_of_new_shipments();
--> statement-breakpoint
-- Whoever owned it before is told as well: it leaves their lists.
CREATE FUNCTION tell_of_shipments() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('live', json_build_object('shipment', id, 'open', true, 'owners', array_remove(
    ARRAY[updated.sender_id, updated.receiver_id, outdated.sender_id, outdated.receiver_id], NULL))::text)
  FROM updated JOIN outdated USING (id)
  WHERE (SELECT count(*) FROM updated) < 10000;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER shipments_tell_updated AFTER UPDATE ON shipments
  REFERENCING NEW TABLE AS updated OLD TABLE AS outdated FOR EACH STATEMENT EXECUTE FUNCTION tell_of_shipments();
--> statement-breakpoint
-- The first entry of a shipment is written in the transaction that creates it: that has been told already.
CREATE FUNCTION tell_of_activities() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('live', json_build_object('shipment', s.id, 'owners', array_remove(ARRAY[s.sender_id, s.receiver_id], NULL))::text)
  FROM inserted JOIN shipments AS s ON s.id = inserted.shipment_id
  WHERE s.created_at < now() AND (SELECT count(*) FROM inserted) < 10000;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER activities_tell_inserted AFTER INSERT ON activities
  REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION tell_of_activities();
--> statement-breakpoint
CREATE FUNCTION tell_of_bill() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('live', json_build_object('shipment', id, 'owners', array_remove(ARRAY[sender_id, receiver_id, NEW.user_id], NULL))::text)
  FROM shipments WHERE id = NEW.shipment_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER bills_tell AFTER INSERT OR UPDATE ON bills FOR EACH ROW EXECUTE FUNCTION tell_of_bill();
--> statement-breakpoint
CREATE FUNCTION tell_of_transaction() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('live', json_build_object('owners', json_build_array(NEW.user_id))::text);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER transactions_tell AFTER INSERT OR UPDATE ON transactions FOR EACH ROW EXECUTE FUNCTION tell_of_transaction();
--> statement-breakpoint
-- What a stream was opened with does not hold any more: it ends, and whoever held it comes back through the guards.
CREATE FUNCTION tell_of_session() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('live', json_build_object('session', OLD.id)::text);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER sessions_tell_ended AFTER DELETE ON sessions FOR EACH ROW EXECUTE FUNCTION tell_of_session();
--> statement-breakpoint
CREATE FUNCTION tell_of_rights() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('live', json_build_object('person', NEW.id)::text);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER users_tell_rights AFTER UPDATE ON users FOR EACH ROW
  WHEN ((OLD.verified, OLD.manager, OLD.deleted_at) IS DISTINCT FROM (NEW.verified, NEW.manager, NEW.deleted_at))
  EXECUTE FUNCTION tell_of_rights();
