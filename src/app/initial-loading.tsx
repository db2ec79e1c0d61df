import { Loading } from '../ui/list/query-view.tsx';
import { RootLayout } from './root-layout.tsx';

export function InitialLoading() {
  return (
    <RootLayout>
      <main id="main" className="page" tabIndex={-1}>
        <Loading />
      </main>
    </RootLayout>
  );
}
