ALTER TABLE "shipments" ADD COLUMN "time_window" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "courier_limits" jsonb;--> statement-breakpoint
ALTER TABLE "test_shipments" ADD COLUMN "time_window" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "mails_by_mailbox" ON "mails" USING btree ((split_part(split_part(receiver, '@', 1), '+', 1) || '@' || split_part(receiver, '@', 2)),"created_at","sender_id") WHERE kind in ('shipment-created', 'code-replaced', 'status-changed', 'status-summary', 'arrived', 'delivery-attempted', 'delivery-corrected', 'return-declined') and state <> 'held';--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "mails_per_mailbox";