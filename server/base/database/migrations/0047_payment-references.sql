CREATE TABLE "payment_references" (
	"reference" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"bill_id" uuid
);
--> statement-breakpoint
ALTER TABLE "payment_references" ADD CONSTRAINT "payment_references_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_references" ADD CONSTRAINT "payment_references_bill_id_bills_id_fk" FOREIGN KEY ("bill_id") REFERENCES "public"."bills"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "payment_references_of_account" ON "payment_references" USING btree ("user_id") WHERE bill_id is null;--> statement-breakpoint
CREATE UNIQUE INDEX "payment_references_of_bill" ON "payment_references" USING btree ("bill_id");
--> statement-breakpoint
-- ISO 11649: RF, two digits that check the rest, twelve digits that nobody can guess from another.
CREATE FUNCTION new_payment_reference() RETURNS text LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  body text;
  made text;
BEGIN
  LOOP
    body := lpad(floor(random() * 1000000000000)::bigint::text, 12, '0');
    made := 'RF' || lpad((98 - (body || '271500')::numeric % 97)::text, 2, '0') || body;
    IF NOT EXISTS (SELECT FROM payment_references WHERE reference = made) THEN RETURN made; END IF;
  END LOOP;
END $$;

CREATE FUNCTION refer_to_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO payment_references (reference, user_id) VALUES (new_payment_reference(), NEW.id);
  RETURN NULL;
END $$;
CREATE TRIGGER users_have_a_payment_reference AFTER INSERT ON users
  FOR EACH ROW EXECUTE FUNCTION refer_to_account();

CREATE FUNCTION refer_to_bill() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO payment_references (reference, user_id, bill_id)
  VALUES (new_payment_reference(), NEW.user_id, NEW.id);
  RETURN NULL;
END $$;
CREATE TRIGGER bills_have_a_payment_reference AFTER INSERT ON bills
  FOR EACH ROW EXECUTE FUNCTION refer_to_bill();

INSERT INTO payment_references (reference, user_id) SELECT new_payment_reference(), id FROM users;
INSERT INTO payment_references (reference, user_id, bill_id)
SELECT new_payment_reference(), user_id, id FROM bills;
