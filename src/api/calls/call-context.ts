import { site } from '../../config/site.ts';
import { paths } from '../../domain/paths.ts';
import { readAccessToken } from './access-token.ts';

/** Where every call goes. */
export const url = `${site.apiBase}${paths.trpc}`;

/** What a call may carry beside its input. */
export interface CallContext {
  /** A grant of the detailed view of one shipment. */
  grant?: string | null;
  /**
   * Called with the HTTP response, whose headers say whether it came from the service worker's
   * cache.
   */
  onResponse?: (response: Response) => void;
  /** One key for each submitted input: resending has no second effect. */
  idempotencyKey?: string;
  /** Identifies the device; only for calls that take a password. */
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
