import { paths } from './paths.ts';
import { isAtDesk, type Member, may } from './roles.ts';

/** Where someone’s work is. */
export function startPathOf(person: Member): string {
  if (may(person, 'shipmentAdmin.getShipments')) return paths.manager;
  if (isAtDesk(person)) return paths.manageMoney;
  return may(person, 'courier.getRun') ? paths.courier : paths.home;
}
