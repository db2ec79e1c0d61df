-- The figures of reports as the migrations have left them: read it, and change it by a migration.

CREATE VIEW figure_facts AS
 SELECT facts.source,
    ((facts.at AT TIME ZONE figure_zone.zone))::date AS day,
    facts.measure,
    facts.part,
    facts.courier_id,
    facts.customer_id,
    facts.district,
    facts.count,
    facts.sum
   FROM (figure_zone
     CROSS JOIN ( SELECT s.id AS source,
            f.at,
            f.measure,
            f.part,
            f.courier_id,
            s.sender_id AS customer_id,
            place.district,
            f.count,
            f.sum
           FROM ((shipments s
             CROSS JOIN LATERAL ( SELECT figure_district(s.address, s.ship_to) AS district
                 OFFSET 0) place)
             CROSS JOIN LATERAL ( SELECT s.created_at AS at,
                    'created'::text AS measure,
                    ''::text AS part,
                    NULL::uuid AS courier_id,
                    (s.parcels)::bigint AS count,
                    (0)::bigint AS sum
                UNION ALL
                 SELECT e.at,
                    m.measure,
                    m.part,
                    NULL::uuid,
                    s.parcels,
                    (m.minutes * s.parcels)
                   FROM ((( SELECT max(a.occurred_at) AS at
                           FROM activities a
                          WHERE ((a.shipment_id = s.id) AND (a.kind = 'status'::text) AND (a.status = s.status) AND (s.status = ANY (ARRAY['delivered'::text, 'cancelled'::text])))) e
                     CROSS JOIN LATERAL ( SELECT (GREATEST((EXTRACT(epoch FROM (e.at - s.created_at)) / (60)::numeric), (0)::numeric))::bigint AS minutes) took)
                     CROSS JOIN LATERAL ( VALUES (s.status,''::text,0), (
                                CASE s.status
                                    WHEN 'delivered'::text THEN 'hours'::text
                                    ELSE NULL::text
                                END,((ARRAY[0, 1, 2, 3, 4, 6, 8, 10, 12, 16, 20, 24, 30, 36, 42, 48, 60, 72, 96, 120, 168, 240, 336, 504])[width_bucket(((took.minutes)::numeric / 60.0), ARRAY[(0)::numeric, (1)::numeric, (2)::numeric, (3)::numeric, (4)::numeric, (6)::numeric, (8)::numeric, (10)::numeric, (12)::numeric, (16)::numeric, (20)::numeric, (24)::numeric, (30)::numeric, (36)::numeric, (42)::numeric, (48)::numeric, (60)::numeric, (72)::numeric, (96)::numeric, (120)::numeric, (168)::numeric, (240)::numeric, (336)::numeric, (504)::numeric])])::text,took.minutes)) m(measure, part, minutes))
                  WHERE ((e.at IS NOT NULL) AND (m.measure IS NOT NULL))
                UNION ALL
                 SELECT o.occurred_at,
                    m.measure,
                    m.part,
                    o.courier_id,
                    s.parcels,
                    0
                   FROM (( SELECT i.fact_id,
                            i.task_id,
                            i.shipment_id,
                            i.result,
                            i.method,
                            i.reason,
                            i.supersedes,
                            i.paid_method,
                            i.paid_cents,
                            i.code,
                            i.kind,
                            i.run_id,
                            i.stop_id,
                            i.courier_id,
                            i.occurred_at,
                            rank() OVER (PARTITION BY (i.result = 'returned'::text) ORDER BY i.occurred_at, i.fact_id) AS try
                           FROM outcomes_in_force i
                          WHERE ((i.shipment_id = s.id) AND (i.result = ANY (ARRAY['delivered'::text, 'failed'::text, 'returned'::text])))) o
                     CROSS JOIN LATERAL ( VALUES ('method'::text,
                                CASE o.result
                                    WHEN 'delivered'::text THEN o.method
                                    ELSE NULL::text
                                END), ('reason'::text,
                                CASE o.result
                                    WHEN 'failed'::text THEN o.reason
                                    ELSE NULL::text
                                END), ('brought-back'::text,
                                CASE o.result
                                    WHEN 'returned'::text THEN ''::text
                                    ELSE NULL::text
                                END), ('first-try'::text,
                                CASE
                                    WHEN (o.try = 1) THEN
                                    CASE o.result
WHEN 'delivered'::text THEN 'yes'::text
WHEN 'failed'::text THEN 'no'::text
ELSE NULL::text
                                    END
                                    ELSE NULL::text
                                END), ('code'::text,
                                CASE
                                    WHEN (o.code = ANY (ARRAY['qr'::text, 'digits'::text])) THEN 'given'::text
                                    WHEN (o.code IS NOT NULL) THEN 'missing'::text
                                    ELSE NULL::text
                                END), ('photo'::text,( SELECT
CASE bool_and((p.received_at IS NOT NULL))
 WHEN true THEN 'given'::text
 WHEN false THEN 'missing'::text
 ELSE NULL::text
END AS "case"
                                   FROM visit_proofs p
                                  WHERE ((p.visit_id = o.fact_id) AND (p.kind = 'photo'::text) AND (s.id = ANY (p.shipment_ids))))), ('signature'::text,( SELECT
CASE bool_and((p.received_at IS NOT NULL))
 WHEN true THEN 'given'::text
 WHEN false THEN 'missing'::text
 ELSE NULL::text
END AS "case"
                                   FROM visit_proofs p
                                  WHERE ((p.visit_id = o.fact_id) AND (p.kind = 'signature'::text) AND (s.id = ANY (p.shipment_ids)))))) m(measure, part))
                  WHERE (m.part IS NOT NULL)
                UNION ALL
                 SELECT e.came_at,
                    'window'::text,
                        CASE
                            WHEN (e.came_at < e.shown_from) THEN 'early'::text
                            WHEN (e.came_at > e.shown_to) THEN 'late'::text
                            ELSE 'inside'::text
                        END AS "case",
                    r.courier_id,
                    s.parcels,
                    0
                   FROM (eta_checks e
                     JOIN runs r ON ((r.id = e.run_id)))
                  WHERE ((e.shipment_id = s.id) AND (e.came_at IS NOT NULL))
                UNION ALL
                 SELECT COALESCE(c.at, f_1.occurred_at) AS "coalesce",
                    'collected'::text,
                    c.result,
                    f_1.courier_id,
                    1,
                    0
                   FROM (collected_parcels c
                     JOIN courier_facts f_1 ON ((f_1.id = c.fact_id)))
                  WHERE ((c.shipment_id = s.id) AND (c.result <> 'unknown'::text))
                UNION ALL
                 SELECT r.created_at,
                    'returns'::text,
                    ''::text,
                    NULL::uuid,
                    s.parcels,
                    0
                   FROM returns r
                  WHERE ((r.shipment_id = s.id) AND (r.status = 'created'::text))
                UNION ALL
                 SELECT f_1.occurred_at,
                    'cod'::text,
                    p.method,
                    f_1.courier_id,
                    1,
                    p.amount_cents
                   FROM (cod_payments p
                     JOIN courier_facts f_1 ON ((f_1.id = p.fact_id)))
                  WHERE ((p.shipment_id = s.id) AND (p.reverses IS NULL) AND (NOT (EXISTS ( SELECT
                           FROM cod_payments r
                          WHERE (r.reverses = p.id)))))) f)
          WHERE (s.deleted_at IS NULL)
        UNION ALL
         SELECT visits.run_id,
            visits.first_at,
            'stops'::text,
            ''::text,
            visits.courier_id,
            NULL::uuid,
            NULL::text,
            (visits.stops - 1),
            ((EXTRACT(epoch FROM (visits.last_at - visits.first_at)))::bigint / 60)
           FROM ( SELECT f.run_id,
                    f.courier_id,
                    min(f.occurred_at) AS first_at,
                    max(f.occurred_at) AS last_at,
                    count(DISTINCT f.stop_id) AS stops
                   FROM courier_facts f
                  WHERE ((f.kind = 'collect'::text) OR ((f.kind = 'visit'::text) AND (EXISTS ( SELECT
                           FROM fact_outcomes o
                          WHERE ((o.fact_id = f.id) AND (NOT (EXISTS ( SELECT
                                   FROM (fact_outcomes c
                                     JOIN courier_facts g ON ((g.id = c.fact_id)))
                                  WHERE ((c.shipment_id = o.shipment_id) AND (c.supersedes = o.fact_id) AND (g.courier_id = f.courier_id))))))))))
                  GROUP BY f.run_id, f.courier_id) visits
          WHERE ((visits.stops > 1) AND (visits.last_at > visits.first_at))
        UNION ALL
         SELECT b.id,
            e.at,
            'bills'::text,
            ''::text,
            NULL::uuid,
            b.user_id,
            NULL::text,
            e.count,
            (e.count * b.amount_cents)
           FROM (bills b
             CROSS JOIN LATERAL ( VALUES (b.created_at,1), (b.deleted_at,'-1'::integer)) e(at, count))
          WHERE (e.at IS NOT NULL)
        UNION ALL
         SELECT l.id,
            l.created_at,
            m.measure,
            ''::text,
            NULL::uuid,
            l.user_id,
            NULL::text,
            (m.way * (sign((l.total_cents)::double precision))::bigint),
            (m.way * l.total_cents)
           FROM ((ledger_entries l
             JOIN transactions t ON ((t.id = l.transaction_id)))
             CROSS JOIN LATERAL ( SELECT
                        CASE
                            WHEN (t.purpose = 'deposit-correction'::text) THEN NULL::text
                            WHEN (t.type = 'withdrawal'::text) THEN 'withdrawals'::text
                            WHEN (t.purpose = 'tax'::text) THEN 'tax'::text
                            WHEN (t.purpose = 'cod'::text) THEN 'cod-credited'::text
                            WHEN ((t.type = 'fee'::text) OR (t.purpose = ANY (ARRAY['fee-correction'::text, 'credit'::text]))) THEN 'fees'::text
                            ELSE NULL::text
                        END AS measure,
                        CASE t.purpose
                            WHEN 'cod'::text THEN 1
                            ELSE '-1'::integer
                        END AS way) m)
          WHERE ((l.total_cents <> 0) AND (m.measure IS NOT NULL))) facts);

