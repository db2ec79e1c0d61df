-- What a shop polls for is in the order of commits: a change gets its time last of all, while a poll waits for it.
CREATE FUNCTION change_lock(shop uuid) RETURNS integer LANGUAGE sql IMMUTABLE AS $$
  SELECT hashtext(shop::text) & 255
$$;

CREATE FUNCTION stamp_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  shop uuid := to_jsonb(NEW) ->> TG_ARGV[0];
BEGIN
  PERFORM pg_advisory_xact_lock_shared(7229, change_lock(shop));
  -- Without a key, nobody polls. After the lock: a key made before a poll is seen here.
  IF EXISTS (SELECT FROM api_keys WHERE user_id = shop) THEN
    -- Nobody is told, and nothing counted, once more.
    PERFORM set_config('waybill.sets_work', 'on', true), set_config('waybill.rekeys', 'on', true);
    EXECUTE format('UPDATE %I SET updated_at = clock_timestamp() WHERE id = $1 AND updated_at = now()', TG_TABLE_NAME)
      USING NEW.id;
    PERFORM set_config('waybill.sets_work', 'off', true), set_config('waybill.rekeys', 'off', true);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER shipments_stamp AFTER INSERT OR UPDATE ON shipments DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.updated_at = now() AND NEW.sender_id IS NOT NULL) EXECUTE FUNCTION stamp_change('sender_id');
CREATE CONSTRAINT TRIGGER test_shipments_stamp AFTER INSERT OR UPDATE ON test_shipments DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.updated_at = now()) EXECUTE FUNCTION stamp_change('user_id');
--> statement-breakpoint
-- Up to when a poll sees all changes: those that have a time have ended, and what follows gets a later one.
CREATE FUNCTION changes_until(shop uuid) RETURNS timestamptz LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(7229, change_lock(shop));
  RETURN clock_timestamp();
END $$;
