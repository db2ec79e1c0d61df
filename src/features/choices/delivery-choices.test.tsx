import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { type Api, callsOf, inputsOf, rejecting, serve } from '../../../tests/components/api.ts';
import { setOnline } from '../../../tests/components/device.ts';
import { expectAccessible, expectShown, toastOf } from '../../../tests/components/expectations.ts';
import { DESKTOP, openAgain, openPage, PHONE } from '../../../tests/components/open-page.tsx';
import { readOutbox } from '../../../tests/components/outbox.ts';
import { CUSTOMER, MANAGER } from '../../../tests/components/people.ts';
import { DETAILS, MANAGED, OVERVIEW, TRACKING_ID } from '../../../tests/components/shipments.ts';
import { storeGrant } from '../../api/shipment-grants.ts';
import type { Choice, Choices } from '../../domain/choices.ts';

const path = `/track/${TRACKING_ID}?detailed=true`;
const options = (['note', 'neighbour'] as const).map((kind) => ({ kind }));
const noted: Choice = {
  id: '4f5c9a52-8f3c-4f0e-9a5e-0a7c33d1f0aa',
  kind: 'note',
  text: 'Knock loudly',
  name: '',
  day: null,
  party: 'receiver',
  state: 'waiting',
  askedAt: '2026-11-17T10:02:00.000Z',
};
const note = page.getByRole('listitem').filter({ hasText: 'Knock loudly' });
const button = (name: string) => page.getByRole('button', { name, exact: true });

/** A shipment whose details open with a grant. */
const shows = (made: Choices['made'] = []): Api => ({
  shipment: {
    getShipmentByTrackingId: (_, { context }) =>
      context.grant
        ? { ...DETAILS, viewer: 'grant', receiverLinked: true, choices: { made, options, days: [] } }
        : OVERVIEW,
    verifyShipmentCode: () => grant(),
  },
  bill: { getBills: () => [] },
});
const grant = () => ({ grant: 'a-grant', expiresAt: new Date(Date.now() + 3_600_000).toISOString() });

async function openParcel(made?: Choices['made']) {
  storeGrant(TRACKING_ID, grant());
  await openPage(path, { api: shows(made) });
}

async function leaveNote() {
  await button('Leave a note for the courier').click();
  await button('Knock loudly').click();
  await button('Ask the courier').click();
}

async function leaveNoteOffline() {
  setOnline(false);
  await leaveNote();
  await expect.element(toastOf('Waiting to send')).toBeVisible();
}

test.for(['the sender', 'the desk'])('%s sees what is open and chosen, and closes and opens it', async (who) => {
  const isDesk = who === 'the desk';
  const refused = { kind: 'neighbour', refusal: 'The sender wants a signature.' } as const;
  let choices: Choices = { made: [noted], options: [{ kind: 'note' }, refused], days: [], canLock: true };
  const lock = ({ locked }: { locked: boolean }) => {
    choices = { ...choices, locked };
    return { ok: true } as const;
  };
  await openPage(isDesk ? `/manager/shipments/${MANAGED.id}` : path, {
    as: isDesk ? MANAGER : CUSTOMER,
    size: isDesk ? DESKTOP : PHONE,
    api: {
      ...shows(),
      shipment: { getShipmentByTrackingId: () => ({ ...DETAILS, viewer: 'owner', receiverLinked: true, choices }) },
      shipmentAdmin: { getShipment: () => ({ ...MANAGED, choices }) },
      billAdmin: { getShipmentBills: () => [] },
      runAdmin: { exceptions: () => [] },
      choice: { lock },
      choiceAdmin: { lock },
    },
  });
  const reason = page.getByText('Leave it with a neighbour: The sender wants a signature.');
  await expectShown(note);
  // A sender who comes back to what was chosen asks for the rest.
  if (!isDesk) {
    await expect.element(button('Leave a note for the courier')).not.toBeInTheDocument();
    await button('Change').click();
  }
  await expectShown(reason);
  if (isDesk) await expectShown('The receiver can choose: leave a note for the courier.');
  else await expectShown('The receiver can choose this, too:', button('Leave a note for the courier'));
  await expectAccessible();
  await button('Lock choices').click();
  await expectShown('Nobody can choose until you open choices.');
  await expect.element(reason).not.toBeInTheDocument();
  await button('Open choices').click();
  await expect.element(reason).toBeVisible();
  const procedure = isDesk ? 'choiceAdmin.lock' : 'choice.lock';
  expect(inputsOf(procedure)).toMatchObject([{ locked: true }, { locked: false }]);
});

