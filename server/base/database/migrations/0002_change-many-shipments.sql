CREATE TABLE "bulk_items" (
	"operation_id" uuid NOT NULL,
	"shipment_id" uuid NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"reason" text,
	"status_version" integer NOT NULL,
	"status" text,
	"undo" jsonb,
	CONSTRAINT "bulk_items_operation_id_shipment_id_pk" PRIMARY KEY("operation_id","shipment_id"),
	CONSTRAINT "bulk_items_state" CHECK (state in ('waiting', 'done', 'skipped', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "bulk_operations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"change" jsonb NOT NULL,
	"emails" text NOT NULL,
	"total" integer NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"skipped" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"undoes" uuid,
	"request_id" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "bulk_operations_undoes_unique" UNIQUE("undoes"),
	CONSTRAINT "bulk_operations_emails" CHECK (emails in ('each', 'summary', 'none'))
);
--> statement-breakpoint
ALTER TABLE "bulk_items" ADD CONSTRAINT "bulk_items_operation_id_bulk_operations_id_fk" FOREIGN KEY ("operation_id") REFERENCES "public"."bulk_operations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_items" ADD CONSTRAINT "bulk_items_shipment_id_shipments_id_fk" FOREIGN KEY ("shipment_id") REFERENCES "public"."shipments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_operations" ADD CONSTRAINT "bulk_operations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_operations" ADD CONSTRAINT "bulk_operations_undoes_bulk_operations_id_fk" FOREIGN KEY ("undoes") REFERENCES "public"."bulk_operations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bulk_operations_newest" ON "bulk_operations" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);