import { serverErrorOf } from '../../../api/calls/call-error.ts';
import { trpc } from '../../../api/calls/trpc.ts';
import { verifyToken } from '../../../browser/crypto/verify-es256.ts';
import { withTimeout } from '../../../browser/with-timeout.ts';
import { parseToken } from '../../../domain/handover.ts';
import type { Parcel } from '../../../domain/runs/parcels.ts';
import { requiresCode } from '../../../domain/runs/proof-policy.ts';
import type { CourierRun } from '../../../domain/runs/views.ts';

/** The key is a task. An entry without a code means that the desk let it go. */
export type EnteredCodes = Record<string, { code?: string; isChecked?: boolean }>;

export const codelessParcels = (parcels: readonly Parcel[], entered: EnteredCodes = {}): Parcel[] =>
  parcels.filter(({ id, proof }) => requiresCode(proof) && !entered[id]);

/** Somebody waits at the door. */
const SERVER_WITHIN_MS = 4_000;

/** Null if they are right, or nobody can say yet. */
export async function refuseDigits(id: string, code: string): Promise<{ refusal: string | null; isChecked: boolean }> {
  const asked = trpc.courier.checkCode.mutate({ id, code }).then(
    () => ({ refusal: null, isChecked: true }),
    (error: unknown) => {
      const { code: reason, fieldErrors, message } = serverErrorOf(error);
      const [wrong] = fieldErrors.code ?? [];
      return { refusal: wrong ?? (reason === 'TOO_MANY_REQUESTS' ? message : null), isChecked: false };
    },
  );
  return withTimeout(asked, { refusal: null, isChecked: false }, SERVER_WITHIN_MS);
}

/** It needs no network. Null for a label. */
export async function readScanned(
  text: string,
  run: CourierRun,
  parcels: readonly Parcel[],
): Promise<{ parcel: Parcel } | { refusal: string } | null> {
  const claim = parseToken(text);
  if (!claim) return null;
  const token = await verifyToken(text, run.handoverKeys ?? []);
  if (!token) return { refusal: 'This code isn’t from us. Ask for the one on the shipment’s page.' };
  const parcel = parcels.find(({ trackingId }) => trackingId === token.trackingId);
  if (!parcel) return { refusal: 'This code is for another parcel.' };
  // A newer one than this phone knows is checked when the visit arrives.
  if (token.claim < (parcel.claim ?? 1))
    return { refusal: 'This code no longer counts. The receiver has to open the page again, online.' };
  if (token.runId !== run.id)
    return { refusal: 'This code is from another run. The receiver has to open the page again, online.' };
  return { parcel };
}
