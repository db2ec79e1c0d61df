import { withCalls } from './calls.ts';

export const AUDITED_ENTITIES = [
  'shipment',
  'user',
  'transaction',
  'bill',
  'bank-account',
  'rate',
  'mail',
  'run',
  'bulk',
  'setting',
] as const;
export type AuditedEntity = (typeof AUDITED_ENTITIES)[number];

type Deeds = Partial<Record<AuditedEntity, string>>;

/** The deed of a record's first entry. */
export const CREATED = 'created';
/** The deed of a record's last entry. */
export const DELETED = 'deleted';

const LINKED = 'linked the shipment to the account with its email address';
const FEE = { transaction: 'charged a fee' };
const ORDERED = { shipment: CREATED, ...FEE };
const RETURNED = { shipment: 'created the return of the shipment', ...FEE };
const DECIDED = { shipment: 'decided what happens next to the shipment', ...FEE };
const UNLINKED = { user: DELETED, shipment: 'unlinked the shipment from a deleted account' };

/**
 * A call that is missing here only says which fields changed: nothing reads as created or deleted.
 */
const OWN_DEEDS = {
  'apiKey.create': { user: 'made an API key' },
  'apiKey.revoke': { user: 'revoked an API key' },
  'auth.resetPassword': { shipment: LINKED },
  'auth.secureAccount': { user: 'locked everyone out with the link in an email' },
  'auth.verify': { shipment: LINKED },
  'bankAdmin.book': { bill: 'booked what the bank received', transaction: 'booked what is on the bank statement' },
  'bankAdmin.assign': {
    bill: 'said that the bank received its payment',
    transaction: 'said what is on the bank statement',
  },
  'bankAdmin.createPayoutFile': { transaction: 'put the withdrawal into a file for the bank' },
  'bankAdmin.settleHeld': { transaction: 'said what became of the withdrawal that had left before a restore' },
  'bankAdmin.discardPayoutFile': { transaction: 'discarded the file with the withdrawal' },
  'billAdmin.addBill': { bill: CREATED },
  'billAdmin.deleteBill': { bill: DELETED },
  'billAdmin.setBillPaid': { bill: 'changed whether the bill is paid' },
  'bulk.start': { bulk: 'changed many shipments', shipment: DELETED, bill: DELETED },
  'bulk.undo': { bulk: 'undid a change to many shipments' },
  'choice.decide': DECIDED,
  'choice.dispute': { shipment: 'disputed the choices for the shipment' },
  'choice.rate': { shipment: 'rated the delivery of the shipment' },
  'choice.lock': { shipment: 'locked or opened the choices for the shipment' },
  'choice.make': { shipment: 'chose how the shipment is delivered', run: 'took a shipment out of the run' },
  'choice.withdraw': { shipment: 'withdrew a choice about the delivery' },
  'choiceAdmin.decide': DECIDED,
  'choiceAdmin.answerWish': {
    shipment: 'answered a wish about the delivery',
    run: 'took a shipment out of the run',
  },
  'choiceAdmin.lock': { shipment: 'locked or opened the choices for the shipment' },
  'courier.collect': { shipment: 'collected the shipment', user: 'came for a pickup' },
  'courier.load': { shipment: 'loaded the shipment' },
  'courier.return': { shipment: 'brought the shipment back' },
  'courier.start': { shipment: 'took the shipment out for delivery', run: 'started the run' },
  'courier.visit': { shipment: 'reported a visit', transaction: 'booked cash on delivery' },
  decisions: { ...DECIDED, shipment: 'brought the shipment back, since nobody had decided' },
  'demo data': { shipment: CREATED, transaction: CREATED, bill: CREATED, 'bank-account': CREATED, rate: CREATED },
  'factor.addPasskey': { user: 'added a passkey' },
  'factor.cancelReset': { user: 'kept their passkeys and codes' },
  'factor.confirmAuthenticator': { user: 'added an authenticator app' },
  'factor.finishReset': { user: 'removed the passkeys and codes' },
  'factor.removeAuthenticator': { user: 'removed the authenticator app' },
  'factor.removePasskey': { user: 'removed a passkey' },
  'factor.replaceRecoveryCodes': { user: 'made new recovery codes' },
  'mail.resend': { mail: 'sent an email again' },
  'mail.send': { mail: 'sent an email' },
  'ownAccount.cancelEmailChange': { user: 'cancelled the change of the email address' },
  'ownAccount.erase': UNLINKED,
  'ownAccount.keep': { user: 'kept the account' },
  'ownAccount.requestDeletion': { user: 'asked to delete the account' },
  'ownAccount.requestEmailChange': { user: 'asked for another email address' },
  'ownAccount.requestExport': { user: 'asked for a copy of their data' },
  'pickupAdmin.arrange': { user: 'arranged a pickup' },
  'pickupAdmin.create': { user: 'requested a pickup for the shop' },
  'pickupAdmin.plan': { user: 'planned a pickup' },
  'pickupAdmin.decline': { user: 'declined a pickup' },
  pickups: { user: 'took a pickup off a day off' },
  'rateAdmin.delete': { rate: DELETED },
  'rateAdmin.save': { rate: CREATED },
  'rateAdmin.setCod': { user: 'set how much the shop may have collected on delivery' },
  'recurring orders': ORDERED,
  'recurring.repeat': { shipment: 'set the days on which the order repeats' },
  'runAdmin.countCash': { run: 'counted the cash of the run', transaction: 'counted cash on delivery' },
  'runAdmin.forgetPlace': { run: 'erased the learned place of a stop of the run' },
  'runAdmin.move': { shipment: 'moved the shipment to another run' },
  'runAdmin.releaseCode': { shipment: 'let the shipment be delivered without the receiver’s code' },
  'runAdmin.resolve': { run: 'resolved an exception of the run', shipment: 'resolved an exception of the shipment' },
  'shipment.requestReturn': { shipment: 'asked for a return', transaction: 'charged a fee' },
  'shipment.collectReturn': { user: 'requested a pickup' },
  'shipment.linkShipment': { shipment: 'linked the shipment to their account' },
  'shipmentAdmin.createReturn': RETURNED,
  'shipmentAdmin.createShipment': ORDERED,
  'shipmentAdmin.deleteShipment': { shipment: DELETED, bill: DELETED },
  'shipmentAdmin.sendCode': { shipment: 'sent a new private code of the shipment' },
  'shipmentAdmin.showCodes': { shipment: 'viewed the private codes of the shipment' },
  'shipmentImport.start': ORDERED,
  'shipmentImport.undo': { shipment: 'deleted the shipment by undoing its import', bill: DELETED },
  'shipper.savePickupDays': { user: 'chose the days of pickups' },
  'shipper.changePickup': { user: 'changed a pickup' },
  'shipper.cancelPickup': { user: 'cancelled a pickup' },
  'shipper.cancelShipment': { shipment: 'cancelled the shipment' },
  'shipper.confirmDrafts': ORDERED,
  'shipper.createPickup': { user: 'requested a pickup' },
  'shipper.createReturn': RETURNED,
  'shipper.createShipment': ORDERED,
  'shipper.decideReturn': { shipment: 'answered a request for a return', transaction: 'charged a fee' },
  'shopConnection.connect': { user: 'connected a shop' },
  'shopConnection.disconnect': { user: 'disconnected a shop' },
  'shopConnection.replaceSecret': { user: 'replaced the secret of a connected shop' },
  'statementAdmin.createExports': { user: 'exported the journal' },
  'statementAdmin.credit': { user: 'issued a credit note', transaction: 'credited a statement' },
  'statementAdmin.payOut': { transaction: 'paid out a balance' },
  'settings.saveFile': { setting: 'changed a picture or a page of the brand' },
  'settings.save': { setting: 'saved a setting of the brand' },
  'statementAdmin.setPeriod': { user: 'chose when statements are issued' },
  statements: { user: 'issued a statement', transaction: 'charged tax' },
  'transaction.withdraw': { transaction: 'requested a withdrawal' },
  'transactionAdmin.addDeposit': { transaction: 'added a deposit' },
  'transactionAdmin.chargeFee': { transaction: 'charged a fee' },
  'transactionAdmin.createBankAccount': { 'bank-account': CREATED },
  'transactionAdmin.createFallbackBankAccount': { 'bank-account': CREATED },
  'transactionAdmin.decide': { transaction: 'decided on the transaction', user: 'issued a credit note' },
  'transactionAdmin.deleteBankAccount': { 'bank-account': DELETED },
  'transactionAdmin.deleteTransaction': { transaction: DELETED },
  'transactionAdmin.remind': { user: 'reminded the user of what they owe' },
  'user.updateProfile': { user: 'updated the profile' },
  'userAdmin.cancelFactorReset': { user: 'kept the passkeys and codes' },
  'userAdmin.deactivateUser': { user: 'deactivated the account' },
  'userAdmin.deleteUser': UNLINKED,
  'userAdmin.endPrograms': { user: 'revoked the API keys and deleted the webhooks' },
  'userAdmin.endSessions': { user: 'ended all sessions' },
  'userAdmin.inviteUser': { user: 'invited the user' },
  'userAdmin.reactivateUser': { user: 'reactivated the account' },
  'userAdmin.resetFactors': { user: 'asked for the passkeys and codes to be removed' },
  'userAdmin.verifyUser': { shipment: LINKED },
  'webhook.change': { user: 'changed a webhook' },
  'webhook.create': { user: 'added a webhook' },
  'webhook.remove': { user: 'deleted a webhook' },
  'webhook.rotateSecret': { user: 'replaced the secret of a webhook' },
  webhooks: { user: 'turned off a webhook that failed' },
} satisfies Record<string, Deeds>;

