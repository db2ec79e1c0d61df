CREATE TABLE "print_files" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"order" jsonb NOT NULL,
	"is_drawn" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "print_items" (
	"print_id" uuid NOT NULL,
	"shipment_id" uuid NOT NULL,
	CONSTRAINT "print_items_print_id_shipment_id_pk" PRIMARY KEY("print_id","shipment_id")
);
--> statement-breakpoint
CREATE TABLE "prints" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"document" text NOT NULL,
	"copies" smallint NOT NULL,
	"shipments" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "prints_document" CHECK (document in ('labels', 'handover', 'missed-cards', 'run-sheet'))
);
--> statement-breakpoint
ALTER TABLE "shipments" ADD COLUMN "printed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "print_files" ADD CONSTRAINT "print_files_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "print_items" ADD CONSTRAINT "print_items_print_id_prints_id_fk" FOREIGN KEY ("print_id") REFERENCES "public"."prints"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "print_items" ADD CONSTRAINT "print_items_shipment_id_shipments_id_fk" FOREIGN KEY ("shipment_id") REFERENCES "public"."shipments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prints" ADD CONSTRAINT "prints_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "print_files_age" ON "print_files" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "print_items_of_shipment" ON "print_items" USING btree ("shipment_id");--> statement-breakpoint
CREATE INDEX "prints_newest" ON "prints" USING btree ("at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX CONCURRENTLY "shipments_not_printed" ON "shipments" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"status") WHERE printed_at is null and deleted_at is null;