import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { prefetch } from '../../api/prefetch.ts';
import { paths } from '../../domain/paths.ts';
import { ApiKeys } from '../../features/developers/api-keys.tsx';
import { apiKeysQuery, webhooksQuery } from '../../features/developers/queries.ts';
import { Webhooks } from '../../features/developers/webhooks.tsx';
import { ConfirmedAt } from '../../offline/confirmed-at.tsx';
import { PageHead } from '../../ui/layout/page-head.tsx';
import { QueryView } from '../../ui/list/query-view.tsx';

export const loader = prefetch((client) =>
  Promise.all([client.prefetchQuery(apiKeysQuery), client.prefetchQuery(webhooksQuery)]),
);

/** /profile/developers, for accounts that ship. */
export function Component() {
  const keys = useQuery(apiKeysQuery);
  const webhooks = useQuery(webhooksQuery);
  return (
    <>
      <PageHead title="Developers" description="Keys and webhooks for your own programs." noindex />
      <ConfirmedAt query={[keys, webhooks]} />
      <h1>Developers</h1>
      <p className="max-w-140">
        How to call us, with programs to copy: <Link to={paths.developers()}>the guide for developers</Link>.
      </p>
      <QueryView query={keys}>{(data) => <ApiKeys keys={data} />}</QueryView>
      <QueryView query={webhooks}>{({ data }) => <Webhooks webhooks={data} />}</QueryView>
    </>
  );
}
