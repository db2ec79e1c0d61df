import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { hasUnsavedInput } from '../browser/has-unsaved-input.ts';
import { loadOptional } from '../browser/loading/load-optional.ts';
import { site } from '../config/site.ts';
import { Banner } from '../ui/layout/banner.tsx';

interface Update {
  message: string;
  action: { label: string; onClick: () => void; pending?: boolean };
}

/** Asks before a new version takes over. Every tab reloads; one with unsaved input asks. */
export function UpdatePrompt() {
  const [update, setUpdate] = useState<Update | null>(null);
  const client = useQueryClient();

  useEffect(() => {
    const start = async () => {
      let isAccepted = false;
      const accept = () => {
        isAccepted = true;
        setUpdate({
          message: 'The new version starts once the old one has finished its work.',
          action: { label: 'Update', onClick: accept, pending: true },
        });
        takeOver?.();
      };
      const worker = await loadOptional(() => import('../pwa/service-worker.ts'));
      const takeOver = worker?.registerWorker({
        // The first responses bypassed the worker's cache.
        onFirstControl: () => void client.refetchQueries({ type: 'active' }),
        onWaiting: () =>
          setUpdate({ message: 'A new version is ready.', action: { label: 'Update', onClick: accept } }),
        onFailure: async () =>
          (await loadOptional(() => import('../offline/storage-issue.ts')))?.reportStorageIssue('worker'),
        onTakenOver() {
          const reload = () => location.reload();
          if (isAccepted || !hasUnsavedInput()) return reload();
          setUpdate({
            message: `${site.name} has been updated. Finish what you’re writing, then reload.`,
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
    <Banner icon="download" action={update.action}>
      {update.message}
    </Banner>
  );
}
