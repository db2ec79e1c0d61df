ALTER TABLE "bulk_items" ADD COLUMN "is_notified" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "mails_per_mailbox" ON "mails" USING btree ((split_part(split_part(receiver, '@', 1), '+', 1) || '@' || split_part(receiver, '@', 2)),"created_at","sender_id") WHERE kind in ('shipment-created', 'code-replaced', 'status-changed', 'status-summary', 'arrived', 'delivery-attempted', 'delivery-corrected') and state <> 'held';--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "mails_in_mailbox";
