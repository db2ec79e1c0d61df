import {
  type QueryClient,
  type QueryFunctionContext,
  type QueryKey,
  queryOptions,
  type UseQueryOptions,
} from '@tanstack/react-query';

/** Never change these: devices find stored data by key. */
const STORE_WORDS = { device: 'cache', person: 'mine', nowhere: 'live' } as const;

/**
 * `device`: local storage, for nothing personal. `person`: the signed-in person's encrypted
 * database.
 */
export type Store = keyof typeof STORE_WORDS;

/** With fewer parameters, the start of several keys. */
export const keyOf = (store: Store, name: string, params: readonly unknown[] = []): QueryKey => [
  STORE_WORDS[store],
  name,
  ...params,
];

export const isIn = (store: Store, key: QueryKey): boolean => key[0] === STORE_WORDS[store];

export type Topic = 'own' | 'managed' | 'runs' | `shipment ${string}`;

type Meta = {
  /** On the storage page. Several queries may share one. */
  title?: string | undefined;
  /** Live news of these refreshes the query; without any, focus does. */
  topic?: Topic | readonly Topic[] | undefined;
  /** With new answers and with stored data. */
  onData?: ((data: never) => void) | undefined;
  /** Instead of checking the profile. */
  onUnauthorized?: ((client: QueryClient) => void) | undefined;
};

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: Meta;
    mutationMeta: {
      /** It changes nothing that queries show, or ends the session. */
      skipsRefetch?: true;
    };
  }
}

type Definition<Data> = Omit<Meta, 'title' | 'onData'> &
  Pick<UseQueryOptions<Data>, 'retry' | 'staleTime' | 'refetchInterval'> & {
    /** Unique and never changed: stored data is found by it. */
    name: string;
    params?: readonly unknown[];
    /** Changes nothing. */
    ask(context: QueryFunctionContext): Data | Promise<Data>;
    onData?: (data: Data) => void;
  } & ({ store: 'person'; title: string } | { store: 'device' | 'nowhere'; title?: undefined });

export function defineQuery<Data>(definition: Definition<Data>) {
  const { name, params, store, title, topic, onData, onUnauthorized, ask, ...options } = definition;
  return queryOptions<Data>({
    ...options,
    queryKey: keyOf(store, name, params),
    queryFn: ask,
    meta: { title, topic, onData, onUnauthorized },
  });
}
