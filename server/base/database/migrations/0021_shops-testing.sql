CREATE TABLE "test_shipments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tracking_id" text NOT NULL,
	"reference" text DEFAULT '' NOT NULL,
	"description" text NOT NULL,
	"status" text DEFAULT 'in-progress' NOT NULL,
	"service" text NOT NULL,
	"dimensions" text NOT NULL,
	"weight" text NOT NULL,
	"parcels" smallint DEFAULT 1 NOT NULL,
	"value_cents" bigint NOT NULL,
	"fee_cents" bigint NOT NULL,
	"ship_to" text NOT NULL,
	"weight_g" integer,
	"length_mm" integer,
	"width_mm" integer,
	"height_mm" integer,
	"address" jsonb,
	"ship_date" timestamp with time zone NOT NULL,
	"delivery_date" timestamp with time zone,
	"sender_name" text NOT NULL,
	"sender_country" text DEFAULT '' NOT NULL,
	"sender_email" text NOT NULL,
	"sender_phone" text NOT NULL,
	"receiver_name" text NOT NULL,
	"receiver_country" text DEFAULT '' NOT NULL,
	"receiver_email" text NOT NULL,
	"receiver_phone" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"event_sequence" integer DEFAULT 0 NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"user_id" uuid NOT NULL,
	"events" jsonb NOT NULL,
	CONSTRAINT "test_shipments_trackingId_unique" UNIQUE("tracking_id"),
	CONSTRAINT "test_shipments_status" CHECK (status in ('in-progress', 'shipped', 'delivery', 'held', 'delivered', 'cancelled', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "pickups" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"day" date NOT NULL,
	"from_time" text NOT NULL,
	"until_time" text NOT NULL,
	"parcels" integer NOT NULL,
	"address" text NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "pickups_state" CHECK (state in ('pending', 'arranged', 'cancelled')),
	CONSTRAINT "pickups_window" CHECK (from_time < until_time),
	CONSTRAINT "pickups_parcels" CHECK (parcels > 0)
);
--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "is_test" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD COLUMN "is_test" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "webhook_events" ADD COLUMN "test_shipment_id" uuid;--> statement-breakpoint
ALTER TABLE "test_shipments" ADD CONSTRAINT "test_shipments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pickups" ADD CONSTRAINT "pickups_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "test_shipments_of_user" ON "test_shipments" USING btree ("user_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "test_shipments_by_reference" ON "test_shipments" USING btree ("user_id","reference");--> statement-breakpoint
CREATE INDEX "test_shipments_age" ON "test_shipments" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "pickups_pending" ON "pickups" USING btree ("user_id","day","address") WHERE state = 'pending';--> statement-breakpoint
CREATE INDEX "pickups_to_arrange" ON "pickups" USING btree ("day","id") WHERE state = 'pending';--> statement-breakpoint
CREATE INDEX "pickups_of_user" ON "pickups" USING btree ("user_id","day" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "pickups_age" ON "pickups" USING btree ("day");--> statement-breakpoint
ALTER TABLE "webhook_events" ADD CONSTRAINT "webhook_events_test_shipment_id_test_shipments_id_fk" FOREIGN KEY ("test_shipment_id") REFERENCES "public"."test_shipments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_events_test_sequence" ON "webhook_events" USING btree ("test_shipment_id","sequence") WHERE test_shipment_id is not null;