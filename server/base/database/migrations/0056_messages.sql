CREATE TABLE "message_choices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"shipment_id" uuid,
	"party" text,
	"mail" text[] NOT NULL,
	"sms" text[] NOT NULL,
	"push" text[] NOT NULL,
	CONSTRAINT "message_choices_userId_unique" UNIQUE("user_id"),
	CONSTRAINT "message_choices_of_party" UNIQUE("shipment_id","party"),
	CONSTRAINT "message_choices_one" CHECK ((user_id is null) = (shipment_id is not null and party is not null))
);
--> statement-breakpoint
CREATE TABLE "sms" (
	"id" uuid PRIMARY KEY NOT NULL,
	"shipment_id" uuid NOT NULL,
	"event" text NOT NULL,
	"number" text NOT NULL,
	"day" date NOT NULL,
	"undoable" jsonb NOT NULL,
	"state" text DEFAULT 'queued' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"segments" integer DEFAULT 0 NOT NULL,
	"cost_micros" bigint DEFAULT 0 NOT NULL,
	"gateway_id" text,
	"last_error" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp with time zone,
	"link_hash" "bytea",
	"link_device" "bytea",
	"link_tries" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "sms_linkHash_unique" UNIQUE("link_hash"),
	CONSTRAINT "sms_once" UNIQUE("shipment_id","event","number","day"),
	CONSTRAINT "sms_state" CHECK (state in ('queued', 'sending', 'sent', 'delivered', 'failed', 'unknown', 'dropped'))
);
--> statement-breakpoint
CREATE TABLE "sms_stops" (
	"number_hash" "bytea" PRIMARY KEY NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "message_choices" ADD CONSTRAINT "message_choices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_choices" ADD CONSTRAINT "message_choices_shipment_id_shipments_id_fk" FOREIGN KEY ("shipment_id") REFERENCES "public"."shipments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sms" ADD CONSTRAINT "sms_shipment_id_shipments_id_fk" FOREIGN KEY ("shipment_id") REFERENCES "public"."shipments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sms_newest" ON "sms" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "sms_in_state" ON "sms" USING btree ("state","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "sms_sent" ON "sms" USING btree ("sent_at");--> statement-breakpoint
-- What people have chosen by status goes on as what they are told of. Servers of the release before still write there.
CREATE FUNCTION events_of_statuses(statuses text[]) RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
	SELECT coalesce(array_agg(event ORDER BY place), '{}') FROM (VALUES
		('in-progress', 'created', 1), ('shipped', 'shipped', 2), ('delivery', 'out', 3), ('delivery', 'missed', 4),
		('held', 'ready', 5), ('delivered', 'delivered', 6), ('cancelled', 'cancelled', 7), ('failed', 'failed', 8)
	) AS known (status, event, place) WHERE status = ANY(statuses)
$$;
--> statement-breakpoint
CREATE FUNCTION carry_over_preferences() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO message_choices (id, user_id, mail, sms, push)
	VALUES (gen_random_uuid(), NEW.user_id, events_of_statuses(NEW.mail), '{out,missed,ready,code}', events_of_statuses(NEW.push))
	ON CONFLICT (user_id) DO UPDATE SET mail = excluded.mail, push = excluded.push;
	RETURN NULL;
END $$;
--> statement-breakpoint
INSERT INTO message_choices (id, user_id, mail, sms, push)
SELECT gen_random_uuid(), user_id, events_of_statuses(mail), '{out,missed,ready,code}', events_of_statuses(push) FROM notification_preferences;
--> statement-breakpoint
CREATE TRIGGER carry_over_preferences AFTER INSERT OR UPDATE ON notification_preferences
FOR EACH ROW EXECUTE FUNCTION carry_over_preferences();
