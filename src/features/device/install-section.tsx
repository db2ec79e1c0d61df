import { site } from '../../config/site.ts';
import { install, useInstallMethod } from '../../pwa/install.ts';
import { Button } from '../../ui/button.tsx';
import { Section } from '../../ui/layout/section.tsx';
import { InstallInstructions } from './install-notice.tsx';

export function InstallSection() {
  const way = useInstallMethod();
  if (way === 'none') return null;
  return (
    <Section id="install" title={`Install ${site.name}`} className="stack gap-4">
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
    </Section>
  );
}
