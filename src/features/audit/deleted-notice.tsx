import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { mayNameDeleted } from '../../domain/audit.ts';
import { formatActivityDate } from '../../domain/dates.ts';
import { paths } from '../../domain/paths.ts';
import { Notice } from '../../ui/notice.tsx';
import { deletedQuery } from './queries.ts';

export function DeletedNotice({ search = '' }: { search?: string | undefined }) {
  const { data = [] } = useQuery({ ...deletedQuery(search), enabled: mayNameDeleted(search) });
  return data.map(({ entity, id, trackingId, deletedAt }) => (
    <Notice key={id} live title={entity === 'shipment' ? 'This shipment was deleted' : 'This user was deleted'}>
      {trackingId && (
        <>
          <span translate="no" className="typed">
            {trackingId}
          </span>
          ,{' '}
        </>
      )}
      {formatActivityDate(deletedAt)}.{' '}
      <Link
        to={entity === 'shipment' ? paths.manageShipmentHistory(id) : paths.manageUserHistory(id)}
        className="go-touch"
      >
        View history
      </Link>
    </Notice>
  ));
}
