import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Button } from '../../ui/button.tsx';
import { Section } from '../../ui/layout/section.tsx';
import { QueryView } from '../../ui/list/query-view.tsx';
import { ChoicesForm } from './choices-form.tsx';
import { PushSwitch } from './push-switch.tsx';
import { chosenMessagesQuery } from './queries.ts';

interface MessageChoicesProps {
  /** Null: of all the person’s own shipments. */
  trackingId: string | null;
}

/** Which messages a person gets about parcels, and how. */
export function MessageChoices({ trackingId }: MessageChoicesProps) {
  const [search] = useSearchParams();
  // A link in an email asks for it.
  const isAskedFor = search.get('view') === 'messages';
  const [isOpen, setOpen] = useState(trackingId === null || isAskedFor);
  const push = <PushSwitch trackingId={trackingId} />;
  const chosen = useQuery({ ...chosenMessagesQuery(trackingId), enabled: isOpen });
  return (
    <Section id="notifications" title="Notifications" head="-mb-3" className="stack max-w-140">
      {!isAskedFor && push}
      {isOpen ? (
        <div className="stack gap-3">
          <h3 id="tell-me">{trackingId === null ? 'What we tell you' : 'What we tell you about this parcel'}</h3>
          <p className="soft">Private codes and bills always come by email.</p>
          <QueryView query={chosen}>{(data) => <ChoicesForm chosen={data} trackingId={trackingId} />}</QueryView>
        </div>
      ) : (
        <Button className="justify-self-start" icon="mail" onClick={() => setOpen(true)}>
          Choose your messages
        </Button>
      )}
      {isAskedFor && push}
    </Section>
  );
}
