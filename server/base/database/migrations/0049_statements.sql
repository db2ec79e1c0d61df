CREATE TABLE "statement_entries" (
	"ledger_entry_id" uuid PRIMARY KEY NOT NULL,
	"statement_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "statement_numbers" (
	"kind" text NOT NULL,
	"year" integer NOT NULL,
	"last" integer NOT NULL,
	CONSTRAINT "statement_numbers_kind_year_pk" PRIMARY KEY("kind","year")
);
--> statement-breakpoint
CREATE TABLE "statements" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"year" integer NOT NULL,
	"number" integer NOT NULL,
	"sequence" integer NOT NULL,
	"from_day" date NOT NULL,
	"until_day" date NOT NULL,
	"opening_cents" bigint NOT NULL,
	"closing_cents" bigint NOT NULL,
	"credited_id" uuid,
	"facts" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "statements_number" UNIQUE("kind","year","number"),
	CONSTRAINT "statements_of_user" UNIQUE("user_id","sequence"),
	CONSTRAINT "statements_kind" CHECK (kind in ('statement', 'credit-note')),
	CONSTRAINT "statements_credited" CHECK ((kind = 'credit-note') = (credited_id is not null))
);
--> statement-breakpoint
ALTER TABLE "shop_settings" ADD COLUMN "statements" jsonb;--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "statement_id" uuid;--> statement-breakpoint
ALTER TABLE "statement_entries" ADD CONSTRAINT "statement_entries_ledger_entry_id_ledger_entries_id_fk" FOREIGN KEY ("ledger_entry_id") REFERENCES "public"."ledger_entries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statement_entries" ADD CONSTRAINT "statement_entries_statement_id_statements_id_fk" FOREIGN KEY ("statement_id") REFERENCES "public"."statements"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statements" ADD CONSTRAINT "statements_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statements" ADD CONSTRAINT "statements_credited_id_statements_id_fk" FOREIGN KEY ("credited_id") REFERENCES "public"."statements"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "statement_entries_of_statement" ON "statement_entries" USING btree ("statement_id");--> statement-breakpoint
CREATE TRIGGER statements_append_only BEFORE UPDATE OR DELETE ON statements
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER statements_no_truncate BEFORE TRUNCATE ON statements
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER statement_entries_append_only BEFORE UPDATE OR DELETE ON statement_entries
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER statement_entries_no_truncate BEFORE TRUNCATE ON statement_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
