CREATE TABLE "day_figures" (
	"day" date NOT NULL,
	"subject" text NOT NULL,
	"subject_id" text COLLATE "C" NOT NULL,
	"measure" text NOT NULL,
	"part" text NOT NULL,
	"count" bigint NOT NULL,
	"sum" bigint NOT NULL,
	CONSTRAINT "day_figures_subject_subject_id_measure_day_part_pk" PRIMARY KEY("subject","subject_id","measure","day","part")
);
--> statement-breakpoint
CREATE TABLE "figure_changes" (
	"day" date NOT NULL,
	"measure" text NOT NULL,
	"part" text NOT NULL,
	"courier_id" uuid,
	"customer_id" uuid,
	"district" text,
	"count" bigint NOT NULL,
	"sum" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "figure_sources" (
	"id" uuid PRIMARY KEY NOT NULL,
	"figures" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "figure_zone" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"zone" text NOT NULL
);
--> statement-breakpoint
CREATE INDEX "figure_changes_of_measure" ON "figure_changes" USING btree ("measure","day");
--> statement-breakpoint
-- Whose figures something counts in.
CREATE FUNCTION figure_subjects(courier_id uuid, customer_id uuid, district text)
RETURNS TABLE (subject text, subject_id text) LANGUAGE sql IMMUTABLE AS $$
  SELECT * FROM (VALUES
    ('all', ''), ('courier', courier_id::text), ('customer', customer_id::text), ('district', district),
    ('customer-district', customer_id || ' ' || district)
  ) AS figures (subject, subject_id)
  WHERE subject_id IS NOT NULL
$$;
