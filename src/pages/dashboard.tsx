import { paths } from '../domain/paths.ts';
import { useProfile } from '../features/session/queries.ts';
import { TrackForm } from '../features/shipments/track-form.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { Way } from '../ui/way.tsx';

/** / for whoever is signed in. */
export function Component() {
  const profile = useProfile();
  return (
    <main id="main" className="page">
      <PageHead title="Dashboard" description="Your shipments at a glance." noindex />
      <div className="stack max-w-140">
        <h1>Welcome, {profile?.firstName}</h1>
        <section className="stack gap-3" aria-labelledby="track">
          <h2 id="track">Track a shipment</h2>
          <TrackForm />
        </section>
        {profile?.header && (
          <nav className="ways" aria-label="Manager">
            <Way to={paths.manager} icon="warehouse" words="Manager">
              Create, update and find shipments
            </Way>
          </nav>
        )}
      </div>
    </main>
  );
}
