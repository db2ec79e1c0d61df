-- Managers see people in lists, on their pages, and as couriers to choose from. Once for a statement, however many people it is about.
CREATE FUNCTION tell_of_people() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('live', json_build_object('owners', '[]'::json)::text);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER users_tell AFTER INSERT OR UPDATE OF
  email, first_name, last_name, phone, dob, address, city, state, nationality, verified, manager, courier, deleted_at
  ON users FOR EACH STATEMENT EXECUTE FUNCTION tell_of_people();
