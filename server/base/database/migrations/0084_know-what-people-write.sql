ALTER TABLE "sms" ADD COLUMN "reply" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "csv_style" text DEFAULT 'comma' NOT NULL;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "sms_answered" ON "sms" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE reply is not null;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_csv_style" CHECK (csv_style in ('comma', 'semicolon'));