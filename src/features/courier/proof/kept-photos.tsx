import { useCallback, useEffect, useRef, useState } from 'react';
import * as v from 'valibot';
import { PROOF_KINDS } from '../../../domain/delivery.ts';
import { PROOF_TYPES } from '../../../domain/runs/facts.ts';
import { openLastingDraft } from '../../../offline/lasting-drafts.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { type DrawPictures, MAX_PHOTOS, type ProofPicture } from './proof-picture.ts';

interface KeptPhoto {
  id: string;
  draw: DrawPictures;
  /** Null until drawn. */
  picture: ProofPicture | null;
}

export interface KeptPhotos {
  list: readonly KeptPhoto[];
  /** The camera gave nothing for the last one. */
  isLost: boolean;
  /** Undefined if the last one must finish the visit. */
  keep: ((draw: DrawPictures) => void) | undefined;
  remove: (id: string) => void;
  /** It draws each picture once. */
  drawWith: (last: DrawPictures) => DrawPictures;
  forget: () => void;
}

const StoredPictureSchema = v.object({
  kind: v.picklist(PROOF_KINDS),
  sha256: v.string(),
  type: v.picklist(PROOF_TYPES),
  size: v.number(),
  base64: v.string(),
});
type StoredPicture = v.InferOutput<typeof StoredPictureSchema>;
const StoredSchema = v.object({ pictures: v.array(StoredPictureSchema) });

const pack = ({ bytes, ...picture }: ProofPicture): StoredPicture => ({
  ...picture,
  base64: btoa(Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join('')),
});

function unpack({ base64, ...picture }: StoredPicture): KeptPhoto {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0)).buffer;
  const unpacked = { ...picture, bytes };
  return { id: picture.sha256, draw: async () => [unpacked], picture: unpacked };
}

/** They outlive the browser, like the visit’s draft. */
export function useKeptPhotos(stopId: string, isReported: () => boolean): KeptPhotos {
  const [store] = useState(() => openLastingDraft(`photos ${stopId}`));
  const [list, setList] = useState<readonly KeptPhoto[]>([]);
  const [isLost, setLost] = useState(false);
  const latest = useRef(list);
  const isForgotten = useRef(false);
  const isRestored = useRef(false);
  const [reading] = useState(async () => (isReported() ? null : store?.read().catch(() => null)));

  const restore = useCallback(async () => {
    const stored = await reading;
    if (isRestored.current) return;
    isRestored.current = true;
    const before = v.is(StoredSchema, stored) ? stored.pictures.map(unpack) : [];
    latest.current = [...before, ...latest.current].slice(1 - MAX_PHOTOS);
    setList(latest.current);
  }, [reading]);
  useEffect(() => void restore(), [restore]);

  function change(next: readonly KeptPhoto[]) {
    latest.current = next;
    setList(next);
    // Late storage may hold more. A device without room says so when the visit is saved.
    void restore()
      .then(() => {
        const pictures = latest.current.flatMap(({ picture }) => picture ?? []);
        if (!isForgotten.current) return store?.write({ pictures: pictures.map(pack) });
      })
      .catch(() => undefined);
  }

  async function keep(draw: DrawPictures) {
    const id = crypto.randomUUID();
    setLost(false);
    latest.current = [...latest.current, { id, draw, picture: null }];
    setList(latest.current);
    const [picture = null] = await draw().catch(() => []);
    const isSame = picture && latest.current.some((one) => one.picture?.sha256 === picture.sha256);
    if (!picture) setLost(true);
    change(
      picture && !isSame
        ? latest.current.map((one) => (one.id === id ? { ...one, picture } : one))
        : latest.current.filter((one) => one.id !== id),
    );
  }

  return {
    list,
    isLost,
    keep: list.length < MAX_PHOTOS - 1 ? (draw) => void keep(draw) : undefined,
    remove: (id) => change(latest.current.filter((one) => one.id !== id)),
    drawWith(last) {
      return async () => {
        await restore();
        const draws = [...latest.current.map(({ draw }) => draw), last];
        const pictures = (await Promise.all(draws.map((draw) => draw()))).flat();
        // The server refuses one that is named twice.
        return [...new Map(pictures.map((picture) => [picture.sha256, picture])).values()];
      };
    },
    forget() {
      isForgotten.current = true;
      void store?.forget();
    },
  };
}

export function PhotoStrip({ photos: { list, isLost, remove } }: { photos: KeptPhotos }) {
  return (
    <>
      {isLost && (
        <p role="alert" className="font-650">
          The camera gave no photo. Take it again.
        </p>
      )}
      {list.length > 0 && (
        <ul aria-label="Photos" className="flex flex-wrap gap-2">
          {list.map((photo, place) => (
            <li key={photo.id} className="flex border-1.5 border-rule-strong rounded-ctl">
              <Thumbnail picture={photo.picture} name={`Photo ${place + 1}`} />
              <Button variant="quiet" className="min-h-14 w-14" onClick={() => remove(photo.id)}>
                <Icon name="x" />
                <span className="sr-only">Remove photo {place + 1}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function Thumbnail({ picture, name }: { picture: ProofPicture | null; name: string }) {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!picture) return;
    const made = URL.createObjectURL(new Blob([picture.bytes], { type: picture.type }));
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [picture]);
  return url ? <img src={url} alt={name} className="size-14 object-cover" /> : <span className="size-14 bg-well" />;
}
