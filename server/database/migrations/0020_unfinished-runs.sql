DROP INDEX "runs_under_way";--> statement-breakpoint
CREATE INDEX "run_stops_not_erased" ON "run_stops" USING btree ("run_id") WHERE place <> '';--> statement-breakpoint
CREATE INDEX "runs_open" ON "runs" USING btree ("id") WHERE status in ('planned', 'released', 'active');--> statement-breakpoint
-- Before, a late report could leave a parcel open in a run that had ended, where nobody could move it.
UPDATE "run_tasks" SET "status" = 'left' FROM "runs" WHERE "runs"."id" = "run_tasks"."run_id" AND "runs"."status" IN ('closed', 'cancelled') AND "run_tasks"."status" IN ('assigned', 'loaded');
