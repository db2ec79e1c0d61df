-- A visit that is corrected from another run of the courier no longer counts among the stops of its own.
CREATE FUNCTION count_corrected_run() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_figures(ARRAY[c.run_id]) FROM courier_facts c JOIN courier_facts f ON f.id = NEW.fact_id
  WHERE c.id = NEW.supersedes AND c.courier_id = f.courier_id AND c.run_id <> f.run_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER fact_outcomes_write_figures_corrected AFTER INSERT ON fact_outcomes
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.supersedes IS NOT NULL) EXECUTE FUNCTION count_corrected_run();
--> statement-breakpoint
SELECT set_figures(array_agg(DISTINCT c.run_id)) FROM fact_outcomes o JOIN courier_facts f ON f.id = o.fact_id
JOIN courier_facts c ON c.id = o.supersedes AND c.courier_id = f.courier_id AND c.run_id <> f.run_id HAVING count(*) > 0;
