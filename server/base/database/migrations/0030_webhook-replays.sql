ALTER TABLE "webhook_endpoints" ADD COLUMN "replay" jsonb;
--> statement-breakpoint
-- From now on, this follows from taking the role.
UPDATE "webhook_endpoints" SET "state" = 'paused', "problem" = 'Paused: this account has no right to ship.'
  WHERE "state" IN ('on', 'failing') AND "user_id" NOT IN (SELECT "id" FROM "users" WHERE 'shipper' = ANY ("roles"));
