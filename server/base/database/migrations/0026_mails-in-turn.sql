ALTER TABLE "mails" DROP CONSTRAINT "mails_state";--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "sender_id" uuid;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "is_batch" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_state" CHECK (state in ('queued', 'sent', 'failed', 'held', 'dropped'));--> statement-breakpoint
CREATE INDEX CONCURRENTLY "mails_waiting_of_sender" ON "mails" USING btree ("sender_id","is_batch") WHERE state = 'queued';--> statement-breakpoint
CREATE INDEX CONCURRENTLY "mails_in_mailbox" ON "mails" USING btree ((split_part(split_part(receiver, '@', 1), '+', 1) || '@' || split_part(receiver, '@', 2)),"created_at","sender_id") WHERE kind in ('shipment-created', 'code-replaced', 'status-changed', 'status-summary', 'delivery-attempted', 'delivery-corrected') and state <> 'held';