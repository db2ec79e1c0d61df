-- Trusted since PostgreSQL 13: whoever owns the database may create it.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
DROP INDEX "audit_entries_of_entity";--> statement-breakpoint
DROP INDEX "bills_of_user";--> statement-breakpoint
DROP INDEX "mails_newest";--> statement-breakpoint
DROP INDEX "mails_in_state";--> statement-breakpoint
DROP INDEX "shipments_newest";--> statement-breakpoint
DROP INDEX "shipments_by_sender";--> statement-breakpoint
DROP INDEX "shipments_by_receiver";--> statement-breakpoint
DROP INDEX "transactions_of_user";--> statement-breakpoint
CREATE INDEX "shipments_by_status" ON "shipments" USING btree ("status","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "shipments_words" ON "shipments" USING gin (lower(E'\n ' || tracking_id || E'\n ' || description || E'\n ' || sender_name || E'\n ' || sender_email || E'\n ' || receiver_name || E'\n ' || receiver_email) gin_trgm_ops) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "audit_entries_of_entity" ON "audit_entries" USING btree ("entity","entity_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "bills_of_user" ON "bills" USING btree ("user_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "mails_newest" ON "mails" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "mails_in_state" ON "mails" USING btree ("state","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "shipments_newest" ON "shipments" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "shipments_by_sender" ON "shipments" USING btree ("sender_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"status") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "shipments_by_receiver" ON "shipments" USING btree ("receiver_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"status") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "transactions_of_user" ON "transactions" USING btree ("user_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE deleted_at is null;