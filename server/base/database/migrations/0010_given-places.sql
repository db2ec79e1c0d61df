ALTER TABLE "places" DROP CONSTRAINT "places_source";--> statement-breakpoint
ALTER TABLE "eta_calibrations" ADD COLUMN "checks" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "places" ADD CONSTRAINT "places_source" CHECK (source in ('courier', 'given', 'geocoder', 'unknown'));