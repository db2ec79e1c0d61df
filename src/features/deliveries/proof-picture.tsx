import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { QueryView } from '../../ui/list/query-view.tsx';
import { Skeleton, SkeletonRegion } from '../../ui/list/skeleton.tsx';
import { proofQuery } from './queries.ts';

interface ProofPictureProps {
  visitId: string;
  sha256: string;
  alt: string;
  /** Its grant opens the picture without an account. */
  trackingId?: string | undefined;
}

export function ProofPicture({ visitId, sha256, alt, trackingId }: ProofPictureProps) {
  const query = useQuery(proofQuery(visitId, sha256, trackingId));
  return (
    <QueryView
      query={query}
      errorTitle="This picture couldn’t be loaded"
      offlineText="Pictures of a delivery aren’t stored on this device. Go online to see them."
      waiting={
        <SkeletonRegion label="Loading a picture">
          <Skeleton className="w-80 h-60" />
        </SkeletonRegion>
      }
    >
      {(blob) => <BlobImage blob={blob} alt={alt} />}
    </QueryView>
  );
}

function BlobImage({ blob, alt }: { blob: Blob; alt: string }) {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(blob);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  return url && <img src={url} alt={alt} className="block w-auto max-w-full max-h-120 border border-rule" />;
}
