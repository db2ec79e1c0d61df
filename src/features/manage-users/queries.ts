import { useMutationState, useQuery } from '@tanstack/react-query';
import type { LoaderFunctionArgs } from 'react-router-dom';
import { isNotFound } from '../../api/calls/server-error.ts';
import { trpc } from '../../api/calls/trpc.ts';
import { defineQuery } from '../../api/define-query.ts';
import { queryClientContext } from '../../api/query-client.ts';
import { withTimeout } from '../../browser/with-timeout.ts';
import { matchesUser } from '../../domain/list-match.ts';
import type { UserSearch } from '../../domain/paged.ts';
import { paths } from '../../domain/paths.ts';
import type { UserSummary } from '../../domain/user.ts';
import type { StoredList } from '../../offline/use-list.ts';
import { DELETE_USER } from './mutations.ts';

/** People, the newest first: a page of ten, or the newest five for an empty search. */
export const managedUsersQuery = (page: UserSearch) =>
  defineQuery({
    name: 'managed-users',
    params: [page],
    store: 'person',
    title: 'Users',
    topic: 'managed',
    ask: () => trpc.userAdmin.getUsers.query({ page }),
  });

/** The stored rows of this list. */
export const managedUsersOnDevice: StoredList<UserSummary, UserSearch> = {
  keys: [managedUsersQuery({}).queryKey.slice(0, -1)],
  noun: 'user',
  matches: matchesUser,
};

/** Everything about one user. */
const managedUserQuery = (id: string) =>
  defineQuery({
    name: 'managed-user',
    params: [id],
    store: 'person',
    title: 'Users',
    topic: 'managed',
    ask: () => trpc.userAdmin.getUser.query({ id }),
  });

/** The user a page is about. Once their deletion starts they are not loaded again. */
export function useManagedUser(id: string) {
  const deleted = useMutationState({
    filters: { mutationKey: DELETE_USER, predicate: ({ state }) => state.status !== 'error' },
    select: ({ state }) => (state.variables as { id: string } | undefined)?.id,
  });
  return useQuery({ ...managedUserQuery(id), enabled: !deleted.includes(id) });
}

/**
 * The loader of the pages about one user: whether the user is unknown. The history of an unknown
 * one is shown.
 */
export async function managedUserLoader({ params, context, request }: LoaderFunctionArgs): Promise<boolean> {
  const query = { ...managedUserQuery(params.id ?? ''), revalidateIfStale: true };
  const asked = context.get(queryClientContext).ensureQueryData(query);
  const isUnknown = asked.then(() => false, isNotFound);
  if (new URL(request.url).pathname === paths.manageUserHistory(params.id ?? '')) return false;
  return withTimeout(isUnknown, false);
}
