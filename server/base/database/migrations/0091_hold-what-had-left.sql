CREATE TABLE "held_payouts" (
	"marked_id" uuid NOT NULL,
	"file_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"amount_cents" bigint NOT NULL,
	"entered_id" uuid,
	"released_by" uuid,
	"released_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "held_payouts_marked_id_file_id_pk" PRIMARY KEY("marked_id","file_id")
);
--> statement-breakpoint
CREATE TABLE "restores" (
	"id" uuid PRIMARY KEY NOT NULL,
	"found" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "statement_numbers" ADD COLUMN "skipped" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "held_payouts" ADD CONSTRAINT "held_payouts_entered_id_transactions_id_fk" FOREIGN KEY ("entered_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "held_payouts" ADD CONSTRAINT "held_payouts_released_by_users_id_fk" FOREIGN KEY ("released_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "held_payouts_of_user" ON "held_payouts" USING btree ("user_id") WHERE released_at is null;