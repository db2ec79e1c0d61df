CREATE TABLE "returns" (
	"id" uuid PRIMARY KEY NOT NULL,
	"shipment_id" uuid NOT NULL,
	"return_id" uuid,
	"status" text NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"idempotency_key" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "returns_status" CHECK (status in ('asked', 'declined', 'created')),
	CONSTRAINT "returns_created" CHECK ((status = 'created') = (return_id is not null))
);
--> statement-breakpoint
ALTER TABLE "rates" ADD COLUMN "return_fee_cents" bigint;--> statement-breakpoint
ALTER TABLE "shop_settings" ADD COLUMN "returns" jsonb;--> statement-breakpoint
ALTER TABLE "returns" ADD CONSTRAINT "returns_shipment_id_shipments_id_fk" FOREIGN KEY ("shipment_id") REFERENCES "public"."shipments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "returns" ADD CONSTRAINT "returns_return_id_shipments_id_fk" FOREIGN KEY ("return_id") REFERENCES "public"."shipments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "returns_of_shipment" ON "returns" USING btree ("shipment_id");--> statement-breakpoint
CREATE UNIQUE INDEX "returns_asked" ON "returns" USING btree ("shipment_id") WHERE status = 'asked';--> statement-breakpoint
CREATE UNIQUE INDEX "returns_made" ON "returns" USING btree ("return_id") WHERE return_id is not null;--> statement-breakpoint
ALTER TABLE "rates" ADD CONSTRAINT "rates_return_fee" CHECK (return_fee_cents >= 0);