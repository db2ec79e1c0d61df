-- Text as it is searched for: without case, accents and width, with plain signs and single spaces; src/domain/text.ts
-- does the same on devices. Only with functions of pg_catalog, so that any search path can build the indexes.
CREATE FUNCTION searchable(spelling text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
  -- Plain text needs a fraction of the time.
  IF octet_length(spelling) = length(spelling) AND strpos(spelling, '  ') = 0 AND strpos(spelling, '`') = 0 THEN
    RETURN lower(spelling);
  END IF;
  spelling := translate(spelling, '‘’‚‛ʹʻʼʽˈ`´′“”„‟″‐‑‒–—―−', repeat('''', 12) || repeat('"', 5) || repeat('-', 7));
  spelling := regexp_replace(
    normalize(spelling, NFKD),
    '[\u0300-\u036f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff]', '', 'g'
  );
  spelling := translate(lower(normalize(regexp_replace(spelling, ' +', ' ', 'g'), NFC)), 'øđðłħı', 'oddlhi');
  RETURN replace(replace(replace(replace(spelling, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');
END $$
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