/** Shops' programs do the same as their pages. */
const V1_DEEDS = {
  'v1.cancelPickup': OWN_DEEDS['shipper.cancelPickup'],
  'v1.cancelShipment': OWN_DEEDS['shipper.cancelShipment'],
  'v1.changeWebhook': OWN_DEEDS['webhook.change'],
  'v1.createPickup': OWN_DEEDS['shipper.createPickup'],
  'v1.createReturn': OWN_DEEDS['shipper.createReturn'],
  'v1.createShipment': OWN_DEEDS['shipper.createShipment'],
  'v1.createWebhook': OWN_DEEDS['webhook.create'],
  'v1.decideShipment': OWN_DEEDS['choice.decide'],
  'v1.deleteWebhook': OWN_DEEDS['webhook.remove'],
  'v1.rotateWebhookSecret': OWN_DEEDS['webhook.rotateSecret'],
};

/** Their entries only say which fields changed. */
const WITHOUT_WORDS = {
  bankStatement: {},
  labels: {},
  'npm run manager': {},
  orders: {},
  printLabels: {},
  proofs: {},
  reports: {},
  shipmentImport: {},
  ...withCalls({}, [
    'auth: confirmEmail forgotPassword login loginWithCode loginWithPasskey prove register requestVerification',
    'bankAdmin: setAside',
    'bulk: preview retry',
    'courier: close handIn',
    'deskAdmin: scan',
    'factor: renamePasskey startAuthenticator',
    'message: openLink saveChoices',
    'push: follow followOwn move stop',
    'recordsAdmin: settleFailedJobs',
    'reports: emailOwn',
    'runAdmin: add cancel cancelMany close create createMany emailDaySheet release releaseMany reorder',
    'savedFilter: delete rename save',
    'shipment: getPrintable recordPrints',
    'shipmentAdmin: changeAccount correctParty setProof updateParcel updateShipment updateShipmentActivity',
    'shipper: answerChange deleteDrafts importDrafts saveDraft saveMapping saveReturns saveSender takeDrafts',
    'shopConnection: change',
    'transactionAdmin: updateBankAccount updateTransaction',
    'user: updateNotifications updatePassword',
    'userAdmin: setCourierLimits setRoles',
    'v1: advanceTestShipment changeShipment replayWebhook resendWebhookMessage testWebhook',
    'webhook: replay resend test',
  ]),
};

export const DEEDS = { ...OWN_DEEDS, ...V1_DEEDS, ...WITHOUT_WORDS };

/** It is a procedure, a call of `/v1`, or something else that can write to the trail. */
export type AuditedCall = keyof typeof DEEDS;
