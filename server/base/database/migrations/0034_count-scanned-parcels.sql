ALTER TABLE "run_tasks" ADD COLUMN "loaded_parcels" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "run_tasks" ADD COLUMN "returned_parcels" integer DEFAULT 0 NOT NULL;