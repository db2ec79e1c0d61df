import { trpc } from '../../api/calls/trpc.ts';
import { defineQuery } from '../../api/define-query.ts';
import type { GetDrafts } from '../../domain/shops/draft.ts';
import type { GetQuote } from '../../domain/shops/own-shipment.ts';

export const senderQuery = defineQuery({
  name: 'shop-sender',
  title: 'Drafts',
  ask: () => trpc.shipper.getSender.query(),
});

export const quoteQuery = (parcel: GetQuote) =>
  defineQuery({ name: 'quote', params: [parcel], retry: false, ask: () => trpc.shipper.getQuote.query(parcel) });

export const draftsQuery = (search: GetDrafts) =>
  defineQuery({
    name: 'drafts',
    params: [search],
    title: 'Drafts',
    topic: 'drafts',
    ask: () => trpc.shipper.getDrafts.query(search),
  });

export const draftQuery = (id: string) =>
  defineQuery({ name: 'draft', params: [id], title: 'Drafts', ask: () => trpc.shipper.getDraft.query({ id }) });

export const changedOrdersQuery = defineQuery({
  name: 'changed-orders',
  title: 'Drafts',
  topic: 'drafts',
  ask: () => trpc.shipper.getChangedOrders.query(),
});

export const askedAddressesQuery = defineQuery({
  name: 'asked-addresses',
  title: 'Shipments',
  topic: 'own',
  ask: () => trpc.shipper.getAskedAddresses.query(),
});

export const undecidedQuery = defineQuery({
  name: 'undecided',
  title: 'Shipments',
  topic: 'own',
  ask: () => trpc.shipper.getUndecided.query(),
});

export const connectionsQuery = defineQuery({
  name: 'connected-shops',
  title: 'Connected shops',
  ask: () => trpc.shopConnection.list.query(),
});

export const unprintedQuery = (page: number) =>
  defineQuery({
    name: 'unprinted',
    params: [page],
    title: 'Drafts',
    topic: 'own',
    ask: () => trpc.shipper.getUnprinted.query({ page }),
  });
