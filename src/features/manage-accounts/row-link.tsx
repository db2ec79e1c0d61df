import type { To } from 'react-router-dom';
import { usePanelLink } from '../../browser/panel-history.ts';
import { ButtonLink } from '../../ui/button.tsx';

interface RowLinkProps {
  /** This page with the form or the question about this row open in its address. */
  to: To;
  verb: 'Update' | 'Delete';
  /** What the row is called, for those who hear one link after the other. */
  row: string;
}

/** What can be done with one row of a table. */
export function RowLink({ to, verb, row }: RowLinkProps) {
  return (
    <ButtonLink
      {...usePanelLink(to)}
      to={to}
      small
      variant="quiet"
      className={verb === 'Delete' ? 'text-bad-text last:-mr-[16px]' : ''}
      aria-label={`${verb} ${row}`}
    >
      {verb}
    </ButtonLink>
  );
}
