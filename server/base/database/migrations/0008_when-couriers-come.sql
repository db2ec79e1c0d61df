CREATE TABLE "eta_calibrations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"z" double precision NOT NULL,
	"share" double precision,
	"is_on" boolean NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "eta_checks" (
	"run_id" uuid NOT NULL,
	"shipment_id" uuid NOT NULL,
	"shown_at" timestamp with time zone NOT NULL,
	"shown_from" timestamp with time zone NOT NULL,
	"shown_to" timestamp with time zone NOT NULL,
	"last_visit" timestamp with time zone NOT NULL,
	"each" integer NOT NULL,
	"stops_before" integer NOT NULL,
	"came_at" timestamp with time zone,
	CONSTRAINT "eta_checks_run_id_shipment_id_pk" PRIMARY KEY("run_id","shipment_id")
);
--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "usual_pace" integer;--> statement-breakpoint
ALTER TABLE "eta_checks" ADD CONSTRAINT "eta_checks_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "eta_checks" ADD CONSTRAINT "eta_checks_shipment_id_shipments_id_fk" FOREIGN KEY ("shipment_id") REFERENCES "public"."shipments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "eta_checks_newest" ON "eta_checks" USING btree ("came_at") WHERE came_at is not null;--> statement-breakpoint
CREATE INDEX "eta_checks_shown" ON "eta_checks" USING btree ("shown_at");