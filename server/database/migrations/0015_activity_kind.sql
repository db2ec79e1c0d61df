-- Older servers run beside this and write no kind: a trigger takes it from their comment, as they read it themselves.
-- Everything here can run twice, because the first half is committed on its own.
ALTER TABLE "activities" ADD COLUMN IF NOT EXISTS "kind" text;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION activity_kind(comment text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
    WHEN comment = 'Label created' THEN 'created'
    WHEN comment LIKE 'Status changed to %' THEN 'status'
    ELSE 'location'
  END
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION fill_activity_kind() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.kind := activity_kind(NEW.comment);
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER activities_fill_kind BEFORE INSERT ON activities
  FOR EACH ROW WHEN (NEW.kind IS NULL) EXECUTE FUNCTION fill_activity_kind();
--> statement-breakpoint
-- Lets go of the table: filling a large one takes minutes, and nobody who reads or adds an entry may wait for that.
COMMIT;
--> statement-breakpoint
BEGIN;
--> statement-breakpoint
UPDATE activities SET kind = activity_kind(comment) WHERE kind IS NULL;
--> statement-breakpoint
ALTER TABLE "activities" ALTER COLUMN "kind" SET NOT NULL;
