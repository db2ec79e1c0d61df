import { type ChangeEvent, type ReactNode, useRef, useState } from 'react';
import { BigButton } from '../../../ui/big-button.tsx';
import type { ProofCamera } from './proof-camera.tsx';
import { type DrawPictures, drawOnce, drawPhoto, type Photo, readPhoto, takePhoto } from './proof-picture.ts';

interface ShutterProps {
  camera: ProofCamera;
  disabled?: boolean;
  onPhoto: (photo: DrawPictures) => void;
  onAnother?: ((photo: DrawPictures) => void) | undefined;
  /** Buttons that finish without a photo. */
  children?: ReactNode;
}

const drawLater = (photo: Photo | Promise<Photo>): DrawPictures => drawOnce(async () => [await drawPhoto(await photo)]);

/** Opens the device's own camera if the page's failed. */
export function Shutter({ camera: { video, camera }, disabled = false, onPhoto, onAnother, children }: ShutterProps) {
  const input = useRef<HTMLInputElement>(null);
  /** Remembers what the file from the device's camera is for. */
  const isAnother = useRef(false);
  const [state, setState] = useState<'ready' | 'reading' | 'unreadable'>('ready');

  function press(take: ShutterProps['onPhoto']) {
    isAnother.current = take === onAnother;
    if (camera.state === 'failed') input.current?.click();
    else if (video.current) take(drawLater(takePhoto(video.current)));
  }

  async function onFile({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? [];
    if (!file) return;
    setState('reading');
    try {
      const photo = await readPhoto(file);
      if (!target.isConnected) return;
      setState('ready');
      const take = isAnother.current ? onAnother : onPhoto;
      take?.(drawLater(photo));
    } catch {
      setState('unreadable');
    }
    // The same file can be chosen again.
    target.value = '';
  }

  const isBusy = disabled || state === 'reading' || camera.state === 'starting';
  return (
    <>
      {state === 'unreadable' && (
        <p role="alert" className="font-650">
          This file is not a picture that we can read. Take a photo.
        </p>
      )}
      <div className="dock-two empty:hidden">
        {children}
        {onAnother && (
          <BigButton icon="image-plus" disabled={isBusy} onClick={() => press(onAnother)}>
            Add a photo
          </BigButton>
        )}
      </div>
      <BigButton icon="camera" primary disabled={isBusy} onClick={() => press(onPhoto)}>
        {state === 'reading' ? 'Reading the photo' : 'Take photo and finish'}
      </BigButton>
      {/* Always mounted: the page's camera may change state while the device's is open. */}
      <input
        ref={input}
        type="file"
        accept="image/*"
        capture="environment"
        hidden
        disabled={disabled}
        aria-label="Photo"
        onChange={(event) => void onFile(event)}
      />
    </>
  );
}
