ALTER TABLE "payout_files" ADD COLUMN "downloaded" jsonb;--> statement-breakpoint
ALTER TABLE "payout_files" ADD COLUMN "discard_asked_by" uuid;--> statement-breakpoint
ALTER TABLE "payout_files" ADD CONSTRAINT "payout_files_discard_asked_by_users_id_fk" FOREIGN KEY ("discard_asked_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- The app has downloaded each file as soon as it was made.
UPDATE payout_files f SET downloaded = jsonb_build_object('at', f.created_at, 'sums', (
  SELECT coalesce(jsonb_object_agg(user_id, cents), '{}') FROM (
    SELECT t.user_id, sum(t.amount_cents) AS cents FROM payout_items i JOIN transactions t ON t.id = i.transaction_id
    WHERE i.file_id = f.id GROUP BY t.user_id) AS s))
WHERE f.discarded_at IS NULL;
