ALTER TABLE "mails" ADD COLUMN "digest_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "sms" ADD COLUMN "gathered_in" uuid;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "digest" text DEFAULT 'hour' NOT NULL;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "mails_waiting_for" ON "mails" USING btree ("receiver","id") WHERE state = 'queued';--> statement-breakpoint
CREATE INDEX CONCURRENTLY "shipments_by_door" ON "shipments" USING btree (md5(lower(shipments.ship_to))) WHERE shipments.status in ('in-progress', 'shipped', 'delivery', 'held') and shipments.deleted_at is null;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_digest" CHECK (digest in ('hour', 'day'));