import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { formatActivityDate } from '../../domain/dates.ts';
import { findStatusChange } from '../../domain/timeline.ts';
import { outbox } from '../../outbox/device-outbox.ts';
import { doneAt, type StatusRow } from '../../outbox/outbox-row.ts';
import { Button } from '../../ui/button.tsx';
import { DescriptionItem, DescriptionList } from '../../ui/layout/description-list.tsx';
import { QueryView } from '../../ui/list/query-view.tsx';
import { managedShipmentQuery } from '../manage-shipments/queries.ts';
import { StatusBadge } from '../shipments/status-badge.tsx';
import { orSayNotChanged } from './not-changed.ts';

/** Buttons stay during a refetch, or a tap would be lost; another version is a new conflict. */
export function ConflictReview({ row, discard }: { row: StatusRow; discard: ReactNode }) {
  const query = useQuery({ ...managedShipmentQuery(row.input.id), refetchOnMount: 'always' });
  const [openedAt] = useState(Date.now);
  const isFresh = query.isSuccess && query.dataUpdatedAt >= openedAt;
  return (
    <QueryView query={query}>
      {({ status, statusVersion, activity }) => {
        const changed = findStatusChange(status, activity);
        return (
          <>
            <p>Someone else changed the status.</p>
            <DescriptionList>
              <DescriptionItem caption="Yours" value={<Version at={doneAt(row)} status={row.input.status} />} />
              <DescriptionItem caption="On the server" value={<Version at={changed?.occurredAt} status={status} />} />
            </DescriptionList>
            <div className="row gap-3">
              <Button
                small
                icon="check"
                disabled={!isFresh}
                onClick={() => orSayNotChanged(outbox.keepMine(row, statusVersion))}
              >
                Keep mine
              </Button>
              <Button
                small
                icon="pencil"
                disabled={!isFresh}
                onClick={() => orSayNotChanged(outbox.addAsNote(row, status))}
              >
                Add as note
              </Button>
              {discard}
            </div>
            {!isFresh && (
              <p className="soft text-small">
                {query.isFetching ? 'Checking what the server has now.' : 'Go online to choose.'}
              </p>
            )}
          </>
        );
      }}
    </QueryView>
  );
}

function Version({ at, status }: { at: string | undefined; status: StatusRow['input']['status'] }) {
  return (
    <span className="grid gap-1 justify-items-start">
      <StatusBadge status={status} />
      {at && (
        <time dateTime={at} className="event-time">
          {formatActivityDate(at)}
        </time>
      )}
    </span>
  );
}
