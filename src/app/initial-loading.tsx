import { Loading } from '../ui/list/query-view.tsx';
import { RootLayout } from './root-layout.tsx';

/** Shown in the frame while the first page's code or the profile is slow to load. */
export function InitialLoading() {
  return (
    <RootLayout>
      <main id="main" className="page" tabIndex={-1}>
        <Loading />
      </main>
    </RootLayout>
  );
}
