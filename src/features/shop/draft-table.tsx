import { formatPrice } from '../../config/currency.ts';
import { paths } from '../../domain/paths.ts';
import { type Draft, formatDraftProblems } from '../../domain/shop/draft.ts';
import { formatWithheld } from '../../domain/shop/order-state.ts';
import { formatSize, formatWeight } from '../../domain/shop/parcel-size.ts';
import { Checkbox } from '../../ui/form/checkbox.tsx';
import { type Column, DataTable } from '../../ui/list/data-table.tsx';
import { Empty } from '../../ui/list/empty.tsx';
import { RowLink } from '../../ui/list/row-link.tsx';
import { Verbatim } from '../../ui/verbatim.tsx';

interface DraftTableProps {
  drafts: readonly Draft[];
  chosen: ReadonlySet<string>;
  onChoose: (id: string, isChosen: boolean) => void;
  /** Why drafts were not confirmed, by id. */
  failures: ReadonlyMap<string, string>;
  dimmed: boolean;
}

export function DraftTable({ drafts, chosen, onChoose, failures, dimmed }: DraftTableProps) {
  const columns: Column<Draft>[] = [
    {
      key: 'choice',
      head: 'Reference',
      place: 'side',
      cell: (draft) => (
        <Checkbox
          className="my-[min(0px,(1.75rem-44px)/2)]"
          checked={chosen.has(draft.id)}
          onChange={({ target }) => onChoose(draft.id, target.checked)}
        >
          <span className="sr-only">Select </span>
          <span translate="no" className="typed break-anywhere">
            {draft.fields.reference || nameOf(draft)}
          </span>
        </Checkbox>
      ),
    },
    {
      key: 'receiver',
      head: 'To',
      place: 'main',
      second: 'Address',
      split: 'halves',
      cell: (draft) => (
        <>
          <RowLink to={paths.draft(draft.id)}>
            <Verbatim>{draft.fields.receiverName || 'No name'}</Verbatim>
          </RowLink>
          <span className="second-line">
            <Verbatim>{addressOf(draft) || '—'}</Verbatim>
          </span>
        </>
      ),
    },
    {
      key: 'parcel',
      head: 'Parcel',
      place: 'body',
      cell: (draft) => {
        const failure = failures.get(draft.id);
        if (draft.withheld && !failure) {
          return (
            <>
              {parcelOf(draft)}
              <span className="second-line">{formatWithheld(draft.withheld)}</span>
            </>
          );
        }
        const problems = failure ? [failure] : formatDraftProblems(draft);
        return (
          <>
            {parcelOf(draft)}
            {problems.length > 0 && (
              <ul className="grid gap-1 text-bad-text">
                {problems.map((problem) => (
                  <li key={problem}>{problem}</li>
                ))}
              </ul>
            )}
            {[...draft.notes, draft.labelNote].filter(Boolean).map((note) => (
              <span key={note} className="second-line">
                {note}
              </span>
            ))}
          </>
        );
      },
    },
    {
      key: 'fee',
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
  ];
  return (
    <DataTable
      caption="Drafts"
      columns={columns}
      rows={drafts}
      rowKey={({ id }) => id}
      dimmed={dimmed}
      empty={<Empty icon="package-open">No drafts here.</Empty>}
    />
  );
}

const nameOf = ({ fields, origin }: Draft) => (origin ? `Row ${origin.line}` : fields.receiverName || 'Draft');

const addressOf = ({ fields: { line1, line2, postcode, city, country } }: Draft) =>
  [line1, line2, [postcode, city].filter(Boolean).join(' '), country].filter(Boolean).join(', ');

function parcelOf({ fields: { weightG = '', parcels = '1', description = '', ...fields } }: Draft): string {
  const weight = /^\d+$/.test(weightG) ? formatWeight(Number(weightG)) : weightG;
  const [lengthMm = 0, widthMm = 0, heightMm = 0] = [fields.lengthMm, fields.widthMm, fields.heightMm].map(Number);
  const size = lengthMm * widthMm * heightMm > 0 && formatSize({ lengthMm, widthMm, heightMm });
  return [description, Number(parcels) > 1 ? `${parcels} × ${weight}` : weight, size].filter(Boolean).join(', ');
}
