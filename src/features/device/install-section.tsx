import { site } from '../../config/site.ts';
import { install, useInstallMethod } from '../../pwa/install.ts';
import { Button } from '../../ui/button.tsx';
import { InstallInstructions } from './install-notice.tsx';

export function InstallSection() {
  const way = useInstallMethod();
  if (way === 'none') return null;
  return (
    <section aria-labelledby="install" className="stack gap-4">
      <h2 id="install">Install {site.name}</h2>
      <p>
        <InstallInstructions byHand={way === 'by-hand'} />
      </p>
      {way === 'prompt' && (
        <div>
          <Button icon="download" onClick={install}>
            Install
          </Button>
        </div>
      )}
    </section>
  );
}
