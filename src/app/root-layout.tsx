import type { ReactNode } from 'react';
import { Outlet, ScrollRestoration, useMatches } from 'react-router-dom';
import { useDensityOfStyles } from '../browser/density.ts';
import { InstallOffer } from '../features/device/install-offer.tsx';
import { DeletionNotice } from '../features/own-account/deletion-notice.tsx';
import { BannerArea } from '../ui/layout/banner.tsx';
import { Toaster } from '../ui/toast/toaster.tsx';
import { LiveUpdates } from './background/live-updates.tsx';
import { OfflineSync } from './background/offline-sync.tsx';
import { OutboxKeeper } from './background/outbox-sync.tsx';
import { ProofKeeper } from './background/proof-keeper.tsx';
import { Shortcuts } from './background/shortcuts.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { useLostFocus } from './lost-focus.ts';
import { LostWorkBanner } from './lost-work-banner.tsx';
import { PhoneBar } from './navigation/phone-bar.tsx';
import { LateStorageBanner, OfflineBanner } from './offline-banner.tsx';
import { PendingBar } from './pending-bar.tsx';
import { useRouteFocus } from './route-focus.ts';
import { UpdatePrompt } from './update-prompt.tsx';

/** An invoice is a sheet of paper and has no frame. */
export function RootLayout({ children = <Outlet /> }: { children?: ReactNode }) {
  const isSheet = useMatches().some(({ id }) => id.startsWith('/invoice'));
  useRouteFocus();
  useLostFocus();
  useDensityOfStyles();
  return (
    <>
      <PendingBar />
      {!isSheet && (
        <>
          <a href="#main" className="skip-link">
            Skip to content
          </a>
          <Header />
        </>
      )}
      <BannerArea>
        <UpdatePrompt />
        <LostWorkBanner />
        <DeletionNotice />
        <LateStorageBanner />
        <OfflineBanner />
        <OutboxKeeper />
        <OfflineSync />
        <LiveUpdates />
        <ProofKeeper />
        {children}
      </BannerArea>
      {!isSheet && (
        <>
          <InstallOffer />
          <Footer />
          <PhoneBar />
        </>
      )}
      <Shortcuts />
      <Toaster />
      <ScrollRestoration />
    </>
  );
}
