ALTER TABLE "places" DROP CONSTRAINT "places_source";--> statement-breakpoint
ALTER TABLE "places" ADD CONSTRAINT "places_source" CHECK (source in ('courier', 'given', 'geocoder', 'unknown'));