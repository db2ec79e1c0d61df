export const EXCEPTION_KINDS = [
  'loaded-twice',
  'delivered-over-status',
  'rescheduled',
  'delivered-twice',
  'deleted-but-delivered',
  'after-close',
  'second-run',
  'missing-parcel',
  'parcels-apart',
  'not-in-vehicle',
  'damaged',
  'camera-failed',
  'proof-not-given',
  'code-mismatch',
  'code-missing',
  'photo-not-received',
  'clock-uncertain',
  'courier-is-party',
  'collected-by-surprise',
  'collected-unknown',
  'cod-not-collected',
  'cod-differs',
  'cod-paid-before',
  'cod-without-account',
  'cash-not-handed-over',
  'choice-wish',
  'choice-disputed',
  'went-badly',
  'proof-lowered',
  'arrived-cancelled',
] as const;
export type ExceptionKind = (typeof EXCEPTION_KINDS)[number];

/** A delivery or return resolves them. */
export const SEARCH_KINDS = [
  'missing-parcel',
  'parcels-apart',
  'not-in-vehicle',
] as const satisfies readonly ExceptionKind[];

interface ExceptionText {
  title: string;
  advice: string;
}

const TEXTS: Record<ExceptionKind, ExceptionText> = {
  'loaded-twice': {
    title: 'A courier scanned this parcel, but it was moved out of their run.',
    advice:
      'Ask who has it, and move it if the run is wrong. If two couriers scanned it, it counts for the one who scanned it last.',
  },
  'delivered-over-status': {
    title: 'Delivered although its status had changed.',
    advice: 'It counts as delivered. Check the proof. If it wasn’t delivered, update the status.',
  },
  rescheduled: {
    title: 'Delivered although it was rescheduled.',
    advice: 'It counts as delivered, and has left the later run. Tell the receiver if they expected it that day.',
  },
  'delivered-twice': {
    title: 'Two couriers reported this parcel as delivered.',
    advice: 'The earlier delivery counts. Compare the proofs: one of them may have delivered another parcel.',
  },
  'deleted-but-delivered': {
    title: 'Delivered although the shipment was deleted.',
    advice: 'Nobody was notified, and its bills are closed. Tell the sender, or create the shipment again.',
  },
  'after-close': {
    title: 'Reported after the run was closed.',
    advice: 'The report counts. Check the parcels that were marked as missing or left behind.',
  },
  'second-run': {
    title: 'Started while another run was active.',
    advice: 'This run becomes active when the other one is closed. Close that if it’s finished.',
  },
  'missing-parcel': {
    title: 'Neither delivered nor returned.',
    advice:
      'Ask the courier where it is. If it turns up, add it to a run. If not, update its status and resolve this. It closes by itself once a courier delivers or returns the parcel.',
  },
  'parcels-apart': {
    title: 'Some parcels of this shipment were left in the van, the others at the depot.',
    advice:
      'Ask the courier to bring them back, and keep the shipment together. This closes by itself once a courier delivers or returns all of it.',
  },
  'not-in-vehicle': {
    title: 'Not in the vehicle.',
    advice:
      'Look for it at the depot, and ask who else loaded there. This closes by itself once a courier delivers or returns the parcel.',
  },
  damaged: {
    title: 'The parcel is damaged.',
    advice: 'Look at the photo, tell the sender, and decide whether it’s still to be delivered.',
  },
  'camera-failed': {
    title: 'The camera didn’t work.',
    advice: 'There’s no photo. Ask the courier what happened, and check the phone before the next run.',
  },
  'proof-not-given': {
    title: 'A required proof is missing.',
    advice: 'Ask the courier what happened at the door, and note it here.',
  },
  'code-mismatch': {
    title: 'The receiver’s code is wrong.',
    advice:
      'It counts as delivered, and we have emailed the sender and the receiver. Ask the courier who gave the code, and the receiver whether they have the parcel.',
  },
  'code-missing': {
    title: 'Delivered without the receiver’s code.',
    advice: 'Ask the courier who took it. An old version of the app doesn’t ask for codes: have it updated.',
  },
  'photo-not-received': {
    title: 'A photo or signature was declared, but not received.',
    advice: 'It may still be on the phone: ask the courier to open the app online. This closes once it arrives.',
  },
  'clock-uncertain': {
    title: 'The phone’s clock was wrong, so only a range of time is known.',
    advice: 'Ask the courier to let the phone set its time automatically.',
  },
  'courier-is-party': {
    title: 'The courier is the sender or the receiver of this parcel.',
    advice: 'Move it to another courier, or check its proof.',
  },
  'collected-by-surprise': {
    title: 'Collected by surprise.',
    advice:
      'It belongs to someone else, has ended, or was already in a van. Nothing about it changed: ask the courier for it, and decide where it goes.',
  },
  'collected-unknown': {
    title: 'Collected, but no shipment has this number yet.',
    advice: 'Ask the shop to confirm its draft. This closes by itself once they do.',
  },
  'cod-not-collected': {
    title: 'Delivered without the cash on delivery.',
    advice: 'Ask the courier what the receiver paid. If nothing was paid, tell the sender.',
  },
  'cod-differs': {
    title: 'What the receiver paid isn’t the cash on delivery.',
    advice: 'Ask the courier. What they reported is booked: they can correct it at the stop.',
  },
  'cod-paid-before': {
    title: 'The courier collected nothing, because it was paid before.',
    advice: 'Ask the sender whether the receiver has paid them.',
  },
  'cod-without-account': {
    title: 'Cash on delivery was paid, but the shipment has no sender account to credit.',
    advice: 'Find out who gets it, and add a deposit there once it’s counted.',
  },
  'cash-not-handed-over': {
    title: 'Cash wasn’t handed over within a day of the end of this run.',
    advice: 'Ask the courier for it, and count it on the run’s page. This closes by itself once it’s counted.',
  },
  'choice-wish': {
    title: 'Another day or the depot was chosen after the run was released.',
    advice:
      'Take it out of the run if that can still be done. Resolving this declines it. Either way we tell who asked.',
  },
  'choice-disputed': {
    title: 'Somebody else chose how this parcel is delivered.',
    advice: 'Nothing of it counts, and choices are locked. Call the receiver, then open them on the shipment’s page.',
  },
  'went-badly': {
    title: 'Its receiver says that the delivery went badly.',
    advice: 'Their words are on the shipment’s page. Call them, then resolve this.',
  },
  'proof-lowered': {
    title: 'A manager let this delivery prove less than the brand or its shop asks for.',
    advice: 'The history says who. Check who took the parcel, then resolve this.',
  },
  'arrived-cancelled': {
    title: 'This parcel is here, although it was cancelled or deleted.',
    advice: 'Keep it apart. Call its sender, give it back to them, and then resolve this.',
  },
};

const UNKNOWN: ExceptionText = {
  title: 'A new kind of exception.',
  advice: 'Reload the app: this version is too old to say what happened.',
};

/** Says what a kind tells a manager; newer servers send unknown kinds. */
export const exceptionText = (kind: string): ExceptionText =>
  Object.hasOwn(TEXTS, kind) ? TEXTS[kind as ExceptionKind] : UNKNOWN;

/** `Parcels 1 and 2 of 3`. */
export const formatParcelNumbers = ({ numbers, of }: { numbers: readonly number[]; of: number }): string =>
  `${numbers.length === 1 ? 'Parcel' : 'Parcels'} ${new Intl.ListFormat('en-GB').format(numbers.map(String))} of ${of}`;
