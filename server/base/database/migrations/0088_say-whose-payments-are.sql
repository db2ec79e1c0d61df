CREATE TABLE "bank_moves" (
	"id" uuid PRIMARY KEY NOT NULL,
	"entry_id" uuid NOT NULL,
	"method" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"moved_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "bank_moves_method" CHECK (method in ('cash', 'card'))
);
--> statement-breakpoint
ALTER TABLE "bills" ADD COLUMN "short_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "bank_entries" ADD COLUMN "counter_account" text;--> statement-breakpoint
ALTER TABLE "bank_entries" ADD COLUMN "payer_id" uuid;--> statement-breakpoint
ALTER TABLE "bank_moves" ADD CONSTRAINT "bank_moves_entry_id_bank_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."bank_entries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_moves" ADD CONSTRAINT "bank_moves_moved_by_users_id_fk" FOREIGN KEY ("moved_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bank_moves_of_entry" ON "bank_moves" USING btree ("entry_id");--> statement-breakpoint
ALTER TABLE "bank_entries" ADD CONSTRAINT "bank_entries_payer_id_users_id_fk" FOREIGN KEY ("payer_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE TRIGGER bank_moves_append_only BEFORE UPDATE OR DELETE ON bank_moves
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER bank_moves_no_truncate BEFORE TRUNCATE ON bank_moves
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "bank_entries_of_payer" ON "bank_entries" USING btree ("counter_account") WHERE payer_id is not null;