-- What many rows of one transaction count as is noted in time that grows with their number: in parts of a hundred.
CREATE FUNCTION note_sources(VARIADIC sources uuid[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  part int := coalesce(nullif(current_setting('waybill.figure_parts', true), ''), '0');
  noted text := coalesce(current_setting('waybill.figures_' || part, true), '');
  source uuid;
BEGIN
  FOREACH source IN ARRAY coalesce(sources, '{}') LOOP
    CONTINUE WHEN source IS NULL OR strpos(noted, source::text) > 0;
    IF length(noted) >= 3700 THEN
      part := part + 1;
      noted := '';
      PERFORM set_config('waybill.figure_parts', part::text, true);
    END IF;
    noted := noted || source || ',';
    PERFORM set_config('waybill.figures_' || part, noted, true);
  END LOOP;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION write_figures() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  noted text := '';
BEGIN
  IF coalesce(current_setting('waybill.figures_0', true), '') = '' THEN RETURN NULL; END IF;
  FOR part IN 0..coalesce(nullif(current_setting('waybill.figure_parts', true), ''), '0')::int LOOP
    noted := noted || current_setting('waybill.figures_' || part);
    PERFORM set_config('waybill.figures_' || part, '', true);
  END LOOP;
  PERFORM set_config('waybill.figure_parts', '', true);
  PERFORM set_figures(ARRAY(SELECT DISTINCT unnest(string_to_array(rtrim(noted, ','), ',')::uuid[])));
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Each table's own function reads the one column: a row as JSON is many times slower.
DO $$
DECLARE
  one record;
BEGIN
  FOR one IN
    SELECT t.tgrelid::regclass AS table_name, t.tgname AS name, convert_from(substring(t.tgargs FROM 1 FOR length(t.tgargs) - 1), 'UTF8') AS source,
      regexp_replace(pg_get_triggerdef(t.oid), 'EXECUTE FUNCTION .*$', '') AS definition
    FROM pg_trigger t WHERE t.tgfoid = 'note_figures'::regproc
  LOOP
    EXECUTE format('CREATE OR REPLACE FUNCTION %I() RETURNS trigger LANGUAGE plpgsql AS %L', 'note_figures_of_' || one.table_name,
      format('BEGIN PERFORM note_sources(%s); RETURN NULL; END',
        CASE WHEN one.source = 'shipment_ids' THEN 'VARIADIC NEW.' ELSE 'NEW.' END || one.source));
    EXECUTE format('DROP TRIGGER %I ON %s', one.name, one.table_name);
    EXECUTE format('%s EXECUTE FUNCTION %I()', one.definition, 'note_figures_of_' || one.table_name);
  END LOOP;
END $$;
--> statement-breakpoint
DROP FUNCTION note_figures();
--> statement-breakpoint
-- Noted like all else, so that a transaction takes its sources in one order.
DROP TRIGGER fact_outcomes_write_figures_corrected ON fact_outcomes;
--> statement-breakpoint
DROP FUNCTION count_corrected_run();
--> statement-breakpoint
CREATE FUNCTION note_corrected_run() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_sources(c.run_id) FROM courier_facts c JOIN courier_facts f ON f.id = NEW.fact_id
  WHERE c.id = NEW.supersedes AND c.courier_id = f.courier_id AND c.run_id <> f.run_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER fact_outcomes_note_figures_corrected AFTER INSERT ON fact_outcomes
FOR EACH ROW WHEN (NEW.supersedes IS NOT NULL) EXECUTE FUNCTION note_corrected_run();
--> statement-breakpoint
-- A plan for many is made for how many they are; one for few is kept, since making it takes longer than following it.
CREATE OR REPLACE FUNCTION set_figures(sources uuid[]) RETURNS void LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET jit = off AS $$
BEGIN
  IF cardinality(sources) > 50 THEN SET LOCAL plan_cache_mode = force_custom_plan; END IF;
  INSERT INTO figure_sources (id, figures) SELECT id, '[]' FROM unnest(sources) AS id ORDER BY id ON CONFLICT DO NOTHING;
  PERFORM FROM figure_sources WHERE id = ANY (sources) ORDER BY id FOR UPDATE;
  WITH found AS MATERIALIZED (
    SELECT source, day, measure, part, courier_id, customer_id, district, sum(count)::bigint AS count, sum(sum)::bigint AS sum
    FROM figure_facts WHERE source = ANY (sources) GROUP BY 1, 2, 3, 4, 5, 6, 7
  ), changed AS (
    INSERT INTO figure_changes (day, measure, part, courier_id, customer_id, district, count, sum)
    SELECT day, measure, part, courier_id, customer_id, district, sum(count), sum(sum) FROM (
      SELECT day, measure, part, courier_id, customer_id, district, count, sum FROM found
      UNION ALL
      SELECT d, m, p, c, u, a, -n, -s FROM figure_sources CROSS JOIN LATERAL jsonb_to_recordset(figures)
        AS was (d date, m text, p text, c uuid, u uuid, a text, n bigint, s bigint)
      WHERE id = ANY (sources)
    ) AS figures
    GROUP BY 1, 2, 3, 4, 5, 6 HAVING sum(count) <> 0 OR sum(sum) <> 0
  )
  UPDATE figure_sources SET figures = coalesce(found.figures, '[]')
  FROM unnest(sources) AS wanted (id) LEFT JOIN (
    SELECT source, jsonb_agg(jsonb_strip_nulls(jsonb_build_object('d', day, 'm', measure, 'p', part, 'c', courier_id,
      'u', customer_id, 'a', district, 'n', count, 's', sum)) ORDER BY day, measure, part) AS figures
    FROM found GROUP BY source
  ) AS found ON found.source = wanted.id
  WHERE figure_sources.id = wanted.id AND figure_sources.figures IS DISTINCT FROM coalesce(found.figures, '[]');
END $$;
