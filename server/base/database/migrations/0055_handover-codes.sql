CREATE TABLE "signing_keys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"generation" integer NOT NULL,
	"public_key" text NOT NULL,
	"private_key" "bytea",
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "signing_keys_generation_unique" UNIQUE("generation")
);
--> statement-breakpoint
ALTER TABLE "fact_outcomes" ADD COLUMN "code" text;--> statement-breakpoint
ALTER TABLE "run_tasks" ADD COLUMN "code_released_at" timestamp with time zone;