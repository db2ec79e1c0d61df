ALTER TABLE "sms" DROP CONSTRAINT "sms_once";--> statement-breakpoint
ALTER TABLE "sms" ADD CONSTRAINT "sms_once" UNIQUE("shipment_id","event","number","day","link_claim");