import { Link } from 'react-router-dom';
import { Act } from '../../acts/act.tsx';
import { formatPrice } from '../../config/currency.ts';
import type { Payouts } from '../../domain/banking.ts';
import { formatActivityDate } from '../../domain/dates.ts';
import { counted } from '../../domain/figures.ts';
import { paths } from '../../domain/paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { DescriptionItem, DescriptionList } from '../../ui/layout/description-list.tsx';
import { type Column, DataTable } from '../../ui/list/data-table.tsx';
import { RowButton } from '../../ui/list/row-button.tsx';
import { FailureNotice, Notice } from '../../ui/notice.tsx';
import { AfterRestore } from './after-restore.tsx';
import { useCreatePayoutFile, useDiscardPayoutFile, useDownloadPayoutFile } from './mutations.ts';

type PayoutFile = Payouts['files'][number];

/** Withdrawals for the bank to pay, in one file each day. */
export function PayoutsView({ payouts }: { payouts: Payouts }) {
  const { problem, count, total, others, waiting, files, restore } = payouts;
  const create = useCreatePayoutFile();
  return (
    <div className="stack gap-4">
      {restore && <AfterRestore restore={restore} />}
      {problem ? (
        <Notice>{problem}</Notice>
      ) : (
        <div className="row gap-4">
          <Button
            icon="download"
            disabled={count === 0}
            pending={create.isPending}
            pendingLabel="Making the file"
            onClick={() => create.mutate()}
          >
            Make a file for the bank
          </Button>
          <p className="soft">
            {count === 0 ? 'No withdrawal is due.' : `${counted(count, 'withdrawal')} of ${formatPrice(total)} due.`}
          </p>
        </div>
      )}
      {waiting.count > 0 && (
        <Notice
          tone="warn"
          icon="clock"
          title={`${counted(waiting.count, 'withdrawal')} to be approved by someone else`}
        >
          {waiting.first.map(({ id, userId, name, amount }) => (
            <span key={id} className="block">
              <Link to={paths.manageUserAccount(userId)}>{name}</Link> {formatPrice(amount)}
            </span>
          ))}
          {waiting.count > waiting.first.length && `and ${waiting.count - waiting.first.length} more`}
        </Notice>
      )}
      <FailureNotice of={create.failure} />
      {files.length > 0 && <FileTable files={files} />}
      {others.count > 0 && <OtherPayouts others={others} />}
    </div>
  );
}

/** Each has what one types into the bank’s page. */
function OtherPayouts({ others: { count, first } }: { others: Payouts['others'] }) {
  return (
    <section aria-labelledby="by-hand" className="stack gap-3">
      <h3 id="by-hand">{`${counted(count, 'withdrawal')} to pay by hand`}</h3>
      <p className="soft">No file can pay these: they are your own, or to accounts that it doesn’t reach.</p>
      {first.map(({ id, userId, holder, amount, text, payout }) => (
        <DescriptionList key={id} columns={4}>
          <DescriptionItem caption="Account holder" verbatim>
            <Link to={paths.manageUserAccount(userId)}>{holder}</Link>
          </DescriptionItem>
          <DescriptionItem caption="Amount" value={formatPrice(amount)} />
          <DescriptionItem caption="IBAN" mono value={payout?.iban} />
          <DescriptionItem caption="Account number" mono value={payout?.accountNumber} />
          <DescriptionItem caption="Routing number" mono value={payout?.routingNumber} />
          <DescriptionItem caption="Bank name" verbatim value={payout?.bankName} />
          <DescriptionItem caption="Bank code" mono value={payout?.bankCode} />
          <DescriptionItem caption="Text" verbatim value={text} />
        </DescriptionList>
      ))}
      {count > first.length && <p className="soft">{`and ${count - first.length} more`}</p>}
    </section>
  );
}

function FileTable({ files }: { files: readonly PayoutFile[] }) {
  const download = useDownloadPayoutFile();
  const discard = useDiscardPayoutFile();
  const columns: Column<PayoutFile>[] = [
    {
      key: 'made',
      head: 'Made',
      place: 'side',
      width: 'clamp(8.5rem, 30cqi - 5rem, 15rem)',
      cell: ({ createdAt }) => formatActivityDate(createdAt),
    },
    { key: 'total', head: 'Sum', place: 'sum', width: '7.5rem', cell: ({ total }) => formatPrice(total) },
    { key: 'count', head: 'Withdrawals', place: 'main', cell: ({ count }) => <b>{counted(count, 'withdrawal')}</b> },
    { key: 'state', head: 'Status', place: 'foot', cell: stateOf },
    {
      key: 'actions',
      head: 'Actions',
      place: 'action',
      width: 'clamp(7rem, 40cqi - 10rem, 13rem)',
      cell(file) {
        const { id, createdAt, pending, discarded, downloaded, toDiscard } = file;
        if (discarded) return null;
        const made = formatActivityDate(createdAt);
        return (
          <>
            <RowButton
              name={`Download the file of ${made}`}
              disabled={download.isPending}
              onClick={() => download.mutate(id)}
            >
              Download
            </RowButton>
            {pending > 0 && toDiscard?.mayDecide !== false && (
              <Act
                button={
                  <RowButton name={`Discard the file of ${made}`} isBad>
                    Discard
                  </RowButton>
                }
                change={discard}
                input={{ id }}
                title="Discard file"
                label="Discard"
                pendingLabel="Discarding"
                destructive
              >
                {downloaded
                  ? 'It was downloaded: your bank may pay it, or have paid it already. Delete it at the bank first, or its withdrawals are paid twice.'
                  : 'Nobody has downloaded it. Its withdrawals can be in another file.'}
              </Act>
            )}
          </>
        );
      },
    },
  ];
  return (
    <>
      <FailureNotice of={download.failure} />
      <DataTable caption="Files for the bank" columns={columns} rows={files} empty={null} />
    </>
  );
}

function stateOf({ discarded, pending, toDiscard }: PayoutFile) {
  if (discarded) return <Badge tone="plain" icon="x" label="Discarded" />;
  if (toDiscard) return <Badge tone="warn" icon="clock" label="To be discarded by someone else" />;
  return pending > 0 ? (
    <Badge tone="move" icon="clock" label={`${pending} to be paid`} />
  ) : (
    <Badge tone="good" icon="check" label="Paid" />
  );
}
