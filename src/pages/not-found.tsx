import { Link } from 'react-router-dom';
import { texts } from '../domain/errors.ts';
import { paths } from '../domain/paths.ts';
import { PageHead } from '../ui/layout/page-head.tsx';

export function Component() {
  return (
    <main id="main" className="page stack">
      <PageHead title={texts.pageNotFound} description="There is no page at this address." noindex />
      <h1>{texts.pageNotFound}</h1>
      <p>
        Are you lost? click <Link to={paths.home}>here</Link> to go home
      </p>
    </main>
  );
}
