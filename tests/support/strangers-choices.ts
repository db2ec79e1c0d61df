import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import type { Parcel, Person, TestServer } from './test-server.ts';

const any = <T>(list: readonly T[]) => list[randomInt(list.length)] as T;

/** Somebody who knows a parcel's tracking ID, its id and one of its choices tries to decide about it. */
export async function tryAsStranger(
  server: TestServer,
  parcel: Parcel,
  strangers: { people: readonly Person[]; grant: string; choiceId: string },
  tries: number,
): Promise<Record<string, number>> {
  const outcomes: Record<string, number> = {};
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const id = any([parcel.id, parcel.id, parcel.trackingId, randomUUID()]);
    const choice = {
      kind: any(['note', 'safe-place', 'neighbour', 'day', 'hold', 'address']),
      text: 'Mine',
      name: 'Me',
    };
    const [procedure, input] = any<[string, object]>([
      ['choice.make', { id, choiceId: any([randomUUID(), strangers.choiceId]), ...choice, consent: 1 }],
      ['choice.withdraw', { id, choiceId: strangers.choiceId }],
      ['choice.dispute', { id }],
      ['choice.lock', { id, locked: any([true, false]) }],
      ['choiceAdmin.lock', { id, locked: any([true, false]) }],
    ]);
    const [body, signature = ''] = strangers.grant.split('.');
    const grant = any([
      parcel.trackingId,
      strangers.grant,
      `${body}.${signature.slice(0, randomInt(signature.length + 1))}`,
      randomBytes(40).toString('base64url'),
      undefined,
    ]);
    const as = any([undefined, ...strangers.people]);
    const { outcome } = await server.call(procedure as 'choice.dispute', input as { id: string }, {
      address: server.newAddress(),
      ...(grant && { headers: { 'x-shipment-grant': grant } }),
      ...(as && { as }),
    });
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  }
  return outcomes;
}
