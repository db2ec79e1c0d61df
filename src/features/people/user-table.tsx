import { formatPrice } from '../../config/currency.ts';
import { formatListDate } from '../../domain/dates.ts';
import { texts } from '../../domain/errors.ts';
import { paths } from '../../domain/paths.ts';
import { formatRoles } from '../../domain/roles.ts';
import { fullName, type UserSummary } from '../../domain/user.ts';
import type { Work } from '../../domain/work.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { breakAroundAt } from '../../ui/layout/description-list.tsx';
import { type Column, DataTable } from '../../ui/list/data-table.tsx';
import { Empty } from '../../ui/list/empty.tsx';
import { RowLink } from '../../ui/list/row-link.tsx';
import { Verbatim } from '../../ui/verbatim.tsx';
import { useMay } from '../session/use-may.ts';
import { VerifyUser } from './verify-user.tsx';

const renderAmount = ({ amount = 0 }: UserSummary) => <span className="typed">{formatPrice(amount)}</span>;

const AMOUNT: Column<UserSummary> = {
  head: 'Waiting',
  place: 'foot',
  cell: renderAmount,
  desk: [{ head: 'Waiting', width: '9rem', align: 'end', cell: renderAmount }],
};

const columnsOf = (to: (id: string) => string): Column<UserSummary>[] => [
  { head: 'Joined', place: 'side', cell: (row) => formatListDate(row.createdAt) },
  {
    head: 'Name',
    place: 'main',
    cell: (row) => (
      <RowLink to={to(row.id)} translate="no">
        {fullName(row)}
      </RowLink>
    ),
  },
  {
    head: 'Email',
    place: 'body',
    second: 'Role',
    cell: (row) => (
      <>
        <Verbatim>{breakAroundAt(row.email)}</Verbatim>
        {formatRoles(row) && <span className="second-line">{formatRoles(row)}</span>}
      </>
    ),
  },
  {
    head: 'Email verified',
    place: 'foot',
    cell: ({ verified, deactivated }) =>
      deactivated ? (
        <Badge tone="plain" icon="ban" label="Deactivated" />
      ) : (
        <Badge
          tone={verified ? 'good' : 'warn'}
          icon={verified ? 'check' : 'clock'}
          label={verified ? 'Verified' : 'Unverified'}
        />
      ),
  },
];

const VERIFY: Column<UserSummary> = {
  head: 'Verify',
  place: 'action',
  cell: (row) => (
    <VerifyUser
      user={row}
      button={
        <Button small aria-label={`Verify ${fullName(row)}`}>
          Verify
        </Button>
      }
    />
  ),
};

interface UserTableProps {
  caption: string;
  users: readonly UserSummary[];
  dimmed?: boolean;
  /** What they are listed for. */
  work?: Work | undefined;
}

/** Leads to the account of someone whom the reader may only pay. */
export function UserTable({ caption, users, dimmed, work }: UserTableProps) {
  const may = useMay();
  const hasAmounts = users.some(({ amount }) => amount !== undefined);
  const leadsToMoney = hasAmounts || !may('userAdmin.setRoles');
  const columns = columnsOf(leadsToMoney ? paths.manageUserAccount : paths.manageUser);
  return (
    <DataTable
      caption={caption}
      columns={[
        ...columns,
        ...(hasAmounts ? [AMOUNT] : []),
        ...(work === 'unverified' && may('userAdmin.verifyUser') ? [VERIFY] : []),
      ]}
      rows={users}
      dimmed={dimmed}
      empty={<Empty icon="user">{texts.noUsers}</Empty>}
    />
  );
}
