import { Link } from 'react-router-dom';
import { paths } from '../../domain/paths.ts';
import type { SnippetLanguage } from '../../domain/v1/snippets.ts';
import { listWebhookSnippets } from '../../domain/v1/webhook-snippets.ts';
import { FORMER_SECRET_HOURS, WEBHOOK_EVENT_DAYS } from '../../domain/webhook.ts';
import { Section } from '../../ui/layout/section.tsx';
import { SnippetList } from './snippets.tsx';
import { EventTable } from './tables.tsx';

export function WebhookGuide({ origin, language }: { origin: string; language: SnippetLanguage }) {
  return (
    <Section id="webhooks" title="Webhooks" className="stack gap-4">
      <p className="max-w-140">
        Add an https address on <Link to={paths.developerKeys}>your developers page</Link> or with{' '}
        <a href="#createWebhook" className="typed break-anywhere">
          POST /v1/webhooks
        </a>
        , and we post a <span className="typed">WebhookMessage</span> there for each event, signed as the Standard
        Webhooks specification says. Answer with any status from 200 to 299 within 15 seconds.
      </p>
      <EventTable />
      <ul className="max-w-140 pl-6 m-0 list-disc">
        <li>
          The events of a shipment come in the order of their <code className="typed">sequence</code>: we wait for your
          answer before we send the next. One message at a time comes to each webhook.
        </li>
        <li>
          A message can come twice: its <code className="typed">webhook-id</code> stays the same.
        </li>
        <li>
          A test key adds its own webhooks, which get events of test shipments only. Their messages say{' '}
          <code className="typed">"test": true</code>.
        </li>
        <li>
          After another answer, or none, we try that message nine times more within four days, and honour{' '}
          <code className="typed">Retry-After</code> up to a day. Later events wait, and come once you answer. After the
          last attempt we give that message up. If you took no other since, or at once after a 410, we turn the webhook
          off and email you.
        </li>
        <li>
          What you missed, also while a webhook was paused or off, is sent again with{' '}
          <code className="typed break-anywhere">POST /v1/webhooks/{'{id}'}/replay</code>, for {WEBHOOK_EVENT_DAYS}{' '}
          days. What is sent again can come after later events.
        </li>
        <li>After a new secret, messages carry a signature of each old one, too, for {FORMER_SECRET_HOURS} hours.</li>
      </ul>
      <p className="max-w-140">
        Put your key into <code className="typed">WAYBILL_KEY</code>, your address into{' '}
        <code className="typed">WEBHOOK_URL</code> and then the <code className="typed">id</code> you get into{' '}
        <code className="typed">WEBHOOK_ID</code>.
      </p>
      <SnippetList snippets={listWebhookSnippets(origin)} language={language} />
    </Section>
  );
}
