import { useQuery } from '@tanstack/react-query';
import type { BulkChange, BulkPreview } from '../../domain/bulk.ts';
import { counted, grouped } from '../../domain/figures.ts';
import { statusLabel } from '../../domain/shipment-status.ts';
import { bulkPreviewQuery } from './queries.ts';

const NOTHING: BulkPreview = { toChange: 0, same: 0, inRun: 0, deleted: 0, emails: 0, people: 0 };

/** What a change would do now; undefined until the server has said so. */
export function useBulkPreview(ids: readonly string[], change: BulkChange): BulkPreview | undefined {
  const { data } = useQuery({ ...bulkPreviewQuery({ ids: [...ids], change }), enabled: ids.length > 0 });
  return ids.length > 0 ? data : NOTHING;
}

export function PreviewText({ preview, change }: { preview: BulkPreview | undefined; change: BulkChange }) {
  return (
    <p role="status" className="soft tabular-nums min-h-[3lh]">
      {preview ? previewSentences(preview, change).join(' ') : 'Counting…'}
    </p>
  );
}

function previewSentences({ toChange, same, inRun, deleted }: BulkPreview, change: BulkChange): string[] {
  const isDelete = change.kind === 'delete';
  const changed = isDelete ? toChange - inRun : toChange;
  const already = change.kind === 'status' ? `already ${statusLabel(change.status)}` : 'already so';
  return [
    `${changed === 0 ? 'Nothing' : counted(changed, 'shipment')} will be ${isDelete ? 'deleted' : 'changed'}.`,
    same > 0 ? `${grouped(same)} ${areOrIs(same)} ${already}.` : '',
    inRun > 0
      ? `${grouped(inRun)} ${areOrIs(inRun)} in a run${isDelete ? ' and will stay' : ': the courier sees the change'}.`
      : '',
    deleted > 0 ? `${grouped(deleted)} ${deleted === 1 ? 'has' : 'have'} been deleted.` : '',
  ].filter(Boolean);
}

const areOrIs = (count: number) => (count === 1 ? 'is' : 'are');
