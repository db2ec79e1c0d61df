CREATE TABLE "recurring_orders" (
	"shipment_id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"weekdays" smallint[] NOT NULL,
	"done_on" date NOT NULL,
	"problem" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "recurring_orders_weekdays" CHECK (weekdays <@ '{1,2,3,4,5,6,7}' and weekdays <> '{}')
);
--> statement-breakpoint
ALTER TABLE "recurring_orders" ADD CONSTRAINT "recurring_orders_shipment_id_shipments_id_fk" FOREIGN KEY ("shipment_id") REFERENCES "public"."shipments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recurring_orders" ADD CONSTRAINT "recurring_orders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "recurring_orders_of_shop" ON "recurring_orders" USING btree ("user_id");