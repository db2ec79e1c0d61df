import { useEffect, useRef, useState } from 'react';
import { uploadImage } from '../../api/files/image-host.ts';
import { shrinkPhoto } from './shrink-photo.ts';

export interface Upload {
  /** An object URL; also the upload's ID. */
  preview: string;
  name: string;
  /** The uploaded share, 0 to 1; null while it waits. */
  progress: number | null;
}

export interface FailedUpload {
  preview: string;
  name: string;
  sentence: string;
}

interface Uploads {
  uploads: readonly Upload[];
  failed: readonly FailedUpload[];
  done: number;
  add(files: readonly File[]): void;
  cancel(upload: Upload): void;
}

/** Uploads one by one. `onUploaded` is the callback of the render in which files were added. */
export function useUploads(onUploaded: (link: string) => void): Uploads {
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const [failed, setFailed] = useState<readonly FailedUpload[]>([]);
  const [done, setDone] = useState(0);
  const queue = useRef(Promise.resolve());
  const abortControllers = useRef(new Map<string, AbortController>());

  useEffect(() => {
    const all = abortControllers.current;
    return () => {
      for (const stop of all.values()) stop.abort();
    };
  }, []);

  async function send(file: File, { preview, name }: Upload): Promise<void> {
    const signal = abortControllers.current.get(preview)?.signal;
    const onProgress = (progress: number) =>
      setUploads((all) => all.map((one) => (one.preview === preview ? { ...one, progress } : one)));
    try {
      if (signal?.aborted) return;
      onProgress(0);
      onUploaded(await uploadImage(await shrinkPhoto(file), name, { onProgress, signal }));
    } catch (error) {
      const sentence = error instanceof Error ? error.message : String(error);
      if (!signal?.aborted) setFailed((all) => [...all, { preview, name, sentence }]);
    } finally {
      abortControllers.current.delete(preview);
      URL.revokeObjectURL(preview);
      setUploads((all) => all.filter((one) => one.preview !== preview));
      if (!signal?.aborted) setDone((count) => count + 1);
    }
  }

  return {
    uploads,
    failed,
    done,
    add(files) {
      const added = files.map((file) => ({
        file,
        preview: URL.createObjectURL(file),
        name: file.name,
        progress: null,
      }));
      setFailed([]);
      if (uploads.length === 0) setDone(0);
      setUploads((all) => [...all, ...added.map(({ preview, name, progress }) => ({ preview, name, progress }))]);
      for (const { file, ...upload } of added) {
        abortControllers.current.set(upload.preview, new AbortController());
        queue.current = queue.current.then(() => send(file, upload));
      }
    },
    cancel({ preview }) {
      abortControllers.current.get(preview)?.abort();
      setUploads((all) => all.filter((one) => one.preview !== preview));
    },
  };
}
