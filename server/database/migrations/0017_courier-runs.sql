CREATE TABLE "courier_facts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"courier_id" uuid NOT NULL,
	"run_id" uuid NOT NULL,
	"stop_id" uuid,
	"occurred_at" timestamp with time zone NOT NULL,
	"earliest_at" timestamp with time zone,
	"run_version" integer NOT NULL,
	"input_hash" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "courier_facts_kind" CHECK (kind in ('load', 'start', 'visit', 'return', 'close'))
);
--> statement-breakpoint
CREATE TABLE "fact_outcomes" (
	"fact_id" uuid NOT NULL,
	"task_id" uuid NOT NULL,
	"shipment_id" uuid NOT NULL,
	"result" text NOT NULL,
	"method" text,
	"reason" text,
	"supersedes" uuid,
	CONSTRAINT "fact_outcomes_fact_id_task_id_pk" PRIMARY KEY("fact_id","task_id"),
	CONSTRAINT "fact_outcomes_result" CHECK (result in ('loaded', 'left', 'delivered', 'failed', 'returned', 'missing'))
);
--> statement-breakpoint
CREATE TABLE "run_exceptions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"run_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"task_id" uuid,
	"fact_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "run_stops" (
	"id" uuid PRIMARY KEY NOT NULL,
	"run_id" uuid NOT NULL,
	"sequence" integer NOT NULL,
	"place" text NOT NULL,
	"name" text NOT NULL,
	"phone" text NOT NULL,
	"address" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "run_tasks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"run_id" uuid NOT NULL,
	"stop_id" uuid NOT NULL,
	"shipment_id" uuid NOT NULL,
	"status" text DEFAULT 'assigned' NOT NULL,
	"loaded_at" timestamp with time zone,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "run_tasks_status" CHECK (status in ('assigned', 'loaded', 'delivered', 'returned', 'left', 'missing', 'moved', 'cancelled'))
);
--> statement-breakpoint
CREATE TABLE "runs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"day" date NOT NULL,
	"name" text NOT NULL,
	"courier_id" uuid NOT NULL,
	"status" text DEFAULT 'planned' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"started_at" timestamp with time zone,
	"closed_at" timestamp with time zone,
	"last_heard_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "runs_status" CHECK (status in ('planned', 'released', 'active', 'closed', 'cancelled'))
);
--> statement-breakpoint
CREATE TABLE "visit_proofs" (
	"visit_id" uuid NOT NULL,
	"sha256" "bytea" NOT NULL,
	"stored_sha256" "bytea",
	"kind" text NOT NULL,
	"type" text NOT NULL,
	"size" integer NOT NULL,
	"shipment_ids" uuid[] NOT NULL,
	"storage_key" text,
	"received_at" timestamp with time zone,
	"missing_at" timestamp with time zone,
	"erased_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "visit_proofs_visit_id_sha256_pk" PRIMARY KEY("visit_id","sha256"),
	CONSTRAINT "visit_proofs_kind" CHECK (kind in ('photo', 'signature'))
);
--> statement-breakpoint
CREATE TABLE "visit_words" (
	"visit_id" uuid PRIMARY KEY NOT NULL,
	"recipient" text NOT NULL,
	"note" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "shipments" ADD COLUMN "proof" jsonb;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "courier" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "courier_facts" ADD CONSTRAINT "courier_facts_courier_id_users_id_fk" FOREIGN KEY ("courier_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "courier_facts" ADD CONSTRAINT "courier_facts_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "courier_facts" ADD CONSTRAINT "courier_facts_stop_id_run_stops_id_fk" FOREIGN KEY ("stop_id") REFERENCES "public"."run_stops"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fact_outcomes" ADD CONSTRAINT "fact_outcomes_fact_id_courier_facts_id_fk" FOREIGN KEY ("fact_id") REFERENCES "public"."courier_facts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fact_outcomes" ADD CONSTRAINT "fact_outcomes_task_id_run_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."run_tasks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fact_outcomes" ADD CONSTRAINT "fact_outcomes_shipment_id_shipments_id_fk" FOREIGN KEY ("shipment_id") REFERENCES "public"."shipments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_exceptions" ADD CONSTRAINT "run_exceptions_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_exceptions" ADD CONSTRAINT "run_exceptions_task_id_run_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."run_tasks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_exceptions" ADD CONSTRAINT "run_exceptions_fact_id_courier_facts_id_fk" FOREIGN KEY ("fact_id") REFERENCES "public"."courier_facts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_stops" ADD CONSTRAINT "run_stops_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_tasks" ADD CONSTRAINT "run_tasks_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_tasks" ADD CONSTRAINT "run_tasks_stop_id_run_stops_id_fk" FOREIGN KEY ("stop_id") REFERENCES "public"."run_stops"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_tasks" ADD CONSTRAINT "run_tasks_shipment_id_shipments_id_fk" FOREIGN KEY ("shipment_id") REFERENCES "public"."shipments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "runs" ADD CONSTRAINT "runs_courier_id_users_id_fk" FOREIGN KEY ("courier_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visit_proofs" ADD CONSTRAINT "visit_proofs_visit_id_courier_facts_id_fk" FOREIGN KEY ("visit_id") REFERENCES "public"."courier_facts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visit_words" ADD CONSTRAINT "visit_words_visit_id_courier_facts_id_fk" FOREIGN KEY ("visit_id") REFERENCES "public"."courier_facts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "courier_facts_of_run" ON "courier_facts" USING btree ("run_id");--> statement-breakpoint
CREATE INDEX "courier_facts_newest" ON "courier_facts" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "fact_outcomes_of_task" ON "fact_outcomes" USING btree ("task_id");--> statement-breakpoint
CREATE INDEX "fact_outcomes_of_shipment" ON "fact_outcomes" USING btree ("shipment_id");--> statement-breakpoint
CREATE INDEX "run_exceptions_of_run" ON "run_exceptions" USING btree ("run_id");--> statement-breakpoint
CREATE INDEX "run_stops_of_run" ON "run_stops" USING btree ("run_id","sequence");--> statement-breakpoint
CREATE UNIQUE INDEX "run_tasks_one_open" ON "run_tasks" USING btree ("shipment_id") WHERE status in ('assigned', 'loaded');--> statement-breakpoint
CREATE INDEX "run_tasks_of_run" ON "run_tasks" USING btree ("run_id");--> statement-breakpoint
CREATE INDEX "run_tasks_of_stop" ON "run_tasks" USING btree ("stop_id");--> statement-breakpoint
CREATE INDEX "run_tasks_of_shipment" ON "run_tasks" USING btree ("shipment_id");--> statement-breakpoint
CREATE UNIQUE INDEX "runs_one_active" ON "runs" USING btree ("courier_id") WHERE status = 'active';--> statement-breakpoint
CREATE INDEX "runs_of_day" ON "runs" USING btree ("day","id");--> statement-breakpoint
CREATE INDEX "runs_of_courier" ON "runs" USING btree ("courier_id","status");--> statement-breakpoint
CREATE INDEX "runs_under_way" ON "runs" USING btree ("id") WHERE status = 'active';--> statement-breakpoint
CREATE INDEX "visit_proofs_awaited" ON "visit_proofs" USING btree ("created_at") WHERE received_at is null and missing_at is null;--> statement-breakpoint
CREATE INDEX "visit_proofs_stored" ON "visit_proofs" USING btree ("created_at") WHERE storage_key is not null;--> statement-breakpoint
CREATE INDEX "users_couriers" ON "users" USING btree ("id") WHERE courier and deleted_at is null;--> statement-breakpoint
CREATE TRIGGER courier_facts_append_only BEFORE UPDATE OR DELETE ON courier_facts
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER courier_facts_no_truncate BEFORE TRUNCATE ON courier_facts
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER fact_outcomes_append_only BEFORE UPDATE OR DELETE ON fact_outcomes
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER fact_outcomes_no_truncate BEFORE TRUNCATE ON fact_outcomes
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- Every change of a run also updates its row, so one trigger is enough.
CREATE FUNCTION tell_of_run() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('live', json_build_object('run', NEW.id, 'courier', NEW.courier_id)::text);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER runs_tell AFTER INSERT OR UPDATE ON runs FOR EACH ROW EXECUTE FUNCTION tell_of_run();
--> statement-breakpoint
DROP TRIGGER users_tell_rights ON users;
--> statement-breakpoint
CREATE TRIGGER users_tell_rights AFTER UPDATE ON users FOR EACH ROW
  WHEN ((OLD.verified, OLD.manager, OLD.courier, OLD.deleted_at) IS DISTINCT FROM
    (NEW.verified, NEW.manager, NEW.courier, NEW.deleted_at))
  EXECUTE FUNCTION tell_of_rights();
