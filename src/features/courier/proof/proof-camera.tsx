import { type RefObject, useEffect, useRef, useState } from 'react';
import { hasQuota } from '../../../offline/persistence.ts';
import { Notice } from '../../../ui/notice.tsx';
import { type Camera, useCamera } from '../../scan/camera.ts';

export interface ProofCamera {
  video: RefObject<HTMLVideoElement | null>;
  camera: Camera;
}

/** Opens the page's own camera. */
export function useProofCamera(isWanted: boolean): ProofCamera {
  const video = useRef<HTMLVideoElement>(null);
  const [camera] = useCamera(video, isWanted);
  return { video, camera };
}

/** What the camera sees and what to photograph, or why it sees nothing, once there is a button for another way. */
export function CameraView({
  camera: { video, camera },
  subject = 'door or parcel',
  hasButton = true,
}: {
  camera: ProofCamera;
  subject?: string;
  hasButton?: boolean;
}) {
  const hasRoom = useHasRoom();
  const isFailed = camera.state === 'failed';
  return (
    <>
      {!hasRoom && (
        <Notice tone="bad" title="This device is nearly full" live>
          Free some space first: a photo might not fit.
        </Notice>
      )}
      {isFailed ? (
        hasButton && <p role="status">{camera.failure.title}. The button below opens this device’s camera.</p>
      ) : (
        <video ref={video} playsInline muted aria-label="Camera view" className="proof-view" />
      )}
      {(!isFailed || hasButton) && <p>Show the {subject}. No faces or ID cards.</p>}
    </>
  );
}

/** Whether this device has room for a photo; told before it is taken. */
function useHasRoom(): boolean {
  const [hasRoom, setHasRoom] = useState(true);
  useEffect(() => {
    void hasQuota().then(setHasRoom);
  }, []);
  return hasRoom;
}
