import { trpc } from '../../api/calls/trpc.ts';
import { defineQuery } from '../../api/define-query.ts';
import type { Party } from '../../domain/shipment.ts';

export const contactsQuery = (party: Party, q: string) =>
  defineQuery({
    name: 'contacts',
    params: [party, q],
    topic: 'managed',
    ask: () => trpc.shipmentAdmin.findContacts.query({ party, q }),
  });

/** Those that the shop has sent to. */
export const receiversQuery = (q: string) =>
  defineQuery({ name: 'receivers', params: [q], topic: 'own', ask: () => trpc.shipper.findReceivers.query({ q }) });
