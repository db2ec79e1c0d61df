CREATE TABLE "shipment_import_rows" (
	"import_id" uuid NOT NULL,
	"line" integer NOT NULL,
	"fields" jsonb,
	"cells" jsonb,
	"problems" jsonb,
	"shipment_id" uuid,
	CONSTRAINT "shipment_import_rows_import_id_line_pk" PRIMARY KEY("import_id","line"),
	CONSTRAINT "shipment_import_rows_verdict" CHECK ((fields is null) = (problems is not null))
);
--> statement-breakpoint
CREATE TABLE "shipment_imports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"file_name" text NOT NULL,
	"state" text DEFAULT 'checked' NOT NULL,
	"scope" text,
	"rows" integer NOT NULL,
	"good" integer NOT NULL,
	"created" integer DEFAULT 0 NOT NULL,
	"request_id" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "shipment_imports_state" CHECK (state in ('checked', 'running', 'done'))
);
--> statement-breakpoint
ALTER TABLE "shipment_import_rows" ADD CONSTRAINT "shipment_import_rows_import_id_shipment_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."shipment_imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shipment_import_rows" ADD CONSTRAINT "shipment_import_rows_shipment_id_shipments_id_fk" FOREIGN KEY ("shipment_id") REFERENCES "public"."shipments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shipment_imports" ADD CONSTRAINT "shipment_imports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "shipment_import_rows_bad" ON "shipment_import_rows" USING btree ("import_id","line") WHERE problems is not null;--> statement-breakpoint
CREATE INDEX "shipment_imports_newest" ON "shipment_imports" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);