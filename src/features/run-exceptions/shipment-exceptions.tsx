import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { formatActivityDate } from '../../domain/dates.ts';
import { paths } from '../../domain/paths.ts';
import { ExceptionList } from './exception-list.tsx';
import { openExceptionsQuery } from './queries.ts';

export function ShipmentExceptions({ shipmentId }: { shipmentId: string }) {
  const { data = [] } = useQuery(openExceptionsQuery(shipmentId));
  return (
    <ExceptionList
      exceptions={data}
      renderPlace={({ run, createdAt }) => (
        <>
          {run.id && (
            <>
              <Link to={paths.manageRun(run.id)}>{run.name}</Link>,{' '}
            </>
          )}
          <time dateTime={createdAt}>{formatActivityDate(createdAt)}</time>
        </>
      )}
    />
  );
}
