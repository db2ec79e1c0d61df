DROP INDEX "runs_under_way";--> statement-breakpoint
CREATE INDEX "run_stops_not_erased" ON "run_stops" USING btree ("run_id") WHERE place <> '';--> statement-breakpoint
CREATE INDEX "runs_open" ON "runs" USING btree ("id") WHERE status in ('planned', 'released', 'active');