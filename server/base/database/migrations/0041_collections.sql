CREATE TABLE "collect_reports" (
	"fact_id" uuid PRIMARY KEY NOT NULL,
	"run_collection_id" uuid NOT NULL,
	"result" text NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"unlabelled" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "collected_parcels" (
	"fact_id" uuid NOT NULL,
	"tracking_id" text NOT NULL,
	"run_id" uuid NOT NULL,
	"shipment_id" uuid,
	"result" text NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"at" timestamp with time zone,
	"handed_in_at" timestamp with time zone,
	CONSTRAINT "collected_parcels_fact_id_tracking_id_pk" PRIMARY KEY("fact_id","tracking_id"),
	CONSTRAINT "collected_parcels_result" CHECK (result in ('collected', 'surprise', 'unknown', 'left'))
);
--> statement-breakpoint
CREATE TABLE "run_collections" (
	"id" uuid PRIMARY KEY NOT NULL,
	"run_id" uuid NOT NULL,
	"stop_id" uuid NOT NULL,
	"collection_id" uuid,
	"status" text DEFAULT 'open' NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "run_collections_status" CHECK (status in ('open', 'collected', 'failed', 'moved', 'cancelled'))
);
--> statement-breakpoint
CREATE TABLE "collection_rules" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"weekdays" integer[] NOT NULL,
	"from_time" text NOT NULL,
	"until_time" text NOT NULL,
	"parcels" integer NOT NULL,
	"address" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "collection_rules_window" CHECK (from_time < until_time)
);
--> statement-breakpoint
ALTER TABLE "courier_facts" DROP CONSTRAINT "courier_facts_kind";--> statement-breakpoint
ALTER TABLE "pickups" DROP CONSTRAINT "pickups_state";--> statement-breakpoint
ALTER TABLE "run_exceptions" ADD COLUMN "tracking_id" text;--> statement-breakpoint
ALTER TABLE "pickups" ADD COLUMN "kind" text DEFAULT 'pickup' NOT NULL;--> statement-breakpoint
ALTER TABLE "pickups" ADD COLUMN "name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "pickups" ADD COLUMN "phone" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "pickups" ADD COLUMN "note" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "pickups" ADD COLUMN "shipment_ids" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "pickups" ADD COLUMN "rule_id" uuid;--> statement-breakpoint
ALTER TABLE "collect_reports" ADD CONSTRAINT "collect_reports_fact_id_courier_facts_id_fk" FOREIGN KEY ("fact_id") REFERENCES "public"."courier_facts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collect_reports" ADD CONSTRAINT "collect_reports_run_collection_id_run_collections_id_fk" FOREIGN KEY ("run_collection_id") REFERENCES "public"."run_collections"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collected_parcels" ADD CONSTRAINT "collected_parcels_fact_id_courier_facts_id_fk" FOREIGN KEY ("fact_id") REFERENCES "public"."courier_facts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collected_parcels" ADD CONSTRAINT "collected_parcels_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collected_parcels" ADD CONSTRAINT "collected_parcels_shipment_id_shipments_id_fk" FOREIGN KEY ("shipment_id") REFERENCES "public"."shipments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_collections" ADD CONSTRAINT "run_collections_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_collections" ADD CONSTRAINT "run_collections_stop_id_run_stops_id_fk" FOREIGN KEY ("stop_id") REFERENCES "public"."run_stops"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_collections" ADD CONSTRAINT "run_collections_collection_id_pickups_id_fk" FOREIGN KEY ("collection_id") REFERENCES "public"."pickups"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collection_rules" ADD CONSTRAINT "collection_rules_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "collect_reports_of_collection" ON "collect_reports" USING btree ("run_collection_id");--> statement-breakpoint
CREATE INDEX "collected_parcels_of_run" ON "collected_parcels" USING btree ("run_id");--> statement-breakpoint
CREATE INDEX "collected_parcels_of_shipment" ON "collected_parcels" USING btree ("shipment_id");--> statement-breakpoint
CREATE INDEX "collected_parcels_unknown" ON "collected_parcels" USING btree ("tracking_id") WHERE result = 'unknown';--> statement-breakpoint
CREATE UNIQUE INDEX "run_collections_one_open" ON "run_collections" USING btree ("collection_id") WHERE status = 'open';--> statement-breakpoint
CREATE INDEX "run_collections_of_run" ON "run_collections" USING btree ("run_id");--> statement-breakpoint
CREATE INDEX "run_collections_of_stop" ON "run_collections" USING btree ("stop_id");--> statement-breakpoint
CREATE INDEX "run_collections_of_collection" ON "run_collections" USING btree ("collection_id");--> statement-breakpoint
CREATE UNIQUE INDEX "collection_rules_of_user" ON "collection_rules" USING btree ("user_id","address");--> statement-breakpoint
ALTER TABLE "pickups" ADD CONSTRAINT "pickups_rule_id_collection_rules_id_fk" FOREIGN KEY ("rule_id") REFERENCES "public"."collection_rules"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "run_exceptions_open_of_parcel" ON "run_exceptions" USING btree ("tracking_id") WHERE resolved_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "pickups_of_rule" ON "pickups" USING btree ("rule_id","day");--> statement-breakpoint
ALTER TABLE "courier_facts" ADD CONSTRAINT "courier_facts_kind" CHECK (kind in ('load', 'start', 'visit', 'return', 'close', 'collect', 'hand-in')) NOT VALID;--> statement-breakpoint
ALTER TABLE "pickups" ADD CONSTRAINT "pickups_kind" CHECK (kind in ('pickup', 'return'));--> statement-breakpoint
ALTER TABLE "pickups" ADD CONSTRAINT "pickups_state" CHECK (state in ('pending', 'arranged', 'declined', 'cancelled', 'done', 'failed'));