import { defineQuery } from '../../api/define-query.ts';
import { download } from '../../api/files/download.ts';
import { readGrant } from '../../api/shipment-grants.ts';
import { filePaths } from '../../domain/file-paths.ts';

/** Never stored. `trackingId`: its grant is used. */
export const proofQuery = (visitId: string, sha256: string, trackingId?: string) =>
  defineQuery({
    name: 'proof',
    params: [visitId, sha256],
    staleTime: Number.POSITIVE_INFINITY,
    ask: () =>
      download(filePaths.proof(visitId, sha256), 'image/webp', { grant: trackingId ? readGrant(trackingId) : null }),
  });
