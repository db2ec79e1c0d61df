import { prefetch } from '../../api/prefetch.ts';
import { usePages } from '../../api/use-pages.ts';
import { ShopPage } from '../../features/session/desk-page.tsx';
import { statementsQuery } from '../../features/statements/queries.ts';
import { StatementTable } from '../../features/statements/statement-table.tsx';
import { QueryView } from '../../ui/list/query-view.tsx';
import { ShowMore } from '../../ui/list/show-more.tsx';

export const loader = prefetch((client) => client.prefetchQuery(statementsQuery()));

export function Component() {
  const statements = usePages(statementsQuery, (page) => page);
  return (
    <ShopPage title="Statements" description="What your account moved by, period by period." query={statements}>
      <QueryView query={statements}>
        {(data) => <StatementTable statements={data} sides={['You owe', 'We owe you']} />}
      </QueryView>
      <ShowMore more={statements.more} />
    </ShopPage>
  );
}
