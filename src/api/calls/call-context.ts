import { site } from '../../config/site.ts';
import { paths } from '../../domain/paths.ts';
import { readAccessToken } from './access-token.ts';

export const url = `${site.apiBase}${paths.trpc}`;

export interface CallContext {
  grant?: string | null;
  onResponse?: (response: Response) => void;
  /** One per input: resending has no second effect. */
  idempotencyKey?: string;
  deviceTicket?: string | null;
  /** Nobody is asked for a proof. */
  isInBackground?: boolean;
}

export function headersOf(context: CallContext = {}): Record<string, string> {
  const token = readAccessToken();
  return {
    ...(token && { authorization: `Bearer ${token}` }),
    ...(context.grant && { 'x-shipment-grant': context.grant }),
    ...(context.idempotencyKey && { 'idempotency-key': context.idempotencyKey }),
    ...(context.deviceTicket && { 'x-device-ticket': context.deviceTicket }),
  };
}
