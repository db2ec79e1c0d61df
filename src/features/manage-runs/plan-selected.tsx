import { type PlannedSelection, paths } from '../../domain/paths.ts';
import { ButtonLink } from '../../ui/button.tsx';

/** Shares what is selected among couriers. */
export function PlanSelected({ day, of }: { day?: string | undefined; of: PlannedSelection }) {
  return (
    <ButtonLink icon="route" className="min-h-$h-field" to={paths.planRuns({ day, of })}>
      Plan runs
    </ButtonLink>
  );
}
