import { texts } from '../domain/errors.ts';
import { useOnline } from '../offline/online-status.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { PageHead } from '../ui/page-head.tsx';

/** What a page shows that could not be shown: never a blank screen, never a stack. */
export function RouteError() {
  const isOnline = useOnline();
  return (
    <main id="main" className="page stack">
      <PageHead title="Something went wrong" description="This page could not be shown." noindex />
      <h1>Something went wrong</h1>
      <Notice
        tone="bad"
        title="This page could not be shown"
        live
        action={
          <Button icon="refresh-cw" onClick={() => location.reload()}>
            Reload
          </Button>
        }
      >
        {isOnline ? 'Check the connection and try again.' : texts.notOnDevice}
      </Notice>
    </main>
  );
}
