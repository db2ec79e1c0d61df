ALTER TABLE "sms" ADD COLUMN "link_claim" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "shipments" ADD COLUMN "sender_claim" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "shipments" ADD COLUMN "receiver_claim" integer DEFAULT 1 NOT NULL;