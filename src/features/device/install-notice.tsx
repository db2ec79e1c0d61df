import { site } from '../../config/site.ts';
import { install, snoozeInstallOffer } from '../../pwa/install.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';

export interface InstallNoticeProps {
  byHand: boolean;
}

export function InstallNotice({ byHand }: InstallNoticeProps) {
  return (
    <aside aria-label="Install" className="page pt-0">
      <Notice
        icon="download"
        title={`Add ${site.name} to your home screen`}
        action={
          <div className="row gap-3">
            {!byHand && (
              <Button small icon="download" onClick={install}>
                Install
              </Button>
            )}
            <Button small variant="quiet" onClick={snoozeInstallOffer}>
              Not now
            </Button>
          </div>
        }
      >
        <InstallInstructions byHand={byHand} />
      </Notice>
    </aside>
  );
}

export function InstallInstructions({ byHand }: { byHand: boolean }) {
  if (!byHand) return <>It opens like an app, and what you’ve seen is available offline.</>;
  return (
    <>
      Tap Share, then <b>Add to Home Screen</b>. Safari deletes a site’s data after seven days without a visit. An
      installed app keeps it.
    </>
  );
}
