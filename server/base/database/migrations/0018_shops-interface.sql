CREATE TABLE "api_keys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"hash" "bytea" NOT NULL,
	"ending" text NOT NULL,
	"scopes" text[] NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp with time zone,
	"expires_at" timestamp with time zone,
	CONSTRAINT "api_keys_hash_unique" UNIQUE("hash")
);
--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"endpoint_id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"series" uuid NOT NULL,
	"attempt" smallint NOT NULL,
	"status" smallint,
	"ms" integer NOT NULL,
	"answer" text DEFAULT '' NOT NULL,
	"problem" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "webhook_deliveries_attempt" UNIQUE("series","attempt"),
	CONSTRAINT "webhook_deliveries_ms" CHECK (ms >= 0)
);
--> statement-breakpoint
CREATE TABLE "webhook_endpoints" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"url" text NOT NULL,
	"events" text[] NOT NULL,
	"state" text DEFAULT 'on' NOT NULL,
	"problem" text DEFAULT '' NOT NULL,
	"secret" "bytea" NOT NULL,
	"former_secret" "bytea",
	"former_until" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "webhook_endpoints_state" CHECK (state in ('on', 'paused', 'failing', 'off'))
);
--> statement-breakpoint
CREATE TABLE "webhook_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"shipment_id" uuid,
	"sequence" integer NOT NULL,
	"payload" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "webhook_events_sequence" UNIQUE("shipment_id","sequence")
);
--> statement-breakpoint
ALTER TABLE "shipments" ADD COLUMN "event_sequence" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "shipments" ADD COLUMN "updated_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_endpoint_id_webhook_endpoints_id_fk" FOREIGN KEY ("endpoint_id") REFERENCES "public"."webhook_endpoints"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_event_id_webhook_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."webhook_events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_events" ADD CONSTRAINT "webhook_events_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_events" ADD CONSTRAINT "webhook_events_shipment_id_shipments_id_fk" FOREIGN KEY ("shipment_id") REFERENCES "public"."shipments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- What is to do concerns managers only.
CREATE FUNCTION set_shipment_updated_at() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('waybill.sets_work', true) IS DISTINCT FROM 'on' THEN
    NEW.updated_at := now();
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER shipments_set_updated_at BEFORE UPDATE ON shipments
  FOR EACH ROW EXECUTE FUNCTION set_shipment_updated_at();
--> statement-breakpoint
-- What has changed elsewhere is told from there: an activity only to those who may see it.
CREATE OR REPLACE FUNCTION tell_of_shipments() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('waybill.only_touches', true) = 'on' THEN
    RETURN NULL;
  END IF;
  IF current_setting('waybill.sets_work', true) = 'on' THEN
    PERFORM pg_notify('live', json_build_object('owners', '[]'::json)::text) FROM updated LIMIT 1;
    RETURN NULL;
  END IF;
  PERFORM pg_notify('live', json_build_object('shipment', id, 'open', true, 'owners', array_remove(
    ARRAY[updated.sender_id, updated.receiver_id, outdated.sender_id, outdated.receiver_id], NULL))::text)
  FROM updated JOIN outdated USING (id)
  WHERE (SELECT count(*) FROM updated) < 10000;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Only shops ask what has changed since.
CREATE FUNCTION touch_shipment(touched uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('waybill.only_touches', 'on', true);
  UPDATE shipments SET updated_at = now() WHERE id = touched AND sender_id IS NOT NULL;
  PERFORM set_config('waybill.only_touches', 'off', true);
END $$;
--> statement-breakpoint
CREATE INDEX "api_keys_of_user" ON "api_keys" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_of_endpoint" ON "webhook_deliveries" USING btree ("endpoint_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "webhook_deliveries_of_event" ON "webhook_deliveries" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "webhook_endpoints_of_user" ON "webhook_endpoints" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "webhook_events_of_user" ON "webhook_events" USING btree ("user_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "webhook_events_age" ON "webhook_events" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "shipments_updated_by_sender" ON "shipments" USING btree ("sender_id","updated_at") WHERE sender_id is not null and deleted_at is null;