import type { To } from 'react-router-dom';
import { usePanelLink } from '../../browser/panel-history.ts';
import { ButtonLink } from '../../ui/button.tsx';

export function RowAction({ to, verb, row }: { to: To; verb: 'Pay' | 'Update' | 'Delete'; row: string }) {
  return (
    <ButtonLink
      {...usePanelLink(to)}
      to={to}
      small
      variant="quiet"
      className={verb === 'Delete' ? 'text-bad-text last:-mr-[14px]' : ''}
      aria-label={`${verb} ${row}`}
    >
      {verb}
    </ButtonLink>
  );
}
