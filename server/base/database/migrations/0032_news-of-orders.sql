ALTER TABLE "drafts" ADD COLUMN "said" jsonb;--> statement-breakpoint
ALTER TABLE "drafts" ADD COLUMN "news" jsonb;--> statement-breakpoint
ALTER TABLE "drafts" ADD COLUMN "news_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "drafts_with_news" ON "drafts" USING btree ("user_id") WHERE news is not null;