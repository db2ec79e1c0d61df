import { useQuery } from '@tanstack/react-query';
import { prefetch } from '../../api/prefetch.ts';
import { usePages } from '../../api/use-pages.ts';
import { ShopPage } from '../../features/session/desk-page.tsx';
import { Draft } from '../../features/statements/draft.tsx';
import { ownNextStatementQuery, statementsQuery } from '../../features/statements/queries.ts';
import { StatementTable } from '../../features/statements/statement-table.tsx';
import { QueryView } from '../../ui/list/query-view.tsx';
import { ShowMore } from '../../ui/list/show-more.tsx';

const SIDES = ['You owe', 'We owe you'] as const;

export const loader = prefetch((client) =>
  Promise.all([client.prefetchQuery(statementsQuery()), client.prefetchQuery(ownNextStatementQuery)]),
);

export function Component() {
  const next = useQuery(ownNextStatementQuery);
  const statements = usePages(statementsQuery, (page) => page);
  return (
    <ShopPage title="Statements" description="What your account moved by, period by period." query={statements}>
      {next.data?.draft && <Draft draft={next.data.draft} sides={SIDES} as="h2" />}
      <QueryView query={statements}>{(data) => <StatementTable statements={data} sides={SIDES} />}</QueryView>
      <ShowMore more={statements.more} />
    </ShopPage>
  );
}
