CREATE TABLE "cash_counts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"run_id" uuid NOT NULL,
	"expected_cash_cents" bigint NOT NULL,
	"expected_card_cents" bigint NOT NULL,
	"counted_cash_cents" bigint NOT NULL,
	"counted_card_cents" bigint NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"counted_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "cod_payments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"fact_id" uuid NOT NULL,
	"shipment_id" uuid NOT NULL,
	"run_id" uuid NOT NULL,
	"method" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"reverses" uuid,
	"deposit_id" uuid,
	"count_id" uuid,
	"fee_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "cod_payments_method" CHECK (method in ('cash', 'card')),
	CONSTRAINT "cod_payments_amount" CHECK (amount_cents <> 0 and (amount_cents < 0) = (reverses is not null))
);
--> statement-breakpoint
ALTER TABLE "courier_facts" ADD COLUMN "cash_cents" bigint;--> statement-breakpoint
ALTER TABLE "fact_outcomes" ADD COLUMN "paid_method" text;--> statement-breakpoint
ALTER TABLE "fact_outcomes" ADD COLUMN "paid_cents" bigint;--> statement-breakpoint
ALTER TABLE "shipments" ADD COLUMN "cod_cents" bigint;--> statement-breakpoint
ALTER TABLE "shipments" ADD COLUMN "cod_fee_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "rates" ADD COLUMN "cod_fee_cents" bigint;--> statement-breakpoint
ALTER TABLE "shop_settings" ADD COLUMN "cod_limit_cents" bigint;--> statement-breakpoint
ALTER TABLE "test_shipments" ADD COLUMN "cod_cents" bigint;--> statement-breakpoint
ALTER TABLE "test_shipments" ADD COLUMN "cod_fee_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "cash_counts" ADD CONSTRAINT "cash_counts_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cash_counts" ADD CONSTRAINT "cash_counts_counted_by_users_id_fk" FOREIGN KEY ("counted_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cod_payments" ADD CONSTRAINT "cod_payments_fact_id_courier_facts_id_fk" FOREIGN KEY ("fact_id") REFERENCES "public"."courier_facts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cod_payments" ADD CONSTRAINT "cod_payments_shipment_id_shipments_id_fk" FOREIGN KEY ("shipment_id") REFERENCES "public"."shipments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cod_payments" ADD CONSTRAINT "cod_payments_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cod_payments" ADD CONSTRAINT "cod_payments_reverses_cod_payments_id_fk" FOREIGN KEY ("reverses") REFERENCES "public"."cod_payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cod_payments" ADD CONSTRAINT "cod_payments_deposit_id_transactions_id_fk" FOREIGN KEY ("deposit_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cod_payments" ADD CONSTRAINT "cod_payments_count_id_cash_counts_id_fk" FOREIGN KEY ("count_id") REFERENCES "public"."cash_counts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cod_payments" ADD CONSTRAINT "cod_payments_fee_id_transactions_id_fk" FOREIGN KEY ("fee_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "cash_counts_of_run" ON "cash_counts" USING btree ("run_id");--> statement-breakpoint
CREATE INDEX "cod_payments_of_shipment" ON "cod_payments" USING btree ("shipment_id");--> statement-breakpoint
CREATE INDEX "cod_payments_of_run" ON "cod_payments" USING btree ("run_id");--> statement-breakpoint
CREATE INDEX "cod_payments_to_count" ON "cod_payments" USING btree ("run_id") WHERE count_id is null;--> statement-breakpoint
CREATE INDEX "cod_payments_of_deposit" ON "cod_payments" USING btree ("deposit_id");--> statement-breakpoint
CREATE UNIQUE INDEX "cod_payments_reversed_once" ON "cod_payments" USING btree ("reverses");--> statement-breakpoint
ALTER TABLE "shipments" ADD CONSTRAINT "shipments_cod" CHECK (cod_cents > 0 and cod_fee_cents >= 0) NOT VALID;--> statement-breakpoint
ALTER TABLE "rates" ADD CONSTRAINT "rates_cod_fee" CHECK (cod_fee_cents >= 0);--> statement-breakpoint
ALTER TABLE "shop_settings" ADD CONSTRAINT "shop_settings_cod_limit" CHECK (cod_limit_cents > 0);--> statement-breakpoint
CREATE TRIGGER cash_counts_append_only BEFORE UPDATE OR DELETE ON cash_counts
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER cod_payments_append_only BEFORE DELETE OR UPDATE OF id, fact_id, shipment_id, run_id, method, amount_cents,
  reverses, deposit_id, created_at ON cod_payments FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER cod_payments_counted_once BEFORE UPDATE ON cod_payments
  FOR EACH ROW WHEN (OLD.count_id IS NOT NULL) EXECUTE FUNCTION refuse_change();
