CREATE TABLE "drafts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"source" text NOT NULL,
	"external_id" text,
	"reference" text DEFAULT '' NOT NULL,
	"fields" jsonb,
	"origin" jsonb,
	"is_valid" boolean NOT NULL,
	"is_edited" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"shipment_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "drafts_source" CHECK (source in ('form', 'file', 'woocommerce', 'shopify')),
	CONSTRAINT "drafts_confirmed" CHECK ((fields is null) = (shipment_id is not null))
);
--> statement-breakpoint
CREATE TABLE "rates" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"max_grams" integer NOT NULL,
	"country" text,
	"postcode" text DEFAULT '' NOT NULL,
	"fee_cents" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "rates_zone" UNIQUE NULLS NOT DISTINCT("user_id","country","postcode","max_grams"),
	CONSTRAINT "rates_fee" CHECK (fee_cents >= 0),
	CONSTRAINT "rates_weight" CHECK (max_grams > 0),
	CONSTRAINT "rates_postcode" CHECK (postcode = '' or country is not null)
);
--> statement-breakpoint
CREATE TABLE "shop_settings" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"sender_name" text DEFAULT '' NOT NULL,
	"sender_phone" text DEFAULT '' NOT NULL,
	"sender_country" text DEFAULT '' NOT NULL,
	"mappings" jsonb DEFAULT '[]'::jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "shipments" ADD COLUMN "weight_g" integer;--> statement-breakpoint
ALTER TABLE "shipments" ADD COLUMN "length_mm" integer;--> statement-breakpoint
ALTER TABLE "shipments" ADD COLUMN "width_mm" integer;--> statement-breakpoint
ALTER TABLE "shipments" ADD COLUMN "height_mm" integer;--> statement-breakpoint
ALTER TABLE "shipments" ADD COLUMN "address" jsonb;--> statement-breakpoint
ALTER TABLE "shipments" ADD COLUMN "fee_transaction_id" uuid;--> statement-breakpoint
ALTER TABLE "drafts" ADD CONSTRAINT "drafts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drafts" ADD CONSTRAINT "drafts_shipment_id_shipments_id_fk" FOREIGN KEY ("shipment_id") REFERENCES "public"."shipments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rates" ADD CONSTRAINT "rates_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shop_settings" ADD CONSTRAINT "shop_settings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "drafts_external" ON "drafts" USING btree ("user_id","source","external_id");--> statement-breakpoint
CREATE INDEX "drafts_of_user" ON "drafts" USING btree ("user_id","created_at" DESC NULLS FIRST,"id") WHERE shipment_id is null;--> statement-breakpoint
CREATE INDEX "drafts_age" ON "drafts" USING btree ("changed_at");--> statement-breakpoint
CREATE INDEX "drafts_of_shipment" ON "drafts" USING btree ("shipment_id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "shipments_by_reference" ON "shipments" USING btree ("sender_id","reference") WHERE reference <> '' and deleted_at is null;