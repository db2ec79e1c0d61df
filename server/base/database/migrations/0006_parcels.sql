ALTER TABLE "shipments" ADD COLUMN "parcels" smallint DEFAULT 1 NOT NULL;--> statement-breakpoint
-- Not checked for what is there: all of it has the default.
ALTER TABLE "shipments" ADD CONSTRAINT "shipments_parcels" CHECK (parcels between 1 and 20) NOT VALID;