CREATE TABLE "place_samples" (
	"id" uuid PRIMARY KEY NOT NULL,
	"place_key" "bytea" NOT NULL,
	"lat" double precision NOT NULL,
	"lng" double precision NOT NULL,
	"waits" boolean NOT NULL,
	"taken_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "places" (
	"key" "bytea" PRIMARY KEY NOT NULL,
	"street_key" "bytea",
	"postcode_key" "bytea",
	"house" integer,
	"lat" double precision,
	"lng" double precision,
	"radius" integer NOT NULL,
	"source" text NOT NULL,
	"samples" integer DEFAULT 0 NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "places_source" CHECK (source in ('courier', 'geocoder', 'unknown')),
	CONSTRAINT "places_known" CHECK ((source = 'unknown') = (lat is null) and (lat is null) = (lng is null))
);
--> statement-breakpoint
ALTER TABLE "place_samples" ADD CONSTRAINT "place_samples_place_key_places_key_fk" FOREIGN KEY ("place_key") REFERENCES "public"."places"("key") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "place_samples_of_place" ON "place_samples" USING btree ("place_key","taken_at");--> statement-breakpoint
CREATE INDEX "place_samples_age" ON "place_samples" USING btree ("taken_at");--> statement-breakpoint
CREATE INDEX "places_of_street" ON "places" USING btree ("street_key");--> statement-breakpoint
CREATE INDEX "places_of_postcode" ON "places" USING btree ("postcode_key");