import {
  type QueryClient,
  type QueryFunctionContext,
  type QueryKey,
  queryOptions,
  type UseQueryOptions,
} from '@tanstack/react-query';

/** The first word of each key. Never change these: devices find stored data by key. */
const STORE_WORDS = { device: 'cache', person: 'mine', nowhere: 'live' } as const;

/**
 * Where query data is stored between visits: `device` is local storage, for data that is not
 * personal; `person` is the signed-in person's encrypted database, which visitors do not have.
 */
export type Store = keyof typeof STORE_WORDS;

/** The key of a query, or with fewer parameters the start of several keys. */
export const keyOf = (store: Store, name: string, params: readonly unknown[] = []): QueryKey => [
  STORE_WORDS[store],
  name,
  ...params,
];

/** Whether data with this key belongs in this store. */
export const isIn = (store: Store, key: QueryKey): boolean => key[0] === STORE_WORDS[store];

/** What an open page can follow: the person's own data, the managers' data, or one shipment. */
export type Topic = 'own' | 'managed' | 'runs' | `shipment ${string}`;

/** What a query in the cache knows about itself. */
type Meta = {
  /** What the storage page calls it. Several queries may share a title. */
  title?: string | undefined;
  /** Live news of these topics refreshes the query; without any, focusing the page does. */
  topic?: Topic | readonly Topic[] | undefined;
  /** Called with each new answer and with data from the device. */
  onData?: ((data: never) => void) | undefined;
  /** Called on UNAUTHORIZED, instead of asking for the profile again. */
  onUnauthorized?: ((client: QueryClient) => void) | undefined;
};

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: Meta;
    mutationMeta: {
      /** Its success refetches no queries: it changes nothing that they show, or ends the session. */
      skipsRefetch?: true;
    };
  }
}

type Definition<Data> = Omit<Meta, 'title' | 'onData'> &
  Pick<UseQueryOptions<Data>, 'retry' | 'staleTime' | 'refetchInterval'> & {
    /** Unique and never changed: stored data is found by it. */
    name: string;
    params?: readonly unknown[];
    /** Gets the data and changes nothing. */
    ask(context: QueryFunctionContext): Data | Promise<Data>;
    onData?: (data: Data) => void;
  } & ({ store: 'person'; title: string } | { store: 'device' | 'nowhere'; title?: undefined });

/** Declares a query once, for `useQuery`, `fetchQuery`, `prefetchQuery` and `ensureQueryData`. */
export function defineQuery<Data>(definition: Definition<Data>) {
  const { name, params, store, title, topic, onData, onUnauthorized, ask, ...options } = definition;
  return queryOptions<Data>({
    ...options,
    queryKey: keyOf(store, name, params),
    queryFn: ask,
    meta: { title, topic, onData, onUnauthorized },
  });
}
