import {
  type QueryClient,
  type QueryFunctionContext,
  type QueryKey,
  queryOptions,
  type UseQueryOptions,
} from '@tanstack/react-query';

/** Never change these: devices find stored data by key. */
const STORE_WORDS = { device: 'cache', person: 'mine', nowhere: 'live' } as const;

/** `device`: nothing personal. `person`: encrypted. */
export type Store = keyof typeof STORE_WORDS;

export const keyOf = (store: Store, name: string, params: readonly unknown[] = []): QueryKey => [
  STORE_WORDS[store],
  name,
  ...params,
];

/** The first page has none. */
export const afterRow = (before: string | undefined) => (before === undefined ? [] : [before]);

export const isIn = (store: Store, key: QueryKey): boolean => key[0] === STORE_WORDS[store];

export type Topic = 'own' | 'managed' | 'runs' | 'drafts' | `shipment ${string}`;

type Meta = {
  title?: string | undefined;
  /** A query without a topic is refreshed on focus. */
  topic?: Topic | readonly Topic[] | undefined;
  onData?: ((data: never) => void) | undefined;
  /** Instead of checking the profile. */
  onUnauthorized?: ((client: QueryClient) => void) | undefined;
};

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: Meta;
    mutationMeta: {
      skipsRefetch?: true;
    };
  }
}

type Definition<Data> = Omit<Meta, 'title' | 'onData'> &
  Pick<UseQueryOptions<Data>, 'retry' | 'staleTime' | 'refetchInterval'> & {
    name: string;
    params?: readonly unknown[];
    ask(context: QueryFunctionContext): Data | Promise<Data>;
    onData?: (data: Data) => void;
    /** It names the data in the list of what the device keeps; untitled data is not kept. */
    title?: string;
    /** Set for public data. */
    store?: 'device';
  };

export function defineQuery<Data>(definition: Definition<Data>) {
  const {
    name,
    params,
    title,
    store = title ? 'person' : 'nowhere',
    topic,
    onData,
    onUnauthorized,
    ask,
    ...options
  } = definition;
  return queryOptions<Data>({
    ...options,
    queryKey: keyOf(store, name, params),
    queryFn: ask,
    meta: { title, topic, onData, onUnauthorized },
  });
}
