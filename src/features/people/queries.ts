import { useMutationState, useQuery } from '@tanstack/react-query';
import type { LoaderFunctionArgs } from 'react-router-dom';
import { isNotFound } from '../../api/calls/call-error.ts';
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

export const managedUsersQuery = (page: UserSearch) =>
  defineQuery({
    name: 'managed-users',
    params: [page],
    title: 'Users',
    topic: 'managed',
    ask: () => trpc.userAdmin.getUsers.query({ page }),
  });

export const managedUsersOnDevice: StoredList<UserSummary, UserSearch> = {
  keys: [managedUsersQuery({}).queryKey.slice(0, -1)],
  noun: 'user',
  matches: matchesUser,
};

const managedUserQuery = (id: string) =>
  defineQuery({
    name: 'managed-user',
    params: [id],
    title: 'Users',
    topic: 'managed',
    ask: () => trpc.userAdmin.getUser.query({ id }),
  });

export const userProgramsQuery = (id: string) =>
  defineQuery({
    name: 'user-programs',
    params: [id],
    title: 'Users',
    topic: 'managed',
    ask: () => trpc.userAdmin.getPrograms.query({ id }),
  });

/** Stops refetching once the user's deletion starts. */
export function useManagedUser(id: string) {
  const deleted = useMutationState({
    filters: { mutationKey: DELETE_USER, predicate: ({ state }) => state.status !== 'error' },
    select: ({ state }) => (state.variables as { id: string } | undefined)?.id,
  });
  return useQuery({ ...managedUserQuery(id), enabled: !deleted.includes(id) });
}

/** Resolves to whether the user is unknown; false for the history, which outlives the user. */
export async function managedUserLoader({ params, context, request }: LoaderFunctionArgs): Promise<boolean> {
  const query = { ...managedUserQuery(params.id ?? ''), revalidateIfStale: true };
  const asked = context.get(queryClientContext).ensureQueryData(query);
  const isUnknown = asked.then(() => false, isNotFound);
  if (new URL(request.url).pathname === paths.manageUserHistory(params.id ?? '')) return false;
  return withTimeout(isUnknown, false);
}
