ALTER TABLE "users" ADD COLUMN "roles" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_known_roles" CHECK (roles <@ array['manager', 'dispatcher', 'accountant', 'courier', 'shipper']);--> statement-breakpoint
UPDATE users SET roles = array_remove(ARRAY[CASE WHEN manager THEN 'manager' END, CASE WHEN courier THEN 'courier' END], NULL)
WHERE manager OR courier;
--> statement-breakpoint
-- While servers are replaced, those of 0.1.0 read and write the two flags.
CREATE FUNCTION keep_roles_and_flags_alike() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  wrote_flags boolean;
BEGIN
  IF TG_OP = 'INSERT' THEN
    wrote_flags := NEW.manager OR NEW.courier;
  ELSE
    wrote_flags := NEW.roles = OLD.roles AND (NEW.manager, NEW.courier) IS DISTINCT FROM (OLD.manager, OLD.courier);
  END IF;
  IF wrote_flags THEN
    NEW.roles := array_remove(ARRAY[CASE WHEN NEW.manager THEN 'manager' END, CASE WHEN NEW.courier THEN 'courier' END], NULL)
      || array_remove(array_remove(NEW.roles, 'manager'), 'courier');
  END IF;
  NEW.manager := 'manager' = ANY (NEW.roles);
  NEW.courier := 'courier' = ANY (NEW.roles);
  RETURN NEW;
END $$;
CREATE TRIGGER users_roles BEFORE INSERT OR UPDATE OF roles, manager, courier ON users
  FOR EACH ROW EXECUTE FUNCTION keep_roles_and_flags_alike();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER users_tell_rights AFTER UPDATE ON users FOR EACH ROW
  WHEN ((OLD.verified, OLD.roles, OLD.deleted_at) IS DISTINCT FROM (NEW.verified, NEW.roles, NEW.deleted_at))
  EXECUTE FUNCTION tell_of_rights();
CREATE OR REPLACE TRIGGER users_tell AFTER INSERT OR UPDATE OF
  email, first_name, last_name, phone, dob, address, city, state, nationality, verified, roles, manager, courier, deleted_at
  ON users FOR EACH STATEMENT EXECUTE FUNCTION tell_of_people();
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "users_with_roles" ON "users" USING btree ("id") WHERE roles <> '{}' and deleted_at is null;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "users_couriers";
