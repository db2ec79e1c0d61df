CREATE TABLE "evidence_checks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"balances" integer NOT NULL,
	"counters" integer NOT NULL,
	"heads" integer NOT NULL,
	"differences" jsonb NOT NULL,
	"chain_checked_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "evidence_heads" (
	"number" integer PRIMARY KEY NOT NULL,
	"covers_from" timestamp with time zone,
	"up_to" timestamp with time zone NOT NULL,
	"audit_rows" integer NOT NULL,
	"audit_digest" "bytea" NOT NULL,
	"ledger_rows" integer NOT NULL,
	"ledger_digest" "bytea" NOT NULL,
	"digest" "bytea" NOT NULL,
	"signature" "bytea" NOT NULL,
	"public_key" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "known_devices" (
	"ticket_hash" "bytea" NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "known_devices_ticket_hash_user_id_pk" PRIMARY KEY("ticket_hash","user_id")
);
--> statement-breakpoint
ALTER TABLE "activities" ADD COLUMN "input_hash" "bytea";--> statement-breakpoint
ALTER TABLE "known_devices" ADD CONSTRAINT "known_devices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "evidence_checks_newest" ON "evidence_checks" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "known_devices_of_user" ON "known_devices" USING btree ("user_id");--> statement-breakpoint
CREATE TRIGGER evidence_heads_append_only BEFORE UPDATE OR DELETE ON evidence_heads
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER evidence_heads_no_truncate BEFORE TRUNCATE ON evidence_heads
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
