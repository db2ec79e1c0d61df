import { useParams } from 'react-router-dom';
import { usePageVisit } from '../../browser/use-page-visit.ts';
import { paths } from '../../domain/paths.ts';
import { useManagedUser } from '../../features/manage-users/queries.ts';
import { UserActions } from '../../features/manage-users/user-actions.tsx';
import { UserDetails } from '../../features/manage-users/user-details.tsx';
import { ConfirmedAt } from '../../offline/confirmed-at.tsx';

export function Component() {
  const { id = '' } = useParams();
  const { navigateIfShown } = usePageVisit();
  const query = useManagedUser(id);
  const { data: user } = query;
  if (!user) return null;
  return (
    <>
      <ConfirmedAt query={query} />
      <UserActions key={user.id} user={user} onDeleted={() => navigateIfShown(paths.manageUsers())} />
      <UserDetails user={user} />
    </>
  );
}
