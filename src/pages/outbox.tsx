import { OthersUnsent } from '../features/outbox/others-unsent.tsx';
import { OutboxList } from '../features/outbox/outbox-list.tsx';
import { PageHead } from '../ui/layout/page-head.tsx';

export function Component() {
  return (
    <main id="main" className="page stack">
      <PageHead title="Outbox" description="What this device hasn’t sent yet." noindex />
      <h1>Outbox</h1>
      <OthersUnsent />
      <OutboxList />
    </main>
  );
}
