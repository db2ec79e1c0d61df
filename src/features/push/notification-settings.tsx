import { useQuery } from '@tanstack/react-query';
import { Section } from '../../ui/layout/section.tsx';
import { QueryView } from '../../ui/list/query-view.tsx';
import { PreferencesForm } from './preferences-form.tsx';
import { PushSwitch } from './push-switch.tsx';
import { notificationPreferencesQuery } from './queries.ts';

export function NotificationSettings() {
  const preferences = useQuery(notificationPreferencesQuery);
  return (
    <Section id="notifications" title="Notifications" head="-mb-3" className="stack max-w-140">
      <PushSwitch trackingId={null} />
      <div className="stack gap-3">
        <h3 id="tell-me">Notify me when a shipment is</h3>
        <p className="soft">
          You get notifications on every device where you’ve turned them on. Private codes and bills always come by
          email.
        </p>
        <QueryView query={preferences}>{(data) => <PreferencesForm preferences={data} />}</QueryView>
      </div>
    </Section>
  );
}
