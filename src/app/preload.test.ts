import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { type LoaderFunctionArgs, type RouteObject, redirect } from 'react-router-dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { queryClientContext } from '../api/query-client.ts';
import { createPreload } from './background/preload-page.ts';

const ORIGIN = 'https://waybill.example';
const at = (path: string) => new URL(path, ORIGIN);

/** One parcel page behind a guard, as in the route table. */
function setUp(staleTime = 10_000) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime, retry: false } } });
  const ask = vi.fn(async (id: string) => `parcel ${id}`);
  const guard = vi.fn();
  const query = (id: string) => ({ queryKey: ['parcel', id], queryFn: () => ask(id) });
  const loader = vi.fn(async ({ params, context }: LoaderFunctionArgs) => {
    await context.get(queryClientContext).fetchQuery(query(params.id ?? ''));
    return null;
  });
  const lazy = vi.fn(async () => ({ loader }));
  const routes: RouteObject[] = [
    {
      children: [
        { path: 'parcels', middleware: [guard], children: [{ path: ':id', lazy }] },
        { path: 'plain', lazy: async () => ({ element: null }) },
      ],
    },
  ];
  /** What the loader does on a real navigation. */
  const navigate = (id: string) => client.fetchQuery(query(id));
  return { client, ask, guard, lazy, loader, query, navigate, preload: createPreload(routes, client) };
}

describe('a preload', () => {
  let house: ReturnType<typeof setUp>;
  beforeEach(() => {
    house = setUp();
  });

  it('loads the code and the data of the route, with its parameters and its request', async () => {
    await house.preload(at('/parcels/7?page=2'));
    expect(house.lazy).toHaveBeenCalledOnce();
    expect(house.ask.mock.calls).toEqual([['7']]);
    const [args] = house.loader.mock.calls[0] ?? [];
    expect(args?.request.url).toBe(`${ORIGIN}/parcels/7?page=2`);
  });

  it('does not ask again for what is on the screen and fresh', async () => {
    const observer = new QueryObserver(house.client, house.query('7'));
    const stop = observer.subscribe(() => undefined);
    await house.navigate('7');
    await house.preload(at('/parcels/7'));
    expect(house.ask).toHaveBeenCalledOnce();
    stop();
  });

  it('keeps to what a query says of itself', async () => {
    const own = { ...house.query('7'), staleTime: 60_000 };
    house.loader.mockImplementation(async ({ context }) => {
      await context.get(queryClientContext).fetchQuery(own);
      return null;
    });
    await house.preload(at('/parcels/7'));
    await house.preload(at('/parcels/7'));
    expect(house.ask).toHaveBeenCalledOnce();
  });

  it('loads nothing of a page that a guard leads away from', async () => {
    house.guard.mockRejectedValue(redirect('/login'));
    await house.preload(at('/parcels/7'));
    expect(house.lazy).not.toHaveBeenCalled();
    expect(house.ask).not.toHaveBeenCalled();
  });

  it('never fails', async () => {
    house.ask.mockRejectedValue(new Error('No network'));
    await expect(house.preload(at('/parcels/7'))).resolves.toBeUndefined();
    house.lazy.mockRejectedValue(new TypeError('Failed to fetch dynamically imported module'));
    await expect(house.preload(at('/parcels/7'))).resolves.toBeUndefined();
    await expect(house.preload(at('/plain'))).resolves.toBeUndefined();
    await expect(house.preload(at('/nowhere'))).resolves.toBeUndefined();
  });
});
