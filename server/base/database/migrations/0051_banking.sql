CREATE TABLE "bank_entries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"account" text NOT NULL,
	"booked_on" date NOT NULL,
	"amount_cents" bigint NOT NULL,
	"name" text NOT NULL,
	"text" text NOT NULL,
	"reference" text,
	"state" text DEFAULT 'open' NOT NULL,
	"decided_by" uuid,
	"decided_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "bank_entries_key" UNIQUE("key"),
	CONSTRAINT "bank_entries_state" CHECK (state in ('open', 'booked', 'aside'))
);
--> statement-breakpoint
CREATE TABLE "payout_files" (
	"id" uuid PRIMARY KEY NOT NULL,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"discarded_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "payout_items" (
	"transaction_id" uuid PRIMARY KEY NOT NULL,
	"file_id" uuid NOT NULL
);
--> statement-breakpoint
DROP INDEX IF EXISTS "mails_by_mailbox";--> statement-breakpoint
ALTER TABLE "bank_entries" ADD CONSTRAINT "bank_entries_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_files" ADD CONSTRAINT "payout_files_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_items" ADD CONSTRAINT "payout_items_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_items" ADD CONSTRAINT "payout_items_file_id_payout_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."payout_files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bank_entries_newest" ON "bank_entries" USING btree ("booked_on","id");--> statement-breakpoint
CREATE INDEX "bank_entries_open" ON "bank_entries" USING btree ("booked_on","id") WHERE state = 'open';--> statement-breakpoint
CREATE INDEX "payout_items_of_file" ON "payout_items" USING btree ("file_id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "mails_by_mailbox" ON "mails" USING btree ((split_part(split_part(receiver, '@', 1), '+', 1) || '@' || split_part(receiver, '@', 2)),"created_at","sender_id") WHERE kind in ('shipment-created', 'code-replaced', 'status-changed', 'status-summary', 'arrived', 'delivery-attempted', 'delivery-corrected', 'return-declined', 'return-collection') and state <> 'held';