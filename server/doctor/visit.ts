/** `npm run doctor` sends a visit signed by Secrets.signVisit. */
export const VISIT_HEADER = 'x-waybill-doctor';

export interface SeenCaller {
  /** Whom we count it as, after TRUSTED_PROXIES. */
  address: string;
  peer: string;
  forwardedFor: string | null;
  upSeconds: number;
}
