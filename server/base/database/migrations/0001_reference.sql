ALTER TABLE "shipments" ADD COLUMN "reference" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "shipments_words_by_week" ON "shipments" USING gin ((date_bin('7 days', created_at, '2000-01-01Z')),searchable(E'\n ' || tracking_id || E'\n ' || reference || E'\n ' || description || E'\n ' || ship_to || E'\n ' || sender_name || E'\n ' || sender_email || E'\n ' || receiver_name || E'\n ' || receiver_email) gin_trgm_ops) WHERE deleted_at is null;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "shipments_spellings_by_week";
