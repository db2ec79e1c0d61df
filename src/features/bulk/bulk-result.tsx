import { useQuery } from '@tanstack/react-query';
import { BULK_BATCH_SIZE, type Bulk, type BulkEmails, bulkTitle, triedItems } from '../../domain/bulk.ts';
import { formatActivityDate } from '../../domain/dates.ts';
import { grouped } from '../../domain/figures.ts';
import { paths } from '../../domain/paths.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { DescriptionItem, DescriptionList } from '../../ui/layout/description-list.tsx';
import { FailureNotice, Notice } from '../../ui/notice.tsx';
import { Verbatim } from '../../ui/verbatim.tsx';
import { PrintButton } from '../labels/print-button.tsx';
import { outcomeText, toneOf, UndoBulkButton } from './bulk-outcome.tsx';
import { useRetryBulk, useUndoBulk } from './mutations.ts';
import { bulkQuery } from './queries.ts';

const EMAILS: Record<BulkEmails, string> = {
  each: 'One for each shipment',
  summary: 'One for each person',
  none: 'None',
};

/** What a bulk change did, and what can still be done about it. */
export function BulkResult({ bulk }: { bulk: Bulk }) {
  const undo = useUndoBulk();
  const retry = useRetryBulk();
  const { id, total, done, skipped, failed, endedAt, undoes, undoneBy, change, emails, actor, createdAt } = bulk;
  const failure = undo.failure ?? retry.failure;
  const undoneId = undo.data?.id ?? undoneBy;
  const undoing = useQuery({ ...bulkQuery(undoneId ?? ''), enabled: undoneId !== null });
  return (
    <div className="stack">
      <DescriptionList columns={4}>
        <DescriptionItem caption="Shipments" mono value={grouped(total)} />
        <DescriptionItem caption={change.kind === 'delete' ? 'Deleted' : 'Changed'} mono value={grouped(done)} />
        <DescriptionItem caption="Left alone" mono value={grouped(skipped)} />
        <DescriptionItem caption="Failed" mono value={grouped(failed)} />
        <DescriptionItem caption="By">
          <Verbatim>{actor}</Verbatim>
        </DescriptionItem>
        <DescriptionItem caption="Started" mono value={formatActivityDate(createdAt)} />
        <DescriptionItem
          caption="Finished"
          mono={endedAt !== null}
          value={endedAt === null ? 'Not yet' : formatActivityDate(endedAt)}
        />
        <DescriptionItem caption="Emails">{change.kind === 'status' ? EMAILS[emails] : 'None'}</DescriptionItem>
      </DescriptionList>
      <div role="status" className="stack gap-3">
        <Outcome bulk={bulk} />
        {undoneId !== null && undoing.data?.endedAt === null && <Outcome bulk={undoing.data} />}
      </div>
      <div className="row">
        {failed > 0 && endedAt !== null && (
          <Button
            icon="refresh-cw"
            variant="primary"
            pending={retry.isPending}
            pendingLabel="Trying again"
            onClick={() => retry.mutate({ id })}
          >
            Try {grouped(failed)} again
          </Button>
        )}
        {endedAt !== null && change.kind !== 'delete' && (
          <PrintButton toPrint={{ bulkId: id, total }}>Print labels</PrintButton>
        )}
        {undoneId === null && <UndoBulkButton bulk={bulk} undo={undo} />}
        {undoneId !== null && <ButtonLink to={paths.manageBulk(undoneId)}>See the undo</ButtonLink>}
        {undoes !== null && <ButtonLink to={paths.manageBulk(undoes)}>See the change</ButtonLink>}
      </div>
      <FailureNotice of={failure} />
    </div>
  );
}

function Outcome({ bulk }: { bulk: Bulk }) {
  const { endedAt, total, undoes } = bulk;
  return (
    <Notice tone={toneOf(bulk)} title={bulkTitle(bulk)}>
      {outcomeText(bulk)}
      {endedAt === null && total > BULK_BATCH_SIZE && (
        <progress
          className="progress"
          value={triedItems(bulk)}
          max={total}
          aria-label={undoes === null ? 'Change' : 'Undo'}
        />
      )}
    </Notice>
  );
}
