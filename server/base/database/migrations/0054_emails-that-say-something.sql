DROP INDEX IF EXISTS "mails_by_mailbox";--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "listed_in" uuid;--> statement-breakpoint
ALTER TABLE "run_tasks" ADD COLUMN "nearing_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "mails_held" ON "mails" USING btree ("receiver") WHERE state = 'held';--> statement-breakpoint
CREATE INDEX CONCURRENTLY "mails_by_mailbox" ON "mails" USING btree ((split_part(split_part(receiver, '@', 1), '+', 1) || '@' || split_part(receiver, '@', 2)),"created_at","sender_id") WHERE state <> 'held';