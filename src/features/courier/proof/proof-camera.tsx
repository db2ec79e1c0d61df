import { type RefObject, useRef } from 'react';
import type { CourierRun } from '../../../domain/runs/views.ts';
import { Notice } from '../../../ui/notice.tsx';
import { type Camera, useCamera } from '../../scan/camera.ts';
import { useRoomForPhotos } from './use-room-for-photos.ts';

export interface ProofCamera {
  video: RefObject<HTMLVideoElement | null>;
  camera: Camera;
}

export function useProofCamera(isWanted: boolean): ProofCamera {
  const video = useRef<HTMLVideoElement>(null);
  const [camera] = useCamera(video, isWanted);
  return { video, camera };
}

/** `hasButton`: the page offers the device's own camera. */
export function CameraView({
  run,
  camera: { video, camera },
  subject,
  hasButton = true,
}: {
  run: CourierRun;
  camera: ProofCamera;
  subject: string;
  hasButton?: boolean;
}) {
  const hasRoom = useRoomForPhotos(run) ?? true;
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
