import { counted } from '../../../domain/figures.ts';
import { BigButton } from '../../../ui/big-button.tsx';
import { PhotoStrip } from '../proof/kept-photos.tsx';
import { CameraView, useProofCamera } from '../proof/proof-camera.tsx';
import { noPictures } from '../proof/proof-picture.ts';
import { Shutter } from '../proof/shutter.tsx';
import { Dock } from '../run/dock.tsx';
import type { CollectStep } from './use-collect.ts';

export function CollectPhoto({ run, collection, collect: { photos, complete } }: CollectStep) {
  const camera = useProofCamera(true);
  const kept = photos.list.length;
  const isRequired = collection.proof.photo === 'required';
  return (
    <>
      <CameraView run={run} camera={camera} subject="parcels" />
      <PhotoStrip photos={photos} />
      <Dock showsSaved={false}>
        <Shutter camera={camera} onPhoto={complete} onAnother={photos.keep}>
          <BigButton onClick={() => complete(noPictures, kept === 0 && isRequired ? { cameraFailed: true } : {})}>
            {kept > 0
              ? `Finish with ${counted(kept, 'photo')}`
              : isRequired
                ? 'Camera does not work'
                : 'Finish without a photo'}
          </BigButton>
        </Shutter>
      </Dock>
    </>
  );
}
