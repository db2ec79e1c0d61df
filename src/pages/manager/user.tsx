import { useParams } from 'react-router-dom';
import { usePageVisit } from '../../browser/use-page-visit.ts';
import { paths } from '../../domain/paths.ts';
import { rolesOf } from '../../domain/roles.ts';
import { OpenMoney } from '../../features/manage-ledger/open-money.tsx';
import { CourierLimitsForm } from '../../features/people/courier-limits-form.tsx';
import { useManagedUser } from '../../features/people/queries.ts';
import { RolesForm } from '../../features/people/roles-form.tsx';
import { UserActions } from '../../features/people/user-actions.tsx';
import { UserDetails } from '../../features/people/user-details.tsx';
import { UserPrograms } from '../../features/people/user-programs.tsx';
import { useMay } from '../../features/session/use-may.ts';
import { ConfirmedAt } from '../../offline/confirmed-at.tsx';
import { LinkRow } from '../../ui/layout/link-row.tsx';
import { Notice } from '../../ui/notice.tsx';

export function Component() {
  const { id = '' } = useParams();
  const { navigateIfShown } = usePageVisit();
  const may = useMay();
  const query = useManagedUser(id);
  const { data: user } = query;
  if (!user) return null;
  return (
    <>
      <ConfirmedAt query={query} />
      {may('userAdmin.setRoles') && (
        <UserActions
          key={user.id}
          user={user}
          onDeleted={() => navigateIfShown(paths.manageUsers())}
          openMoney={<OpenMoney userId={user.id} />}
        />
      )}
      {user.deactivated && <Notice title="Deactivated">This person can’t log in.</Notice>}
      <UserDetails user={user} />
      {may('userAdmin.endPrograms') && user.hasOpen && <UserPrograms key={`programs ${user.id}`} user={user} />}
      {may('userAdmin.setRoles') && !user.deactivated && <RolesForm key={user.id} user={user} />}
      {may('userAdmin.setCourierLimits') && rolesOf(user).includes('courier') && (
        <CourierLimitsForm key={`limits ${user.id}`} user={user} />
      )}
      {may('rateAdmin.list') && rolesOf(user).includes('shipper') && (
        <div className="ways">
          <LinkRow to={paths.manageRates({ user: user.id })} icon="wallet" label="Rates of this shop">
            What it pays for a parcel
          </LinkRow>
        </div>
      )}
    </>
  );
}
