import { Loading } from '../ui/list/loading.tsx';
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
