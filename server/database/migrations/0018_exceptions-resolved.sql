ALTER TABLE "run_exceptions" ADD COLUMN "resolved_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "run_exceptions" ADD COLUMN "resolved_by" uuid;--> statement-breakpoint
ALTER TABLE "run_exceptions" ADD COLUMN "note" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "run_exceptions" ADD CONSTRAINT "run_exceptions_resolved_by_users_id_fk" FOREIGN KEY ("resolved_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "run_exceptions_open" ON "run_exceptions" USING btree ("created_at","id") WHERE resolved_at is null;--> statement-breakpoint
CREATE INDEX "run_exceptions_open_of_task" ON "run_exceptions" USING btree ("task_id") WHERE resolved_at is null;--> statement-breakpoint
CREATE INDEX "run_exceptions_open_of_fact" ON "run_exceptions" USING btree ("fact_id") WHERE resolved_at is null;--> statement-breakpoint
CREATE INDEX "run_exceptions_noted" ON "run_exceptions" USING btree ("resolved_at") WHERE note <> '';