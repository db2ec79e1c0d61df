ALTER TABLE "audit_entries" ADD COLUMN "erased_hash" "bytea";--> statement-breakpoint
-- Only the values of an erased account's entries can go, and nothing takes their place.
CREATE FUNCTION guard_audit_entries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.erased_hash IS NULL AND NEW.erased_hash IS NOT NULL
    AND NEW.before IS NULL AND NEW.after IS NULL AND OLD.entity IN ('user', 'bank-account')
    AND to_jsonb(NEW) - '{before,after,erased_hash}'::text[] = to_jsonb(OLD) - '{before,after,erased_hash}'::text[]
    AND EXISTS (SELECT FROM users WHERE id = OLD.user_id AND deleted_at IS NOT NULL)
  THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END $$;--> statement-breakpoint
DROP TRIGGER audit_entries_append_only ON audit_entries;--> statement-breakpoint
CREATE TRIGGER audit_entries_append_only BEFORE UPDATE OR DELETE ON audit_entries
  FOR EACH ROW EXECUTE FUNCTION guard_audit_entries();--> statement-breakpoint
-- Of accounts that were erased before.
UPDATE audit_entries SET before = NULL, after = NULL,
  erased_hash = sha256(convert_to(jsonb_build_object('id', id, 'actor_id', actor_id, 'procedure', procedure, 'entity', entity,
    'entity_id', entity_id, 'user_id', user_id, 'before', before, 'after', after, 'request_id', request_id,
    'created_at', to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'))::text, 'UTF8'))
WHERE entity IN ('user', 'bank-account') AND coalesce(before, after) IS NOT NULL
  AND procedure NOT IN ('userAdmin.deleteUser', 'ownAccount.erase')
  AND user_id IN (SELECT id FROM users WHERE deleted_at IS NOT NULL);--> statement-breakpoint
UPDATE sms SET number = 'erased ' || id, link_hash = NULL, link_device = NULL, last_error = NULL
WHERE shipment_id IN (SELECT entity_id FROM audit_entries WHERE entity = 'shipment'
  AND procedure IN ('userAdmin.deleteUser', 'ownAccount.erase') AND before ? 'receiverId');
