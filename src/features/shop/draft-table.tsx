import { formatPrice } from '../../config/currency.ts';
import { site } from '../../config/site.ts';
import { paths } from '../../domain/paths.ts';
import type { Draft } from '../../domain/shops/draft.ts';
import { formatWithheld } from '../../domain/shops/order-state.ts';
import { draftToSend } from '../../domain/shops/to-send.ts';
import { Checkbox } from '../../ui/form/checkbox.tsx';
import { DataTable } from '../../ui/list/data-table.tsx';
import { Empty } from '../../ui/list/empty.tsx';
import { toSendColumns } from '../to-send/to-send-columns.tsx';

interface DraftTableProps {
  drafts: readonly Draft[];
  chosen: ReadonlySet<string>;
  onChoose: (id: string, isChosen: boolean) => void;
  /** Why drafts were not confirmed, by id. */
  failures: ReadonlyMap<string, string>;
  dimmed: boolean;
}

export function DraftTable({ drafts, chosen, onChoose, failures, dimmed }: DraftTableProps) {
  function read({ id, fields, origin, problems, withheld, notes, labelNote }: Draft) {
    const failure = failures.get(id);
    const shown = draftToSend({
      line: origin?.line ?? 0,
      fields,
      problems: withheld || failure ? [] : problems,
      money: site,
    });
    const others = withheld ? [formatWithheld(withheld)] : [...notes, ...shown.notes, labelNote].filter(Boolean);
    return failure ? { ...shown, problems: { parcel: [failure] }, notes: [] } : { ...shown, notes: others };
  }
  return (
    <DataTable
      caption="Drafts"
      columns={[
        {
          head: 'Reference',
          place: 'side',
          cell: ({ id, fields: { reference, receiverName }, origin, problems }) => (
            <>
              <Checkbox
                className="my-[min(0px,(1.75rem-44px)/2)]"
                checked={chosen.has(id)}
                onChange={({ target }) => onChoose(id, target.checked)}
              >
                <span className="sr-only">Select </span>
                <span translate="no" className="typed break-anywhere">
                  {reference || (origin ? `Row ${origin.line}` : receiverName || 'Draft')}
                </span>
              </Checkbox>
              {reference && origin && problems.length > 0 && <span className="second-line">Row {origin.line}</span>}
            </>
          ),
        },
        ...toSendColumns(read, ({ id }) => paths.draft(id)),
        {
          head: 'Fee',
          place: 'foot',
          align: 'end',
          cell: ({ fee, withheld }) =>
            fee === null ? (
              <span className="soft">{withheld ? 'Not to be sent' : 'To fix'}</span>
            ) : (
              <span className="typed">{formatPrice(fee)}</span>
            ),
        },
      ]}
      rows={drafts}
      dimmed={dimmed}
      empty={<Empty icon="package-open">No drafts here.</Empty>}
    />
  );
}
