CREATE TABLE "prepayments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"shipment_id" uuid NOT NULL,
	"entry_id" uuid NOT NULL,
	"amount_cents" bigint NOT NULL,
	"deposit_id" uuid,
	"fee_id" uuid,
	"is_large" boolean DEFAULT false NOT NULL,
	"booked_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "prepayments_amount" CHECK (amount_cents <> 0)
);
--> statement-breakpoint
ALTER TABLE "payment_references" ALTER COLUMN "user_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_references" ADD COLUMN "shipment_id" uuid;--> statement-breakpoint
ALTER TABLE "shipments" ADD COLUMN "prepaid_cents" bigint;--> statement-breakpoint
ALTER TABLE "test_shipments" ADD COLUMN "prepaid_cents" bigint;--> statement-breakpoint
ALTER TABLE "prepayments" ADD CONSTRAINT "prepayments_shipment_id_shipments_id_fk" FOREIGN KEY ("shipment_id") REFERENCES "public"."shipments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prepayments" ADD CONSTRAINT "prepayments_entry_id_bank_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."bank_entries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prepayments" ADD CONSTRAINT "prepayments_deposit_id_transactions_id_fk" FOREIGN KEY ("deposit_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prepayments" ADD CONSTRAINT "prepayments_fee_id_transactions_id_fk" FOREIGN KEY ("fee_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prepayments" ADD CONSTRAINT "prepayments_booked_by_users_id_fk" FOREIGN KEY ("booked_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "prepayments_of_shipment" ON "prepayments" USING btree ("shipment_id");--> statement-breakpoint
CREATE INDEX "prepayments_of_deposit" ON "prepayments" USING btree ("deposit_id");--> statement-breakpoint
CREATE INDEX "prepayments_of_entry" ON "prepayments" USING btree ("entry_id");--> statement-breakpoint
ALTER TABLE "payment_references" ADD CONSTRAINT "payment_references_shipment_id_shipments_id_fk" FOREIGN KEY ("shipment_id") REFERENCES "public"."shipments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "payment_references_of_shipment" ON "payment_references" USING btree ("shipment_id");--> statement-breakpoint
CREATE TRIGGER prepayments_append_only BEFORE UPDATE OR DELETE ON prepayments
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER prepayments_no_truncate BEFORE TRUNCATE ON prepayments
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE FUNCTION refer_to_shipment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO payment_references (reference, shipment_id)
  VALUES (new_payment_reference(), NEW.id) ON CONFLICT (shipment_id) DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER shipments_with_cod_have_a_payment_reference AFTER INSERT ON shipments
  FOR EACH ROW WHEN (NEW.cod_cents IS NOT NULL) EXECUTE FUNCTION refer_to_shipment();
--> statement-breakpoint
CREATE TRIGGER shipments_given_cod_have_a_payment_reference AFTER UPDATE OF cod_cents ON shipments
  FOR EACH ROW WHEN (NEW.cod_cents IS NOT NULL) EXECUTE FUNCTION refer_to_shipment();
--> statement-breakpoint
INSERT INTO payment_references (reference, shipment_id)
SELECT new_payment_reference(), id FROM shipments
WHERE cod_cents IS NOT NULL AND status NOT IN ('delivered', 'cancelled') AND deleted_at IS NULL
ON CONFLICT DO NOTHING;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "shipments_to_refund" ON "shipments" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE prepaid_cents is not null and (status = 'cancelled' or (status = 'failed' and work is null)) and deleted_at is null;