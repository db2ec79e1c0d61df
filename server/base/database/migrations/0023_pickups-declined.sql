ALTER TABLE "pickups" DROP CONSTRAINT "pickups_state";--> statement-breakpoint
ALTER TABLE "pickups" ADD COLUMN "reason" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "pickups" ADD CONSTRAINT "pickups_state" CHECK (state in ('pending', 'arranged', 'declined', 'cancelled'));