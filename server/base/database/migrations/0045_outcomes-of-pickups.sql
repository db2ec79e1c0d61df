ALTER TABLE "pickups" ADD COLUMN "outcome" text;--> statement-breakpoint
ALTER TABLE "pickups" ADD CONSTRAINT "pickups_outcome" CHECK (outcome in ('done', 'failed'));