-- The trail and emails kept whole addresses of webhooks, which are often secrets: only their hosts stay, as in new ones.
-- No release wrote such entries. Where they were signed, the check of records reports them once (docs/operating.md).
CREATE FUNCTION host_of(address text) RETURNS text LANGUAGE sql IMMUTABLE AS
  $$ SELECT coalesce(lower(substring(address FROM '(?i)^https?://(?:[^/?#]*@)?([^/?#]+)')), address) $$;
--> statement-breakpoint
CREATE FUNCTION mask_webhook(fields jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS
  $$ SELECT coalesce(jsonb_set(fields, '{webhook}', to_jsonb(host_of(fields->>'webhook')), false), fields) $$;
--> statement-breakpoint
DO $$
BEGIN
  IF EXISTS (SELECT FROM audit_entries WHERE entity = 'user' AND concat(before->>'webhook', after->>'webhook') LIKE '%://%') THEN
    ALTER TABLE audit_entries DISABLE TRIGGER audit_entries_append_only;
    UPDATE audit_entries SET
      before = mask_webhook(before),
      after = mask_webhook(after) || CASE WHEN after ? 'webhookState' AND before->>'webhook' <> after->>'webhook'
        THEN '{"newAddress": true}'::jsonb ELSE '{}'::jsonb END
      WHERE entity = 'user' AND concat(before->>'webhook', after->>'webhook') LIKE '%://%';
    ALTER TABLE audit_entries ENABLE TRIGGER audit_entries_append_only;
  END IF;
END $$;
--> statement-breakpoint
UPDATE mails SET
  about = about - 'url' || jsonb_build_object('host', host_of(about->>'url')),
  sent_text = replace(sent_text, about->>'url', host_of(about->>'url'))
  WHERE kind = 'webhook-off' AND about ? 'url' AND receiver <> '';
--> statement-breakpoint
-- Of erased people only ids stay.
UPDATE mails SET about = (SELECT coalesce(jsonb_object_agg(key, value), '{}') FROM jsonb_each(about) WHERE key LIKE '%Id')
  WHERE receiver = '' AND kind NOT IN ('shipment-created', 'code-replaced', 'status-changed', 'status-summary', 'delivery-attempted', 'delivery-corrected');
--> statement-breakpoint
DROP FUNCTION mask_webhook(jsonb);
--> statement-breakpoint
DROP FUNCTION host_of(text);
