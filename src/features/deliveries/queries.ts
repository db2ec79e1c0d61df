import { defineQuery } from '../../api/define-query.ts';
import { download } from '../../api/files/download.ts';
import { readGrant } from '../../api/shipment-grants.ts';
import { paths } from '../../domain/paths.ts';

/**
 * A picture that proves a visit. It never changes, and is never stored on a device. Without an
 * account it takes the grant of the shipment with this tracking ID.
 */
export const proofQuery = (visitId: string, sha256: string, trackingId?: string) =>
  defineQuery({
    name: 'proof',
    params: [visitId, sha256],
    store: 'nowhere',
    staleTime: Number.POSITIVE_INFINITY,
    ask: () =>
      download(paths.proof(visitId, sha256), 'image/webp', { grant: trackingId ? readGrant(trackingId) : null }),
  });
