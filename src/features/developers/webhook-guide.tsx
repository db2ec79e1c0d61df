import { Link } from 'react-router-dom';
import { paths } from '../../domain/paths.ts';
import { VERIFY_SNIPPET } from '../../domain/v1/snippets.ts';
import { WEBHOOK_EVENT_DAYS } from '../../domain/webhook.ts';
import { CodeBlock } from './code-block.tsx';

export function WebhookGuide() {
  return (
    <section aria-labelledby="webhooks" className="stack gap-4">
      <h2 id="webhooks">Webhooks</h2>
      <p className="max-w-140">
        Add an https address on <Link to={paths.developerKeys}>your developers page</Link> or with{' '}
        <a href="#createWebhook" className="typed break-anywhere">
          POST /v1/webhooks
        </a>
        , and we post a <span className="typed">WebhookMessage</span> there for each event, signed as the Standard
        Webhooks specification says. Answer with any status from 200 to 299 within 15 seconds.
      </p>
      <ul className="max-w-140 pl-6 m-0 list-disc">
        <li>
          A message can come twice: its <code className="typed">webhook-id</code> stays the same. Messages can overtake
          each other: <code className="typed">sequence</code> counts the events of a shipment.
        </li>
        <li>
          A test key adds webhooks of its own, which hear of test shipments only. Their messages say{' '}
          <code className="typed">"test": true</code>.
        </li>
        <li>
          After another answer we try nine times more within four days. Then, or at once after a 410, the webhook is
          turned off and you get an email.
        </li>
        <li>
          What you missed is sent again with{' '}
          <code className="typed break-anywhere">POST /v1/webhooks/{'{id}'}/replay</code>, for {WEBHOOK_EVENT_DAYS}{' '}
          days.
        </li>
      </ul>
      <div className="stack gap-2">
        <h3>Check that a message is from us</h3>
        <CodeBlock label="Check that a message is from us, Node" code={VERIFY_SNIPPET} />
      </div>
    </section>
  );
}