CREATE OR REPLACE FUNCTION public.figure_district(address jsonb, ship_to text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  SELECT coalesce(nullif(left(btrim(concat_ws(' ', parts[1], parts[2])), 60), ''), 'other') FROM (
    SELECT CASE
      WHEN coalesce(address ->> 'city', '') <> '' OR coalesce(address ->> 'postcode', '') <> ''
        THEN ARRAY[split_part(address ->> 'postcode', ' ', 1), address ->> 'city']
      ELSE (SELECT regexp_match(btrim(line), '^(\S*\d\S*)(?: \S*\d\S*)? +(\D+)$')
        FROM unnest(string_to_array(ship_to, ',')) WITH ORDINALITY AS lines (line, place)
        WHERE place > 1 AND line ~ '\d' ORDER BY place DESC LIMIT 1)
      END AS parts
  ) AS found
$function$;

CREATE OR REPLACE FUNCTION public.figure_subjects(courier_id uuid, customer_id uuid, district text)
 RETURNS TABLE(subject text, subject_id text)
 LANGUAGE sql
 IMMUTABLE
AS $function$
  SELECT * FROM (VALUES
    ('all', ''), ('courier', courier_id::text), ('customer', customer_id::text), ('district', district),
    ('customer-district', customer_id || ' ' || district)
  ) AS figures (subject, subject_id)
  WHERE subject_id IS NOT NULL
$function$;

CREATE OR REPLACE FUNCTION public.fold_figures()
 RETURNS void
 LANGUAGE sql
AS $function$
  WITH gone AS (DELETE FROM figure_changes RETURNING *)
  INSERT INTO day_figures (day, subject, subject_id, measure, part, count, sum)
  SELECT day, subject, subject_id, measure, part, sum(count), sum(sum)
  FROM gone CROSS JOIN LATERAL figure_subjects(courier_id, customer_id, district)
  GROUP BY 1, 2, 3, 4, 5 ORDER BY 2, 3, 4, 1, 5
  ON CONFLICT (subject, subject_id, measure, day, part)
    DO UPDATE SET count = day_figures.count + excluded.count, sum = day_figures.sum + excluded.sum
$function$;

CREATE OR REPLACE FUNCTION public.note_figures_of_activities()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$BEGIN PERFORM note_sources(NEW.shipment_id); RETURN NULL; END$function$;

CREATE OR REPLACE FUNCTION public.note_figures_of_bills()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$BEGIN PERFORM note_sources(NEW.id); RETURN NULL; END$function$;

CREATE OR REPLACE FUNCTION public.note_figures_of_cod_payments()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$BEGIN PERFORM note_sources(NEW.shipment_id); RETURN NULL; END$function$;

CREATE OR REPLACE FUNCTION public.note_figures_of_collected_parcels()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$BEGIN PERFORM note_sources(NEW.shipment_id); RETURN NULL; END$function$;

CREATE OR REPLACE FUNCTION public.note_figures_of_courier_facts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$BEGIN PERFORM note_sources(NEW.run_id); RETURN NULL; END$function$;

CREATE OR REPLACE FUNCTION public.note_figures_of_eta_checks()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$BEGIN PERFORM note_sources(NEW.shipment_id); RETURN NULL; END$function$;

CREATE OR REPLACE FUNCTION public.note_figures_of_fact_outcomes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$BEGIN PERFORM note_sources(NEW.shipment_id); RETURN NULL; END$function$;

CREATE OR REPLACE FUNCTION public.note_figures_of_ledger_entries()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$BEGIN PERFORM note_sources(NEW.id); RETURN NULL; END$function$;

CREATE OR REPLACE FUNCTION public.note_figures_of_returns()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$BEGIN PERFORM note_sources(NEW.shipment_id); RETURN NULL; END$function$;

CREATE OR REPLACE FUNCTION public.note_figures_of_shipments()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$BEGIN PERFORM note_sources(NEW.id); RETURN NULL; END$function$;

CREATE OR REPLACE FUNCTION public.note_figures_of_visit_proofs()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$BEGIN PERFORM note_sources(VARIADIC NEW.shipment_ids); RETURN NULL; END$function$;

CREATE OR REPLACE FUNCTION public.set_figures(sources uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
 SET jit TO 'off'
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
BEGIN
  IF cardinality(sources) > 50 THEN
    SET LOCAL plan_cache_mode = force_custom_plan;
    SET LOCAL enable_seqscan = on;
    SET LOCAL enable_hashjoin = on;
    SET LOCAL enable_mergejoin = on;
  END IF;
  INSERT INTO figure_sources (id, figures) SELECT id, '[]' FROM unnest(sources) AS id ORDER BY id
    ON CONFLICT (id) DO UPDATE SET id = excluded.id WHERE false;
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
END $function$;

CREATE OR REPLACE FUNCTION public.write_figures()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
END $function$;

CREATE TRIGGER activities_note_figures_insert AFTER INSERT ON public.activities FOR EACH ROW WHEN ((new.kind = 'status'::text)) EXECUTE FUNCTION note_figures_of_activities();
CREATE CONSTRAINT TRIGGER activities_write_figures_insert AFTER INSERT ON public.activities DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.kind = 'status'::text)) EXECUTE FUNCTION write_figures();
CREATE TRIGGER bills_note_figures_insert AFTER INSERT ON public.bills FOR EACH ROW EXECUTE FUNCTION note_figures_of_bills();
CREATE TRIGGER bills_note_figures_update AFTER UPDATE ON public.bills FOR EACH ROW WHEN (((old.paid_at IS DISTINCT FROM new.paid_at) OR (old.deleted_at IS DISTINCT FROM new.deleted_at) OR (old.amount_cents IS DISTINCT FROM new.amount_cents))) EXECUTE FUNCTION note_figures_of_bills();
CREATE CONSTRAINT TRIGGER bills_write_figures_insert AFTER INSERT ON public.bills DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION write_figures();
CREATE CONSTRAINT TRIGGER bills_write_figures_update AFTER UPDATE ON public.bills DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((((old.paid_at IS DISTINCT FROM new.paid_at) OR (old.deleted_at IS DISTINCT FROM new.deleted_at)) OR (old.amount_cents IS DISTINCT FROM new.amount_cents))) EXECUTE FUNCTION write_figures();
CREATE TRIGGER cod_payments_note_figures_insert AFTER INSERT ON public.cod_payments FOR EACH ROW WHEN (true) EXECUTE FUNCTION note_figures_of_cod_payments();
CREATE CONSTRAINT TRIGGER cod_payments_write_figures_insert AFTER INSERT ON public.cod_payments DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (true) EXECUTE FUNCTION write_figures();
CREATE TRIGGER collected_parcels_note_figures_insert AFTER INSERT ON public.collected_parcels FOR EACH ROW WHEN ((new.shipment_id IS NOT NULL)) EXECUTE FUNCTION note_figures_of_collected_parcels();
CREATE TRIGGER collected_parcels_note_figures_update AFTER UPDATE ON public.collected_parcels FOR EACH ROW WHEN (((old.shipment_id IS DISTINCT FROM new.shipment_id) OR (old.result IS DISTINCT FROM new.result) OR (old.at IS DISTINCT FROM new.at))) EXECUTE FUNCTION note_figures_of_collected_parcels();
CREATE CONSTRAINT TRIGGER collected_parcels_write_figures_insert AFTER INSERT ON public.collected_parcels DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.shipment_id IS NOT NULL)) EXECUTE FUNCTION write_figures();
CREATE CONSTRAINT TRIGGER collected_parcels_write_figures_update AFTER UPDATE ON public.collected_parcels DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((((old.shipment_id IS DISTINCT FROM new.shipment_id) OR (old.result IS DISTINCT FROM new.result)) OR (old.at IS DISTINCT FROM new.at))) EXECUTE FUNCTION write_figures();
CREATE TRIGGER courier_facts_note_figures_insert AFTER INSERT ON public.courier_facts FOR EACH ROW WHEN ((new.kind = ANY (ARRAY['visit'::text, 'collect'::text]))) EXECUTE FUNCTION note_figures_of_courier_facts();
CREATE CONSTRAINT TRIGGER courier_facts_write_figures_insert AFTER INSERT ON public.courier_facts DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.kind = ANY (ARRAY['visit'::text, 'collect'::text]))) EXECUTE FUNCTION write_figures();
CREATE TRIGGER eta_checks_note_figures_update AFTER UPDATE ON public.eta_checks FOR EACH ROW WHEN ((old.came_at IS DISTINCT FROM new.came_at)) EXECUTE FUNCTION note_figures_of_eta_checks();
CREATE CONSTRAINT TRIGGER eta_checks_write_figures_update AFTER UPDATE ON public.eta_checks DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((old.came_at IS DISTINCT FROM new.came_at)) EXECUTE FUNCTION write_figures();
CREATE TRIGGER fact_outcomes_note_figures_corrected AFTER INSERT ON public.fact_outcomes FOR EACH ROW WHEN ((new.supersedes IS NOT NULL)) EXECUTE FUNCTION note_corrected_run();
CREATE TRIGGER fact_outcomes_note_figures_insert AFTER INSERT ON public.fact_outcomes FOR EACH ROW WHEN ((new.result = ANY (ARRAY['delivered'::text, 'failed'::text, 'returned'::text]))) EXECUTE FUNCTION note_figures_of_fact_outcomes();
CREATE CONSTRAINT TRIGGER fact_outcomes_write_figures_insert AFTER INSERT ON public.fact_outcomes DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.result = ANY (ARRAY['delivered'::text, 'failed'::text, 'returned'::text]))) EXECUTE FUNCTION write_figures();
CREATE TRIGGER ledger_entries_note_figures_insert AFTER INSERT ON public.ledger_entries FOR EACH ROW WHEN ((new.total_cents <> 0)) EXECUTE FUNCTION note_figures_of_ledger_entries();
CREATE CONSTRAINT TRIGGER ledger_entries_write_figures_insert AFTER INSERT ON public.ledger_entries DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.total_cents <> 0)) EXECUTE FUNCTION write_figures();
CREATE TRIGGER returns_note_figures_insert AFTER INSERT ON public.returns FOR EACH ROW WHEN ((new.status = 'created'::text)) EXECUTE FUNCTION note_figures_of_returns();
CREATE TRIGGER returns_note_figures_update AFTER UPDATE ON public.returns FOR EACH ROW WHEN ((old.status IS DISTINCT FROM new.status)) EXECUTE FUNCTION note_figures_of_returns();
CREATE CONSTRAINT TRIGGER returns_write_figures_insert AFTER INSERT ON public.returns DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.status = 'created'::text)) EXECUTE FUNCTION write_figures();
CREATE CONSTRAINT TRIGGER returns_write_figures_update AFTER UPDATE ON public.returns DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((old.status IS DISTINCT FROM new.status)) EXECUTE FUNCTION write_figures();
CREATE TRIGGER shipments_note_figures_insert AFTER INSERT ON public.shipments FOR EACH ROW WHEN (true) EXECUTE FUNCTION note_figures_of_shipments();
CREATE TRIGGER shipments_note_figures_update AFTER UPDATE ON public.shipments FOR EACH ROW WHEN (((old.status IS DISTINCT FROM new.status) OR (old.parcels IS DISTINCT FROM new.parcels) OR (old.sender_id IS DISTINCT FROM new.sender_id) OR (old.created_at IS DISTINCT FROM new.created_at) OR (old.deleted_at IS DISTINCT FROM new.deleted_at) OR (old.address IS DISTINCT FROM new.address) OR (old.ship_to IS DISTINCT FROM new.ship_to))) EXECUTE FUNCTION note_figures_of_shipments();
CREATE CONSTRAINT TRIGGER shipments_write_figures_insert AFTER INSERT ON public.shipments DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (true) EXECUTE FUNCTION write_figures();
CREATE CONSTRAINT TRIGGER shipments_write_figures_update AFTER UPDATE ON public.shipments DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((((((((old.status IS DISTINCT FROM new.status) OR (old.parcels IS DISTINCT FROM new.parcels)) OR (old.sender_id IS DISTINCT FROM new.sender_id)) OR (old.created_at IS DISTINCT FROM new.created_at)) OR (old.deleted_at IS DISTINCT FROM new.deleted_at)) OR (old.address IS DISTINCT FROM new.address)) OR (old.ship_to IS DISTINCT FROM new.ship_to))) EXECUTE FUNCTION write_figures();
CREATE TRIGGER visit_proofs_note_figures_insert AFTER INSERT ON public.visit_proofs FOR EACH ROW WHEN (true) EXECUTE FUNCTION note_figures_of_visit_proofs();
CREATE TRIGGER visit_proofs_note_figures_update AFTER UPDATE ON public.visit_proofs FOR EACH ROW WHEN ((old.received_at IS DISTINCT FROM new.received_at)) EXECUTE FUNCTION note_figures_of_visit_proofs();
CREATE CONSTRAINT TRIGGER visit_proofs_write_figures_insert AFTER INSERT ON public.visit_proofs DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (true) EXECUTE FUNCTION write_figures();
CREATE CONSTRAINT TRIGGER visit_proofs_write_figures_update AFTER UPDATE ON public.visit_proofs DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((old.received_at IS DISTINCT FROM new.received_at)) EXECUTE FUNCTION write_figures();
