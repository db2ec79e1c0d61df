CREATE TABLE "brand_files" (
	"id" uuid PRIMARY KEY NOT NULL,
	"number" integer GENERATED ALWAYS AS IDENTITY (sequence name "brand_files_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"bytes" "bytea",
	"changed_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "brand_files_name" CHECK (name in ('logo', 'logo-dark', 'icon', 'terms', 'privacy', 'imprint'))
);
--> statement-breakpoint
ALTER TABLE "brand_files" ADD CONSTRAINT "brand_files_changed_by_users_id_fk" FOREIGN KEY ("changed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "brand_files_of_name" ON "brand_files" USING btree ("name","number" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX CONCURRENTLY "audit_entries_of_settings" ON "audit_entries" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE entity = 'setting';