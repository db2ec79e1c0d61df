import type { QueryClient } from '@tanstack/react-query';
import { may, type RestrictedCall } from '../../domain/roles.ts';
import type { User } from '../../domain/user.ts';
import { profileQuery, useProfile } from './queries.ts';

const mayOf = (person: User | null | undefined) => (call: RestrictedCall) =>
  person?.verified === true && may(person, call);

/** Which calls the signed-in person may make: whatever needs another one is not shown. */
export const useMay = () => mayOf(useProfile());

/** The same for loaders, which run behind the guards. */
export const mayCall = (client: QueryClient) => mayOf(client.getQueryData(profileQuery.queryKey));
