DROP INDEX "users_newest";--> statement-breakpoint
ALTER TABLE "audit_entries" ADD COLUMN "user_id" uuid;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_entries_of_user" ON "audit_entries" USING btree ("user_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "users_newest" ON "users" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE deleted_at is null;--> statement-breakpoint
-- What was written before the column was there; this one time, entries are completed.
ALTER TABLE "audit_entries" DISABLE TRIGGER "audit_entries_append_only";--> statement-breakpoint
UPDATE "audit_entries" SET "user_id" = "entity_id" WHERE "entity" = 'user';--> statement-breakpoint
UPDATE "audit_entries" SET "user_id" = "transactions"."user_id" FROM "transactions"
WHERE "audit_entries"."entity" = 'transaction' AND "transactions"."id" = "audit_entries"."entity_id";--> statement-breakpoint
ALTER TABLE "audit_entries" ENABLE TRIGGER "audit_entries_append_only";
