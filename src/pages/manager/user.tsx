import { useParams } from 'react-router-dom';
import { useNavigateIfHere } from '../../browser/navigate-if-here.ts';
import { paths } from '../../domain/paths.ts';
import { useManagedUser } from '../../features/manage-users/queries.ts';
import { UserActions } from '../../features/manage-users/user-actions.tsx';
import { UserDetails } from '../../features/manage-users/user-details.tsx';
import { ConfirmedAt } from '../../offline/confirmed-at.tsx';

export function Component() {
  const { id = '' } = useParams();
  const navigate = useNavigateIfHere();
  const query = useManagedUser(id);
  const { data: user } = query;
  if (!user) return null;
  return (
    <>
      <ConfirmedAt query={query} />
      <UserActions key={user.id} user={user} onDeleted={() => navigate(paths.manageUsers())} />
      <UserDetails user={user} />
    </>
  );
}
