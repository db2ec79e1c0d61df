ALTER TABLE "bank_entries" ALTER COLUMN "key" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "bank_entries" ADD COLUMN "ids" text[] DEFAULT '{}'::text[] NOT NULL;--> statement-breakpoint
ALTER TABLE "bank_entries" ADD COLUMN "alike_of" uuid;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "bank_entries_of_day" ON "bank_entries" USING btree ("account","booked_on");