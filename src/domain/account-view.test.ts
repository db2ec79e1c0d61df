import { expect, test } from 'vitest';
import { accountViewIn, settingsViewIn } from './account-view.ts';

const id = '01939f2e-8a6c-7c3e-9d53-0f6a1b2c3d4e';
const asked = (search: Record<string, string>) => Object.entries(search);

test.each(['add-deposit', 'add-bill', 'charge-fee', 'update-bank-account'])(
  'the account page opens %s without an id',
  (view) => {
    expect(accountViewIn(asked({ view }))).toEqual({ view });
  },
);

test.each(['delete-transaction', 'delete-bill', 'delete-bank-account', 'update-transaction'])(
  'the account page opens %s only with the id of which one',
  (view) => {
    expect(accountViewIn(asked({ view, id }))).toEqual({ view, id });
    expect(accountViewIn(asked({ view }))).toBeNull();
    expect(accountViewIn(asked({ view, id: 'nonsense' }))).toBeNull();
  },
);

test.each<Record<string, string>>([{}, { view: '' }, { view: 'constructor' }, { id }, { view: 'add-everything', id }])(
  'nothing is open for %j',
  (search) => {
    expect(accountViewIn(asked(search))).toBeNull();
    expect(settingsViewIn(asked(search))).toBeNull();
  },
);
