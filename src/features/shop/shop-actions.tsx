import { useQuery } from '@tanstack/react-query';
import { counted } from '../../domain/figures.ts';
import { paths } from '../../domain/paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { draftsQuery } from './queries.ts';

/** What shops do with the shipments they send, above their list. */
export function ShopActions() {
  const { data } = useQuery(draftsQuery({ page: 1 }));
  const open = data ? data.counts.ready + data.counts.toFix : 0;
  return (
    <nav aria-label="Send" className="row gap-2">
      <ButtonLink to={paths.newShipment} variant="primary" icon="package-plus">
        New shipment
      </ButtonLink>
      <ButtonLink to={paths.importDrafts} icon="file-up">
        Import CSV
      </ButtonLink>
      <ButtonLink to={paths.drafts()} icon="pencil">
        {open > 0 ? `Drafts (${open})` : 'Drafts'}
      </ButtonLink>
      <ButtonLink to={paths.shippingLabels()} icon="printer">
        Labels
      </ButtonLink>
    </nav>
  );
}

export const draftsInWords = ({ ready, toFix }: { ready: number; toFix: number }) =>
  `${counted(ready + toFix, 'draft')}${toFix > 0 ? `, ${toFix} to fix` : ''}`;
