import { Outlet, ScrollRestoration, useMatches } from 'react-router-dom';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { UpdatePrompt } from './update-prompt.tsx';

/** What stands around every page. A route whose id starts with /invoice is a sheet of paper: nothing stands around it. */
export function RootLayout() {
  const isSheet = useMatches().some(({ id }) => id.startsWith('/invoice'));
  return (
    <>
      {!isSheet && (
        <>
          <a href="#main" className="skip-link">
            Skip to content
          </a>
          <Header />
        </>
      )}
      <UpdatePrompt />
      <Outlet />
      {!isSheet && <Footer />}
      <ScrollRestoration />
    </>
  );
}
