CREATE TABLE "book_export_lines" (
	"voucher" integer PRIMARY KEY NOT NULL,
	"entry_id" uuid NOT NULL,
	"part" text NOT NULL,
	"day" date NOT NULL,
	"kind" text NOT NULL,
	"cents" bigint NOT NULL,
	"reason" text NOT NULL,
	"document" jsonb,
	CONSTRAINT "book_export_lines_entry" UNIQUE("entry_id","part")
);
--> statement-breakpoint
CREATE TABLE "book_exports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"format" text NOT NULL,
	"from_day" date NOT NULL,
	"until_day" date NOT NULL,
	"first_voucher" integer NOT NULL,
	"last_voucher" integer NOT NULL,
	"facts" jsonb NOT NULL,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "book_exports_format" CHECK (format in ('sie', 'datev', 'csv'))
);
--> statement-breakpoint
ALTER TABLE "cod_payments" ADD COLUMN "rounding_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "book_exports" ADD CONSTRAINT "book_exports_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE TRIGGER book_exports_append_only BEFORE UPDATE OR DELETE ON book_exports
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER book_exports_no_truncate BEFORE TRUNCATE ON book_exports
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER book_export_lines_append_only BEFORE UPDATE OR DELETE ON book_export_lines
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER book_export_lines_no_truncate BEFORE TRUNCATE ON book_export_lines
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
DROP TRIGGER cod_payments_append_only ON cod_payments;
--> statement-breakpoint
CREATE TRIGGER cod_payments_append_only BEFORE DELETE OR UPDATE OF id, fact_id, shipment_id, run_id, method, amount_cents,
  rounding_cents, reverses, deposit_id, created_at ON cod_payments FOR EACH ROW EXECUTE FUNCTION refuse_change();
