ALTER TABLE "shop_settings" ADD COLUMN "tax_number" text DEFAULT '' NOT NULL;--> statement-breakpoint
-- Shops that were here before keep having none until a manager chooses.
INSERT INTO "shop_settings" ("user_id", "statements")
  SELECT "id", jsonb_build_object('period', 'none', 'since', current_date::text) FROM "users"
  WHERE 'shipper' = ANY("roles") AND "deleted_at" IS NULL
  ON CONFLICT ("user_id") DO UPDATE SET "statements" = excluded."statements" WHERE "shop_settings"."statements" IS NULL;
