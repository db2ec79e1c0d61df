ALTER TABLE "mails" DROP CONSTRAINT "mails_state";--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "deliveries" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE INDEX "mails_in_state" ON "mails" USING btree ("state","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_state" CHECK (state in ('queued', 'sent', 'failed', 'dropped'));