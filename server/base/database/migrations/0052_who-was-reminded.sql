ALTER TABLE "balances" ADD COLUMN "reminded_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "bills_open" ON "bills" USING btree ("user_id") WHERE paid_at is null and deleted_at is null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "balances_owed" ON "balances" USING btree ("user_id") WHERE total_cents < 0;