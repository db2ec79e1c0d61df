import { WORK_LABELS, type Work } from '../../domain/work.ts';
import { ButtonLink } from '../../ui/button.tsx';

export function WorkFilter({ work, without }: { work: Work; without: string }) {
  return (
    <p className="row gap-x-3 gap-y-1">
      <span>
        Only: <b>{WORK_LABELS[work]}</b>
      </span>
      <ButtonLink small icon="x" to={without} preventScrollReset>
        Show all
      </ButtonLink>
    </p>
  );
}
