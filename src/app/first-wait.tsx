import { Waiting } from '../ui/list/query-view.tsx';
import { RootLayout } from './root-layout.tsx';

/** What stands in the frame while the first page takes long: its code, or who is signed in, has not come yet. */
export function FirstWait() {
  return (
    <RootLayout>
      <main id="main" className="page" tabIndex={-1}>
        <Waiting />
      </main>
    </RootLayout>
  );
}
