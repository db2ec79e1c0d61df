CREATE TABLE "backups" (
	"id" uuid PRIMARY KEY NOT NULL,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	"folder" text NOT NULL,
	"bytes" bigint,
	"problem" text
);
--> statement-breakpoint
CREATE TABLE "hash_keys" (
	"only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"sealed" "bytea" NOT NULL,
	CONSTRAINT "hash_keys_one" CHECK ("only")
);
--> statement-breakpoint
CREATE INDEX "backups_newest" ON "backups" USING btree ("started_at" DESC NULLS FIRST);
--> statement-breakpoint
-- Encrypting codes again (npm run rekey) changes nothing that is counted, or that anyone sees.
CREATE OR REPLACE TRIGGER shipments_count_updated AFTER UPDATE ON shipments
  REFERENCING NEW TABLE AS updated OLD TABLE AS outdated FOR EACH STATEMENT
  WHEN (current_setting('waybill.rekeys', true) IS DISTINCT FROM 'on') EXECUTE FUNCTION count_shipments();
CREATE OR REPLACE TRIGGER shipments_tell_updated AFTER UPDATE ON shipments
  REFERENCING NEW TABLE AS updated OLD TABLE AS outdated FOR EACH STATEMENT
  WHEN (current_setting('waybill.rekeys', true) IS DISTINCT FROM 'on') EXECUTE FUNCTION tell_of_shipments();
--> statement-breakpoint
-- A head can be signed again with a new key. What it says stays.
CREATE OR REPLACE TRIGGER evidence_heads_append_only BEFORE DELETE OR UPDATE OF number, covers_from, up_to, audit_rows,
  audit_digest, ledger_rows, ledger_digest, digest, created_at ON evidence_heads
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
