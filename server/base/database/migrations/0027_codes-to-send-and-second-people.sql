ALTER TABLE "shipments" ALTER COLUMN "sender_code" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "shipments" ALTER COLUMN "receiver_code" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "proposal" jsonb;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "shipments_without_code" ON "shipments" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE (sender_code is null or receiver_code is null) and status not in ('delivered', 'cancelled') and deleted_at is null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "transactions_to_approve" ON "transactions" USING btree ("created_at","id") WHERE proposal is not null and deleted_at is null;