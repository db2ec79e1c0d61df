import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { CHOICE_KINDS } from '../../src/domain/choices.ts';
import type { TestServer } from './test-server.ts';

const any = <T>(list: readonly T[]) => list[randomInt(list.length)] as T;
const AT_ONCE = 8;
const ADDRESS = 'Kungsgatan 9, 111 43 Stockholm';

/**
 * Somebody who knows a parcel's tracking ID, its id and its choices tries to decide about it: also to agree to
 * the address that its receiver asks for. Returns the outcomes, and what is stored before and after.
 */
export async function tryAsStranger(server: TestServer, tries: number) {
  const receiver = await server.signedIn({});
  const parcel = await server.parcel({ receiverEmail: receiver.email, receiverCountry: 'Sweden' });
  const known = { id: parcel.id, choiceId: randomUUID(), kind: 'address', text: ADDRESS } as const;
  const asked = await server.call('choice.make', known, { as: receiver });
  if (asked.outcome !== 'ok') throw new Error(asked.body);
  const people = [
    await server.signedIn(),
    await server.signedIn({ courier: true }),
    await server.signedIn({ roles: ['shipper'] }),
  ];
  const other = await server.parcel();
  const code = { id: other.id, code: other.receiverCode };
  const { grant } = (await server.call('shipment.verifyShipmentCode', code, { address: server.newAddress() })).data;
  const [body, signature = ''] = grant.split('.');
  const stored = () =>
    server.query(
      `select to_jsonb(s) as parcel, (select jsonb_agg(c order by c.id) from delivery_choices c
        where c.shipment_id = s.id) as choices from shipments s where s.id = $1`,
      [parcel.id],
    );
  const before = await stored();
  const outcomes: Record<string, number> = {};
  const attempt = async () => {
    const id = any([parcel.id, parcel.id, parcel.trackingId, randomUUID()]);
    const choice = { kind: any([...CHOICE_KINDS, 'address']), text: any(['Mine', ADDRESS]), name: 'Me', consent: 1 };
    const [procedure, input] = any<[string, object]>([
      ['choice.make', { id, choiceId: any([randomUUID(), known.choiceId]), ...choice }],
      ['choice.withdraw', { id, choiceId: known.choiceId }],
      ['choice.dispute', { id }],
      ['choice.rate', { id, kind: 'went-badly', text: 'Mine' }],
      ['choice.decide', { id, decisionId: randomUUID(), act: any(['bring-back', 'discard']) }],
      ['choiceAdmin.decide', { id, decisionId: randomUUID(), act: 'bring-back' }],
      ['choice.lock', { id, locked: any([true, false]) }],
      ['choiceAdmin.lock', { id, locked: any([true, false]) }],
    ]);
    const held = any([
      parcel.trackingId,
      grant,
      `${body}.${signature.slice(0, randomInt(signature.length + 1))}`,
      randomBytes(40).toString('base64url'),
      undefined,
    ]);
    const as = any([undefined, ...people]);
    const { outcome } = await server.call(procedure as 'choice.dispute', input as { id: string }, {
      address: server.newAddress(),
      ...(held && { headers: { 'x-shipment-grant': held } }),
      ...(as && { as }),
    });
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  };
  const lanes = Array.from({ length: AT_ONCE }, async () => {
    for (let left = tries / AT_ONCE; left > 0; left -= 1) await attempt();
  });
  await Promise.all(lanes);
  return { outcomes, before, after: await stored() };
}
