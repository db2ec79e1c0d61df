import { site } from '../../config/site.ts';
import { paths } from '../../domain/paths.ts';
import { readAccessToken } from './access-token.ts';

/** Where every call goes. */
export const url = `${site.apiBase}${paths.trpc}`;

/** What a call may carry beside its input. */
export interface CallContext {
  /** A grant of the detailed view of one shipment. */
  grant?: string | null;
  /** Told of the HTTP answer, whose headers say whether the service worker had kept it. */
  onResponse?: (response: Response) => void;
  /** One key for each submitted input: sent again, it has no second effect. */
  idempotencyKey?: string;
  /** Says which device it is: only for the calls that take a password. */
  deviceTicket?: string | null;
}

/** The headers of a call: who calls, with which grant, key and ticket. */
export function headersOf(context: CallContext = {}): Record<string, string> {
  const token = readAccessToken();
  return {
    ...(token && { authorization: `Bearer ${token}` }),
    ...(context.grant && { 'x-shipment-grant': context.grant }),
    ...(context.idempotencyKey && { 'idempotency-key': context.idempotencyKey }),
    ...(context.deviceTicket && { 'x-device-ticket': context.deviceTicket }),
  };
}
