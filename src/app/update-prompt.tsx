import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { noteTrouble } from '../offline/trouble.ts';
import type { AppWorker } from '../pwa/service-worker.ts';
import { inBackground } from '../pwa/stale-chunks.ts';
import { Strip } from '../ui/strip.tsx';

/** Starts the service worker once the page has loaded, and asks before a new version takes over in every tab. */
export function UpdatePrompt() {
  const [waiting, setWaiting] = useState<AppWorker | null>(null);
  const client = useQueryClient();

  useEffect(() => {
    const start = async () => {
      const worker = (await inBackground(() => import('../pwa/service-worker.ts')))?.registerWorker();
      worker?.onWaiting(() => setWaiting(worker));
      worker?.onFailure(() => noteTrouble('worker'));
      // What is on the screen went by before there was a worker to keep it: ask once more.
      worker?.onFirstControl(() => client.refetchQueries({ type: 'active' }));
    };
    if (document.readyState === 'complete') void start();
    else addEventListener('load', start, { once: true });
    return () => removeEventListener('load', start);
  }, [client]);

  if (!waiting) return null;
  return (
    <Strip icon="download" action={{ label: 'Update', onClick: waiting.takeOver }}>
      A new version is ready.
    </Strip>
  );
}
