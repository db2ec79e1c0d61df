import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { refetchTopics } from '../../api/live/live-topics.ts';
import { type Bulk, bulkProgress, bulkTitle, triedItems, undoUntil } from '../../domain/bulk.ts';
import { counted, grouped } from '../../domain/figures.ts';
import { paths } from '../../domain/paths.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useUndoBulk } from './mutations.ts';
import { bulkQuery } from './queries.ts';

/** What became of the last change, with *Undo*, where the next one is chosen. */
export function BulkOutcome({ bulk: started, onClose }: { bulk: Bulk; onClose: () => void }) {
  const undo = useUndoBulk();
  const last = undo.data ?? started;
  const { data: shown } = useQuery({ ...bulkQuery(last.id), initialData: last });
  useRowsFollowing(shown);
  return (
    <Notice
      live
      tone={toneOf(shown)}
      title={bulkTitle(shown)}
      action={
        <div className="row gap-3">
          <UndoBulkButton small bulk={shown} undo={undo} />
          <ButtonLink small to={paths.manageBulk(shown.id)}>
            Details
          </ButtonLink>
          <Button small icon="x" onClick={onClose}>
            Close
          </Button>
        </div>
      }
    >
      {outcomeText(shown)}
      {undo.failure && <p className="field-error">{undo.failure.message}</p>}
    </Notice>
  );
}

/** The rows that are shown change as it goes, not only when news of them comes. */
function useRowsFollowing(bulk: Bulk): void {
  const client = useQueryClient();
  const state = `${bulk.id} ${triedItems(bulk)} ${bulk.endedAt}`;
  const shown = useRef(state);
  useEffect(() => {
    if (shown.current === state) return;
    shown.current = state;
    void refetchTopics(client, new Set(['managed']));
  }, [client, state]);
}

interface UndoBulkButtonProps {
  bulk: Bulk;
  undo: ReturnType<typeof useUndoBulk>;
  small?: boolean;
}

/** For an hour; nothing after it. */
export function UndoBulkButton({ bulk, undo, small = false }: UndoBulkButtonProps) {
  const until = undoUntil(bulk);
  if (until === null || until < Date.now()) return null;
  return (
    <Button
      small={small}
      icon="undo-2"
      pending={undo.isPending}
      pendingLabel="Undoing"
      onClick={() => undo.mutate({ id: bulk.id })}
    >
      Undo
    </Button>
  );
}

export function toneOf({ endedAt, failed, skipped }: Bulk) {
  if (endedAt === null) return 'plain';
  if (failed > 0) return 'bad';
  return skipped > 0 ? 'warn' : 'good';
}

/** How far it is, and what was not changed. */
export function outcomeText(bulk: Bulk): string {
  const { endedAt, skipped, failed, total, change, emails, undoes } = bulk;
  if (endedAt === null) {
    return `${grouped(triedItems(bulk))} of ${counted(total, 'shipment')} so far. It goes on if you leave.`;
  }
  return [
    `${bulkProgress(bulk)}.`,
    skipped > 0 ? `${grouped(skipped)} left alone.` : '',
    failed > 0 ? `${grouped(failed)} failed.` : '',
    change.kind === 'status' && emails !== 'none' ? 'Emails go out a minute later, unless you undo it.' : '',
    change.kind === 'status' && undoes !== null ? 'Emails that had not gone out yet won’t be sent.' : '',
  ]
    .filter(Boolean)
    .join(' ');
}