test('a guest’s choice waits without a network, and is sent once', async () => {
  await openParcel();
  await leaveNoteOffline();
  await expect.element(note).toMatchTextContent(/Chosen .* Not sent yet\./);
  await expectAccessible();
  expect(callsOf('choice.make')).toEqual([]);
  serve({ ...shows([noted]), choice: { make: () => ({ ok: true }) } });
  setOnline(true);
  await expect.element(note).toMatchTextContent(/The courier hasn’t seen this yet./);
  expect(callsOf('choice.make')).toMatchObject([
    {
      input: { id: DETAILS.id, kind: 'note', text: 'Knock loudly', askedAt: expect.any(String) },
      context: { grant: 'a-grant' },
    },
  ]);
  await expect.poll(readOutbox).toEqual([]);
  expect(localStorage.getItem('guest-outbox')).toBeNull();
});

test('once the hour of the code is over, it asks for the code again', async () => {
  await openParcel();
  await leaveNoteOffline();
  await expect.element(note).toBeVisible();
  sessionStorage.clear();
  setOnline(true);
  await expect.element(note).toMatchTextContent(/Enter the code again./);
  await openAgain();
  await expectShown('Your choice isn’t sent yet');
  serve({ choice: { make: () => ({ ok: true }) } });
  await page.getByRole('textbox', { name: 'Code' }).fill('K3N7P2QX9WDE');
  await button('Show details').click();
  await expect.poll(() => callsOf('choice.make').length).toBe(1);
  await expect.poll(readOutbox).toEqual([]);
});

test('what comes too late says so, and does not count', async () => {
  await openParcel();
  await leaveNoteOffline();
  serve({ choice: { make: rejecting('CONFLICT', 'It’s too late. The courier is on the way to you now.') } });
  setOnline(true);
  await expect.element(note).toMatchTextContent(/It doesn’t count.It’s too late./);
  await button('Remove').click();
  await expect.element(note).not.toBeInTheDocument();
  await expect.poll(readOutbox).toEqual([]);
});

test('what was not sent yet can be removed, and what was is withdrawn later', async () => {
  await openParcel([noted]);
  setOnline(false);
  await button('Withdraw').click();
  const leaving = page.getByRole('listitem').filter({ hasText: 'Withdraw: Knock loudly' });
  await expect.element(leaving).toMatchTextContent(/Not sent yet./);
  await expect.element(button('Withdraw')).not.toBeInTheDocument();
  await button('Remove').click();
  await button('Withdraw').click();
  serve({ choice: { withdraw: () => ({ ok: true }) } });
  setOnline(true);
  await expect.poll(() => inputsOf('choice.withdraw')).toEqual([{ id: DETAILS.id, choiceId: noted.id }]);
});

test('the receiver asks for another address, and the sender agrees or declines', async () => {
  const shown = (choices: Partial<Choices>): Api => ({
    ...shows(),
    shipment: {
      getShipmentByTrackingId: () => ({
        ...DETAILS,
        viewer: 'owner',
        receiverLinked: true,
        choices: { made: [], options: [], days: [], ...choices },
      }),
    },
    choice: { make: () => ({ ok: true }), withdraw: () => ({ ok: true }) },
  });
  await openPage(path, { as: CUSTOMER, size: PHONE, api: shown({ options: [{ kind: 'address' }] }) });
  await button('Deliver to another address').click();
  await button('Ask the sender').click();
  await expectShown('New address is required.');
  await page.getByRole('textbox', { name: 'New address' }).fill('Kungsgatan 9, 111 43 Stockholm');
  await expectAccessible();
  await button('Ask the sender').click();
  await expect.element(toastOf('Asked')).toBeVisible();
  const asked = { ...noted, kind: 'address', text: 'Kungsgatan 9, 111 43 Stockholm' } as const;
  serve(shown({ made: [asked] }));
  await openAgain();
  await expect.element(page.getByText(/The sender hasn’t agreed yet./)).toBeVisible();
  await expect.element(button('Agree')).not.toBeInTheDocument();
  serve(shown({ made: [asked], canLock: true }));
  await openAgain();
  await expectShown(button('Decline'), page.getByText(/It counts if you agree; the fee stays./));
  await expectAccessible();
  await button('Agree').click();
  const input = { id: DETAILS.id, kind: 'address', text: asked.text, name: '' };
  await expect.poll(() => inputsOf('choice.make').at(-1)).toMatchObject(input);
  serve(shown({ made: [{ ...asked, party: 'sender', state: 'counted' }], canLock: true }));
  await openAgain();
  await expect.element(page.getByText(/The sender agreed/)).toBeVisible();
  await expect.element(button('Withdraw')).not.toBeInTheDocument();
});

