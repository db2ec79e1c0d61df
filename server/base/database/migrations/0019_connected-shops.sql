CREATE TABLE "shop_connections" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"secret" "bytea",
	"parcel" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"order_at" timestamp with time zone,
	"order_reference" text DEFAULT '' NOT NULL,
	"order_outcome" text,
	"problem_at" timestamp with time zone,
	"problem" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "shop_connections_kind" CHECK (kind in ('woocommerce', 'shopify'))
);
--> statement-breakpoint
ALTER TABLE "drafts" DROP CONSTRAINT "drafts_confirmed";--> statement-breakpoint
ALTER TABLE "drafts" ADD COLUMN "source_changed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "shop_connections" ADD CONSTRAINT "shop_connections_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "shop_connections_of_user" ON "shop_connections" USING btree ("user_id");--> statement-breakpoint
ALTER TABLE "drafts" ADD CONSTRAINT "drafts_confirmed" CHECK (fields is null or shipment_id is null);