import { type RefObject, useEffect, useRef, useState } from 'react';
import { hasQuota } from '../../../offline/persistence.ts';
import { BigButton } from '../../../ui/big-button.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { type Camera, useCamera } from '../../scan/camera.ts';
import { drawPhoto, type ProofPicture } from './proof-picture.ts';

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

/** What the camera sees. */
export function CameraView({ camera: { video, camera } }: { camera: ProofCamera }) {
  const hasRoom = useHasRoom();
  return (
    <>
      {!hasRoom && (
        <Notice tone="bad" title="This device is nearly full" live>
          Free some space first: a photo might not fit.
        </Notice>
      )}
      {camera.state !== 'failed' && (
        <video ref={video} playsInline muted aria-label="Camera view" className="proof-view" />
      )}
    </>
  );
}

interface ShutterProps {
  camera: ProofCamera;
  disabled?: boolean;
  /** Called at once, with the picture still being drawn. */
  onPhoto: (photo: Promise<ProofPicture[]>) => void;
}

/** Takes the photo that completes the visit; without a camera of the page, with the device's own. */
export function Shutter({ camera: { video, camera }, disabled = false, onPhoto }: ShutterProps) {
  const take = (source: ImageBitmapSource) =>
    onPhoto(createImageBitmap(source).then(async (bitmap) => [await drawPhoto(bitmap)]));

  if (camera.state !== 'failed') {
    return (
      <BigButton
        icon="camera"
        primary
        disabled={disabled || camera.state !== 'running'}
        onClick={() => video.current && take(video.current)}
      >
        Take photo and finish
      </BigButton>
    );
  }
  return (
    <label className={disabled ? 'btn-big btn-off' : `${buttonClass({})} btn-big-main`}>
      <span className="btn-face">
        <Icon name="camera" />
        <span>Take photo and finish</span>
      </span>
      <input
        type="file"
        accept="image/*"
        capture="environment"
        className="sr-only"
        disabled={disabled}
        onChange={({ target }) => target.files?.[0] && take(target.files[0])}
      />
    </label>
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