test('a neighbour is named, with a consent, and the depot is asked of the desk', async () => {
  storeGrant(TRACKING_ID, grant());
  const choices = { made: [], options: [{ kind: 'neighbour' as const }, { kind: 'hold' as const }], days: [] };
  await openPage(path, {
    api: {
      ...shows(),
      shipment: {
        getShipmentByTrackingId: () => ({ ...DETAILS, viewer: 'grant', receiverLinked: true, choices }),
      },
      choice: { make: () => ({ ok: true }) },
    },
  });
  await button('Leave it with a neighbour').click();
  await page.getByRole('textbox', { name: 'House or flat' }).fill('Number 12');
  await page.getByRole('textbox', { name: 'Name' }).fill('Bell');
  await button('Ask the courier').click();
  await expectShown('Please agree first.');
  await expectAccessible();
  expect(callsOf('choice.make')).toEqual([]);
  await page.getByRole('checkbox').click();
  await button('Ask the courier').click();
  await expect.poll(() => inputsOf('choice.make').at(-1)).toMatchObject({ kind: 'neighbour', consent: 1 });
  await button('Hold it at the depot').click();
  await button('Ask our desk').click();
  await expect.element(page.getByText('You see here whether we’ll do so.')).toBeVisible();
});

test('a rejected choice stays in its form', async () => {
  await openParcel();
  serve({ choice: { make: rejecting('PRECONDITION_FAILED', 'You have chosen three times within an hour.') } });
  await leaveNote();
  await expectShown('You have chosen three times within an hour.');
  await expect.poll(readOutbox).toEqual([]);
  serve({ choice: { make: () => ({ ok: true }) } });
  await button('Ask the courier').click();
  await expect.element(toastOf('Asked')).toBeVisible();
});

test('a delivery is rated in one tap, with a word for who wants to say more', async () => {
  let rating: Choices['rating'] = null;
  const delivered = { ...DETAILS, status: 'delivered' as const, viewer: 'grant' as const, receiverLinked: true };
  const held: Choice = { ...noted, kind: 'hold', text: '', state: 'counted' };
  storeGrant(TRACKING_ID, grant());
  await openPage(path, {
    api: {
      ...shows(),
      shipment: {
        getShipmentByTrackingId: () => ({ ...delivered, choices: { made: [held], options: [], days: [], rating } }),
      },
      choice: {
        rate: ({ kind, text }) => {
          rating = { kind, text: text ?? '' };
          return { ok: true };
        },
      },
    },
  });
  await expect.element(page.getByText('How did the delivery go?')).toBeVisible();
  await expectShown('Hold at the depot');
  await expect.element(button('Withdraw')).not.toBeInTheDocument();
  expect(page.getByRole('textbox', { name: /words/ }).elements()).toEqual([]);
  setOnline(false);
  await button('It went badly').click();
  await expectShown('Not sent');
  await expect.element(button('It went badly')).toHaveAttribute('aria-pressed', 'false');
  setOnline(true);
  await button('It went badly').click();
  await expect.element(button('It went badly')).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('textbox', { name: /words/ }).fill('It lay in the rain.');
  await expectAccessible();
  await button('Send').click();
  const { id } = DETAILS;
  await expect
    .poll(() => inputsOf('choice.rate'))
    .toEqual([
      { id, kind: 'went-badly', text: '' },
      { id, kind: 'went-badly', text: 'It lay in the rain.' },
    ]);
  await expect.element(page.getByRole('textbox', { name: /words/ })).toHaveValue('It lay in the rain.');
  await button('It went well').click();
  await expect
    .poll(() => inputsOf('choice.rate').at(-1))
    .toEqual({ id, kind: 'went-well', text: 'It lay in the rain.' });
});

test('what was declined says so, and why nothing changes', async () => {
  await openParcel([
    { ...noted, kind: 'day', text: '', day: '2026-12-01', state: 'declined' },
    { ...noted, id: 'another', kind: 'address', text: 'Kungsgatan 9', state: 'declined' },
  ]);
  await expect
    .element(page.getByText(/Declined. Our desk couldn’t do it: it’s already on a courier’s run/))
    .toBeVisible();
  await expect
    .element(page.getByText(/Declined. The sender didn’t agree, so it comes to the address as before/))
    .toBeVisible();
  await expect.element(button('Withdraw')).not.toBeInTheDocument();
});

test('the link in the email asks before anything is disputed', async () => {
  storeGrant(TRACKING_ID, grant());
  await openPage(`${path}&view=dispute`, {
    api: { ...shows([{ ...noted, state: 'on-phone' }]), choice: { dispute: () => ({ ok: true }) } },
  });
  await expectShown('Did somebody else choose?');
  expect(callsOf('choice.dispute')).toEqual([]);
  await button('It wasn’t us').click();
  await expect.poll(() => inputsOf('choice.dispute')).toEqual([{ id: DETAILS.id }]);
  await expect.element(page.getByText('Did somebody else choose?')).not.toBeInTheDocument();
});
