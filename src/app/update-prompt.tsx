import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { isBeingFilledIn } from '../browser/being-filled-in.ts';
import { inBackground } from '../browser/in-background.ts';
import { site } from '../config/site.ts';
import { Strip } from '../ui/layout/strip.tsx';

interface Update {
  words: string;
  action: { label: string; onClick: () => void; pending?: boolean };
}

/**
 * Starts the service worker after the page has loaded, and asks before a new version takes over.
 * Then every tab reloads; a tab with unsaved input asks first.
 */
export function UpdatePrompt() {
  const [update, setUpdate] = useState<Update | null>(null);
  const client = useQueryClient();

  useEffect(() => {
    const start = async () => {
      let isAgreed = false;
      const agree = () => {
        isAgreed = true;
        // Usually too short to be seen: a busy old version is allowed to finish first.
        setUpdate({
          words: 'The new version starts once the old one has finished its work.',
          action: { label: 'Update', onClick: agree, pending: true },
        });
        takeOver?.();
      };
      const worker = await inBackground(() => import('../pwa/service-worker.ts'));
      const takeOver = worker?.registerWorker({
        // The first responses bypassed the service worker, so fetch them again to cache them.
        onFirstControl: () => void client.refetchQueries({ type: 'active' }),
        onWaiting: () => setUpdate({ words: 'A new version is ready.', action: { label: 'Update', onClick: agree } }),
        onFailure: async () => (await inBackground(() => import('../offline/trouble.ts')))?.noteTrouble('worker'),
        onTakenOver() {
          const reload = () => location.reload();
          if (isAgreed || !isBeingFilledIn()) return reload();
          setUpdate({
            words: `${site.name} has been updated. Finish what you’re writing, then reload.`,
            action: { label: 'Reload', onClick: reload },
          });
        },
      });
    };
    if (document.readyState === 'complete') void start();
    else addEventListener('load', start, { once: true });
    return () => removeEventListener('load', start);
  }, [client]);

  if (!update) return null;
  return (
    <Strip icon="download" action={update.action}>
      {update.words}
    </Strip>
  );
}
