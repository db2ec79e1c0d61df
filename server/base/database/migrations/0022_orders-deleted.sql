ALTER TABLE "drafts" ADD COLUMN "connection_id" uuid;--> statement-breakpoint
ALTER TABLE "drafts" ADD COLUMN "order_id" text;--> statement-breakpoint
ALTER TABLE "drafts" ADD CONSTRAINT "drafts_connection_id_shop_connections_id_fk" FOREIGN KEY ("connection_id") REFERENCES "public"."shop_connections"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
-- An open page of drafts hears of new and withdrawn ones: its owner's only.
CREATE FUNCTION tell_of_drafts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('live', json_build_object('draftsOf', user_id)::text)
  FROM (SELECT DISTINCT user_id FROM changed WHERE (SELECT count(*) FROM changed) < 10000) AS owners;
  RETURN NULL;
END $$;
CREATE TRIGGER drafts_tell_inserted AFTER INSERT ON drafts
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_of_drafts();
CREATE TRIGGER drafts_tell_updated AFTER UPDATE ON drafts
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_of_drafts();
CREATE TRIGGER drafts_tell_deleted AFTER DELETE ON drafts
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_of_drafts();
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "drafts_of_order" ON "drafts" USING btree ("connection_id","order_id");