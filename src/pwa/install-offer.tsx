import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { site } from '../config/site.ts';
import { paths } from '../domain/paths.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { install, shouldOfferInstall, snoozeInstallOffer, useInstallMethod } from './install.ts';

/** Pages where someone has just seen what the app does and is not busy with anything. */
const isRestingPlace = (path: string) =>
  path === paths.home || path === paths.manager || path.startsWith(paths.trackedShipment(''));

/** Offers to install the app to returning visitors; after a no it stays away for weeks. */
export function InstallOffer() {
  const { pathname } = useLocation();
  const [isAnswered, setAnswered] = useState(false);
  const way = useInstallMethod();
  if (way === 'none' || isAnswered || !isRestingPlace(pathname) || !shouldOfferInstall()) return null;
  const refuse = () => {
    snoozeInstallOffer();
    setAnswered(true);
  };
  return (
    <aside aria-label="Install" className="page pt-0">
      <Notice
        icon="download"
        title={`Add ${site.name} to your home screen`}
        action={
          <div className="row gap-3">
            {way === 'prompt' && (
              <Button small icon="download" onClick={install}>
                Install
              </Button>
            )}
            <Button small variant="quiet" onClick={refuse}>
              Not now
            </Button>
          </div>
        }
      >
        <InstallInstructions byHand={way === 'by-hand'} />
      </Notice>
    </aside>
  );
}

/** Why to install the app; on iOS also how, because only the person can do it. */
export function InstallInstructions({ byHand }: { byHand: boolean }) {
  if (!byHand) return <>It opens like an app, and what you’ve seen is available offline.</>;
  return (
    <>
      Tap Share, then <b>Add to Home Screen</b>. Safari deletes a site’s data after seven days without a visit. An
      installed app keeps it.
    </>
  );
}
