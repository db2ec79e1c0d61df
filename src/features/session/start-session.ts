import type { QueryClient } from '@tanstack/react-query';
import { writeAccessToken } from '../../api/calls/access-token.ts';
import { writeDeviceTicket } from '../../api/calls/device-ticket.ts';
import { purgeDevice } from '../../offline/purge.ts';
import { recordSignIn } from '../../offline/session-record.ts';
import { reportStorageIssue } from '../../offline/storage-issue.ts';
import { profileQuery } from './queries.ts';

/** The token is on disk when this resolves. */
export async function startSession(
  client: QueryClient,
  { token, deviceTicket }: { token: string; deviceTicket?: string | undefined },
  purge = purgeDevice,
): Promise<void> {
  if (deviceTicket) writeDeviceTicket(deviceTicket);
  await purge(client);
  if (!writeAccessToken(token)) reportStorageIssue('session');
  await recordSignIn(token);
  // Fetched as a visitor during the purge.
  client.removeQueries({ queryKey: profileQuery.queryKey });
}
