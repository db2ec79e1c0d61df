CREATE TABLE "delivery_choices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"shipment_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"of_id" uuid,
	"text" text DEFAULT '' NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"day" date,
	"party" text NOT NULL,
	"consent" integer,
	"asked_at" timestamp with time zone NOT NULL,
	"run_id" uuid,
	"run_version" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "delivery_choices_kind" CHECK (kind in ('note', 'safe-place', 'neighbour', 'day', 'hold', 'withdraw', 'dispute', 'lock', 'unlock'))
);
--> statement-breakpoint
CREATE TABLE "run_devices" (
	"run_id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "run_devices_run_id_session_id_pk" PRIMARY KEY("run_id","session_id")
);
--> statement-breakpoint
ALTER TABLE "run_tasks" ADD COLUMN "since_version" integer;--> statement-breakpoint
ALTER TABLE "delivery_choices" ADD CONSTRAINT "delivery_choices_shipment_id_shipments_id_fk" FOREIGN KEY ("shipment_id") REFERENCES "public"."shipments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delivery_choices" ADD CONSTRAINT "delivery_choices_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_devices" ADD CONSTRAINT "run_devices_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_devices" ADD CONSTRAINT "run_devices_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "delivery_choices_of_shipment" ON "delivery_choices" USING btree ("shipment_id","created_at");--> statement-breakpoint
CREATE INDEX "delivery_choices_not_erased" ON "delivery_choices" USING btree ("created_at") WHERE text <> '' or name <> '';--> statement-breakpoint
CREATE INDEX "run_devices_of_session" ON "run_devices" USING btree ("session_id");