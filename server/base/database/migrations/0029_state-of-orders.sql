ALTER TABLE "shop_connections" ADD COLUMN "seen_states" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "shop_connections" ADD COLUMN "accepted_states" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "drafts" ADD COLUMN "withheld" jsonb;--> statement-breakpoint
ALTER TABLE "drafts" ADD COLUMN "is_taken" boolean DEFAULT false NOT NULL;