import type { AuditEntry, AuditedEntity } from './audit.ts';
import { auditChanges, labelOf } from './audit-changes.ts';

const NOUNS: Record<AuditedEntity, string> = {
  shipment: 'the shipment',
  user: 'the user',
  transaction: 'a transaction',
  bill: 'a bill',
  'bank-account': 'the bank account',
  mail: 'an email',
  run: 'the run',
};

/** Actions that 'created', 'changed' or 'deleted' and the noun would not describe. */
const DEEDS: Record<string, string> = {
  'shipmentAdmin.showCodes shipment': 'viewed the private codes of the shipment',
  'shipment.linkShipment shipment': 'linked the shipment to their account',
  'auth.verify shipment': 'linked the shipment to the account with its email address',
  'auth.resetPassword shipment': 'linked the shipment to the account with its email address',
  'shipmentImport.undo shipment': 'deleted the shipment by undoing its import',
  'user.updateProfile user': 'updated the profile',
  'userAdmin.verifyUser shipment': 'linked the shipment to the account with its email address',
  'courier.visit shipment': 'reported a visit',
  'courier.load shipment': 'loaded the shipment',
  'courier.start shipment': 'took the shipment out for delivery',
  'courier.return shipment': 'brought the shipment back',
  'runAdmin.add shipment': 'added the shipment to a run',
  'runAdmin.create shipment': 'added the shipment to a run',
  'runAdmin.move shipment': 'moved the shipment to another run',
  'userAdmin.endSessions user': 'ended all sessions',
  'userAdmin.deleteUser shipment': 'unlinked the shipment from a deleted account',
  'transaction.withdraw transaction': 'requested a withdrawal',
  'transactionAdmin.addDeposit transaction': 'added a deposit',
  'transactionAdmin.chargeFee transaction': 'charged a fee',
  'mail.send mail': 'sent an email',
};

/**
 * Who did what, as a sentence without a period: `Grace Hopper changed the status of the shipment`.
 */
export function auditSentence(entry: AuditEntry): string {
  return `${actorOf(entry)} ${DEEDS[`${entry.procedure} ${entry.entity}`] ?? deedOf(entry)}`;
}

function actorOf({ actor, procedure }: AuditEntry): string {
  if (actor) return actor.name || 'A deleted user';
  return procedure.startsWith('auth.') ? 'The owner of the email address' : 'The server';
}

function deedOf(entry: AuditEntry): string {
  const noun = NOUNS[entry.entity];
  if (entry.procedure === 'shipmentAdmin.changeAccount') return accountDeedOf(entry);
  if (entry.entity === 'shipment' && entry.after?.comment !== undefined) return 'added a location';
  if (entry.entity === 'user' && entry.after?.verified === true) return 'verified the email';
  if (entry.entity === 'user' && entry.after?.header === true) return 'made the user a manager';
  if (entry.entity === 'user' && typeof entry.after?.courier === 'boolean')
    return entry.after.courier ? 'made the user a courier' : 'took the courier role from the user';
  if (entry.before === null) return `created ${noun}`;
  if (entry.after === null) return `deleted ${noun}`;
  const changes = auditChanges(entry);
  return changes.length === 1 ? `changed the ${changes[0]?.label.toLowerCase()} of ${noun}` : `changed ${noun}`;
}

function accountDeedOf({ before, after }: AuditEntry): string {
  const side = after && 'senderId' in after ? 'senderId' : 'receiverId';
  const verb = after?.[side] == null ? 'unlinked' : before?.[side] == null ? 'linked' : 'changed';
  return `${verb} the ${labelOf(side).toLowerCase()} of the shipment`;
}
