DROP INDEX "mails_personal";--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "resent_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "sent_subject" text;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "sent_text" text;--> statement-breakpoint
CREATE INDEX "mails_words" ON "mails" USING gin (lower(E'\n ' || receiver || E'\n ' || coalesce(about->>'subject', '')) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "mails_about" ON "mails" USING btree ((coalesce(about->>'shipmentId', about->>'billId')));--> statement-breakpoint
CREATE INDEX "mails_personal" ON "mails" USING btree ("receiver") WHERE kind in ('payment-required', 'withdrawal', 'message', 'verify-email', 'address-taken', 'reset-password', 'set-password');--> statement-breakpoint
-- A bill of a shipment that was deleted earlier was left open.
UPDATE bills SET deleted_at = shipments.deleted_at FROM shipments
WHERE shipments.id = bills.shipment_id AND shipments.deleted_at IS NOT NULL AND bills.deleted_at IS NULL;
