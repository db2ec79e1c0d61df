-- Trusted since PostgreSQL 13, like pg_trgm.
CREATE EXTENSION IF NOT EXISTS unaccent;
--> statement-breakpoint
-- Text as it is searched for: without case and accents, with plain signs and spaces; src/domain/text.ts does the same
-- on devices. Names the schema of unaccent, because indexes are built with a search path of their own.
DO $do$
BEGIN
  EXECUTE format($create$
    CREATE FUNCTION searchable(spelling text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
    BEGIN
      RETURN lower(%1$I.unaccent(%2$L::regdictionary,
        replace(replace(replace(spelling, U&'\00A0', ' '), '  ', ' '), '´', '''')));
    END $$
  $create$, nspname, format('%I.unaccent', nspname))
  FROM pg_extension JOIN pg_namespace ON pg_namespace.oid = extnamespace WHERE extname = 'unaccent';
END $do$;
--> statement-breakpoint
-- Made beside the old ones, which lists are read with until this is done.
CREATE INDEX "mails_spellings" ON "mails" USING gin (searchable(E'\n ' || receiver || E'\n ' || coalesce(about->>'subject', '')) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "shipments_spellings_by_week" ON "shipments" USING gin ((date_bin('7 days', created_at, '2000-01-01Z')),searchable(E'\n ' || tracking_id || E'\n ' || description || E'\n ' || sender_name || E'\n ' || sender_email || E'\n ' || receiver_name || E'\n ' || receiver_email) gin_trgm_ops) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "shipments_digits_by_week" ON "shipments" USING gin ((date_bin('7 days', created_at, '2000-01-01Z')),(E'\n ' || regexp_replace(sender_phone, '\(0\)|[^0-9]', '', 'g') || E'\n ' || regexp_replace(receiver_phone, '\(0\)|[^0-9]', '', 'g')) gin_trgm_ops) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "users_spellings" ON "users" USING gin (searchable(E'\n ' || first_name || ' ' || last_name || E'\n ' || email) gin_trgm_ops) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "users_digits" ON "users" USING gin ((E'\n ' || regexp_replace(phone, '\(0\)|[^0-9]', '', 'g')) gin_trgm_ops) WHERE deleted_at is null;
--> statement-breakpoint
DROP INDEX "mails_words";--> statement-breakpoint
DROP INDEX "shipments_words_by_week";--> statement-breakpoint
DROP INDEX "shipments_phones_by_week";--> statement-breakpoint
DROP INDEX "users_words";--> statement-breakpoint
DROP INDEX "users_phone";