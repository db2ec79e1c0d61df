ALTER TABLE "shipment_imports" DROP CONSTRAINT "shipment_imports_state";--> statement-breakpoint
ALTER TABLE "shipment_imports" ADD COLUMN "digest" "bytea";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "erased_email_hash" "bytea";--> statement-breakpoint
CREATE INDEX "shipment_imports_digest" ON "shipment_imports" USING btree ("digest");--> statement-breakpoint
CREATE INDEX "shipments_phones" ON "shipments" USING gin ((E'\n ' || regexp_replace(sender_phone, '[^0-9]', '', 'g') || E'\n ' || regexp_replace(receiver_phone, '[^0-9]', '', 'g')) gin_trgm_ops) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "users_phone" ON "users" USING gin ((E'\n ' || regexp_replace(phone, '[^0-9]', '', 'g')) gin_trgm_ops) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "users_erased_email" ON "users" USING btree ("erased_email_hash") WHERE erased_email_hash is not null;--> statement-breakpoint
ALTER TABLE "shipment_imports" ADD CONSTRAINT "shipment_imports_state" CHECK (state in ('checked', 'running', 'done', 'undone'));